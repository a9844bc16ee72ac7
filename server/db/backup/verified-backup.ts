import { existsSync } from "node:fs";
import { mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { UserError, fixedHost, openPool } from "../../../backend/index.ts";
import { removeStore } from "../embedded/data-location.ts";
import { startEmbedded } from "../embedded/embedded-postgres.ts";
import { readRecordedSchema } from "../migrate.ts";
import { type BackupReport, readReport, writeReport } from "./backup-report.ts";
import { backUp } from "./backup.ts";
import { restore } from "./restore.ts";
import { backupName, listExpired } from "./rotation.ts";

export type VerifiedBackupOptions = {
  /** BACKUP_DIR */
  readonly folder: string;
  /** The day that the file is named for. */
  readonly day: string;
  /** DATA_DIR, or undefined if the keys come from the environment. */
  readonly keysFolder: string | undefined;
  readonly url: string;
};

type Write = typeof backUp;

/** Exit code of the process when another one did it. */
export const NOT_NEEDED = 3;

/** An arbitrary number: of the processes that share a database, the one with this lock backs up. */
const ADVISORY_LOCK_KEY = 7_583_023;
const SCRATCH_PREFIX = ".scratch-";

// Writes the backup of a day, restores it into a scratch store and deletes expired ones. A file has its final name only
// when the restore has worked, and nothing is deleted before. Returns undefined if another process did it or does it.
export async function makeVerifiedBackup(
  options: VerifiedBackupOptions,
  signal?: AbortSignal,
  write: Write = backUp,
): Promise<BackupReport | undefined> {
  const { sql, close } = openPool(fixedHost(options.url), { max: 1, prepare: false, onnotice: () => {} });
  try {
    return await sql.begin(async (lock) => {
      await lock`select set_config('idle_in_transaction_session_timeout', '0', true)`;
      const [row] = await lock<{ acquired: boolean }[]>`
        select pg_try_advisory_xact_lock(${ADVISORY_LOCK_KEY}) as acquired`;
      const file = join(options.folder, backupName(options.day));
      if (!row?.acquired || existsSync(file)) return undefined;
      return attempt(options, file, signal, write);
    });
  } finally {
    await close();
  }
}

async function attempt(
  { folder, url, keysFolder, day }: VerifiedBackupOptions,
  file: string,
  signal: AbortSignal | undefined,
  write: Write,
): Promise<BackupReport> {
  const beganAt = performance.now();
  const before = await readReport(folder);
  const unverified = `${file}.unverified`;
  const finish = async (result: Pick<BackupReport, "bytes" | "verifiedAt" | "failure">) => {
    const seconds = Math.round(performance.now() - beganAt) / 1_000;
    const report = { day, finishedAt: new Date().toISOString(), seconds, ...result };
    await writeReport(folder, report);
    return report;
  };
  try {
    await removeLeftovers(folder);
    const openStore = async () => ({ url, close: async () => {} });
    const { bytes } = await write({ file: unverified, keysFolder, openStore, signal });
    await verify(unverified, { folder, url, signal });
    await rename(unverified, file);
    for (const expired of listExpired(await readdir(folder))) await rm(join(folder, expired));
    return await finish({ bytes, verifiedAt: new Date().toISOString() });
  } catch (error) {
    if (signal?.aborted) throw error;
    const failure = describeFailure(error);
    return await finish({ bytes: before?.bytes, verifiedAt: before?.verifiedAt, failure });
  } finally {
    await rm(unverified, { force: true });
  }
}

type VerifyOptions = Pick<VerifiedBackupOptions, "folder" | "url"> & { readonly signal: AbortSignal | undefined };

// Restores the file into a PostgreSQL of its own, which only this process can reach, and removes it. The schema is the
// one that the database records: after a rollback it is newer than this build.
async function verify(file: string, { folder, url: source, signal }: VerifyOptions): Promise<void> {
  const scratch = await mkdtemp(join(folder, SCRATCH_PREFIX));
  try {
    const openStore = async () => {
      const { url, stop } = await startEmbedded({ dataDir: scratch });
      return { url, close: stop };
    };
    await restore({ file, keysFolder: scratch, openStore, signal, schema: await readRecordedSchema(source) });
  } finally {
    await removeScratch(scratch);
  }
}

/** Of a process that was killed. Only the holder of the lock calls it, so nothing of a running backup is removed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(SCRATCH_PREFIX)) await removeScratch(join(folder, name));
    if (/^plumbline-.*\.gz\.unverified/.test(name)) await rm(join(folder, name), { force: true });
  }
}

/** If root runs the site, the store may be outside of the folder. */
export async function removeScratch(scratch: string): Promise<void> {
  await removeStore(scratch);
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}

/** The message of an unexpected error may contain rows. */
export const describeFailure = (error: unknown): string =>
  error instanceof UserError ? error.message : `It failed (${codeOf(error)}).`;

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "no code");
