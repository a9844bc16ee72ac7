import { statfs } from "node:fs/promises";
import type { FunctionState } from "./contact/function-check.ts";
import { type BackupState, readReport, stateOf } from "./db/backup/backup-report.ts";
import type { DatabaseState } from "./db/health-check.ts";
import { createMailState, type MailState } from "./mail/mail-state.ts";
import { gauge, type MetricSource } from "./metrics.ts";
import type { SupabaseClient } from "./supabase-clients.ts";

/** Words only: the response is public, so it contains no numbers, versions or addresses. */
export type Readiness = {
  readonly ready: boolean;
  readonly database?: DatabaseState;
  /** Full: PostgreSQL refuses messages for lack of room. */
  readonly disk?: "ok" | "low" | "full" | "unknown";
  readonly mail?: MailState;
  /** Only with BACKUP_DIR. */
  readonly backup?: BackupState;
  /** Supabase mode: whether the contact form's function is deployed. */
  readonly contact?: FunctionState;
};

type Options = {
  readonly isStopping: () => boolean;
  readonly readDatabaseState: () => Promise<DatabaseState>;
  /** Undefined in Supabase mode. */
  readonly hasRoom: (() => Promise<boolean>) | undefined;
  /** Undefined unless in Supabase mode. */
  readonly readFunctionState: (() => FunctionState) | undefined;
  readonly service: SupabaseClient;
  readonly mailAlertMinutes: number;
  readonly dataDir: string;
  readonly backups: { readonly folder: string } | undefined;
};

/** Free space is low below this share of the disk, but not above or below these numbers of bytes. */
const LOW_SHARE = 0.05;
const MIN_LOW_BYTES = 256 * 1024 ** 2;
const MAX_LOW_BYTES = 2 * 1024 ** 3;

/**
 * Not ready means that a proxy should send no traffic here; low disk, late mail, a failed
 * backup and a missing function are only told. */
export function createReadiness(options: Options): () => Promise<Readiness> {
  const { isStopping, readDatabaseState, hasRoom, readFunctionState, service, mailAlertMinutes, dataDir, backups } =
    options;
  const readMailState = createMailState(service, mailAlertMinutes);
  return async () => {
    if (isStopping()) return { ready: false };
    const [database, free] = await Promise.all([readDatabaseState(), stateOfDisk(dataDir)]);
    const disk = database === "ok" && (await hasRoom?.()) === false ? "full" : free;
    const ready = database === "ok" && disk !== "full";
    const mail = ready ? await readMailState() : "unknown";
    return {
      ready,
      database,
      disk,
      mail,
      ...(backups && { backup: stateOf(await readReport(backups.folder)) }),
      ...(readFunctionState && { contact: readFunctionState() }),
    };
  };
}

/** Free and total bytes of the disks of DATA_DIR and BACKUP_DIR. */
export function createDiskMetrics({ dataDir, backups }: Pick<Options, "dataDir" | "backups">): MetricSource {
  return async () => {
    const data = await readDisk(dataDir);
    const disks = { data, ...(backups && { backups: await readDisk(backups.folder) }) };
    const of = (which: "free" | "size") =>
      Object.fromEntries(Object.entries(disks).map(([folder, disk]) => [folder, disk[which]]));
    return [
      gauge("plumbline_disk_free_bytes", "Free space on the disk of a folder.", { label: "folder", of: of("free") }),
      gauge("plumbline_disk_size_bytes", "Size of the disk of a folder.", { label: "folder", of: of("size") }),
    ];
  };
}

/** Files of strangers are the first that a disk which becomes full takes no more. */
export const hasRoomForFiles = async (folder: string) => (await stateOfDisk(folder)) !== "low";

async function stateOfDisk(folder: string): Promise<"ok" | "low" | "unknown"> {
  const disk = await readDisk(folder).catch(() => undefined);
  return disk ? (isLow(disk) ? "low" : "ok") : "unknown";
}

const isLow = ({ free, size }: Disk) => free < Math.min(Math.max(size * LOW_SHARE, MIN_LOW_BYTES), MAX_LOW_BYTES);

type Disk = { readonly free: number; readonly size: number };

async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
