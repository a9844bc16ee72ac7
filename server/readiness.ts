import { statfs } from "node:fs/promises";
import type { DatabaseClient } from "./backend/clients.ts";
import type { FunctionState } from "./contact/function-check.ts";
import { type BackupState, readReport, stateOf } from "./db/backup/backup-report.ts";
import type { DatabaseState } from "./db/health-check.ts";
import { createMailState, type MailState } from "./mail/mail-state.ts";

/** Words only: the response is public, so it contains no numbers, versions or addresses. */
export type Readiness = {
  readonly ready: boolean;
  readonly database?: DatabaseState;
  readonly disk?: "ok" | "low" | "unknown";
  readonly mail?: MailState;
  /** Only with BACKUP_DIR. */
  readonly backup?: BackupState;
  /** Supabase mode: whether the contact form's function is deployed. */
  readonly contact?: FunctionState;
};

type Options = {
  readonly isStopping: () => boolean;
  readonly readDatabaseState: () => Promise<DatabaseState>;
  /** Undefined unless in Supabase mode. */
  readonly readFunctionState: (() => FunctionState) | undefined;
  readonly service: DatabaseClient;
  readonly mailAlertMinutes: number;
  readonly dataDir: string;
  readonly backups: { readonly folder: string } | undefined;
};

/** PostgreSQL needs room for its write-ahead log; a full disk refuses every write. */
const LOW_DISK_BYTES = 256 * 1024 ** 2;

/** Not ready means that a proxy should send no traffic here; low disk, late mail, a failed backup and a missing function are only told. */
export function createReadiness(options: Options): () => Promise<Readiness> {
  const { isStopping, readDatabaseState, readFunctionState, service, mailAlertMinutes, dataDir, backups } = options;
  const readMailState = createMailState(service, mailAlertMinutes);
  return async () => {
    if (isStopping()) return { ready: false };
    const [database, disk] = await Promise.all([readDatabaseState(), readDisk(dataDir)]);
    const ready = database === "ok";
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

async function readDisk(folder: string): Promise<"ok" | "low" | "unknown"> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < LOW_DISK_BYTES ? "low" : "ok";
  } catch {
    return "unknown";
  }
}
