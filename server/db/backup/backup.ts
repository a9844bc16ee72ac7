import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import postgres, { type TransactionSql } from "postgres";
import { hostOptions, UserError } from "../../../backend/index.ts";
import { findStoredKeys } from "../../api-keys.ts";
import { readVersion } from "../../version.ts";
import { isErrno } from "../embedded/processes.ts";
import {
  type BackupHeader,
  type BackupTable,
  copyTo,
  FORMAT_VERSION,
  type RowCounts,
  verifyBackup,
  writeContent,
} from "./backup-file.ts";
import { findSchema, setSessionSettings } from "./store-schema.ts";

export type Store = {
  readonly url: string;
  readonly close: () => Promise<void>;
  /** Removes a store that was created for this restore. */
  readonly discard?: () => Promise<void>;
};

export type BackupSummary = {
  readonly rows: RowCounts;
  readonly bytes: number;
  readonly hasKeys: boolean;
};

export type BackupOptions = {
  readonly file: string;
  /** DATA_DIR, or undefined if the keys come from the environment. */
  readonly keysFolder: string | undefined;
  /** Called after the file has been checked. */
  readonly openStore: () => Promise<Store>;
  readonly signal?: AbortSignal | undefined;
};

// Writes a consistent snapshot of the store into one file, without blocking writers. The file contains sessions and
// keys, so reading it gives the owner's access.
export async function backUp(options: BackupOptions): Promise<BackupSummary> {
  const { file, keysFolder } = options;
  await requireAbsent(file);
  const partial = `${file}.partial`;
  const handle = await createFile(partial);
  try {
    const keys = keysFolder ? await findStoredKeys(keysFolder) : undefined;
    const store = await options.openStore();
    try {
      options.signal?.throwIfAborted();
      await writeSnapshot(store.url, handle, { keys: keys ?? null, signal: options.signal });
    } finally {
      await store.close();
    }
    await handle.sync();
    // Read the file again, so that an unreadable backup is found now and not when it is needed.
    const { rows } = await verifyBackup(handle);
    const { size } = await handle.stat();
    await requireAbsent(file);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return { rows, bytes: size, hasKeys: Boolean(keys) };
  } catch (error) {
    await rm(partial, { force: true });
    if (isErrno(error, "ENOSPC")) throw new UserError(`There is not enough space for ${file}.`);
    throw error;
  } finally {
    await handle.close();
  }
}

type Snapshot = { readonly keys: BackupHeader["keys"]; readonly signal: AbortSignal | undefined };

async function writeSnapshot(url: string, handle: FileHandle, { keys, signal }: Snapshot): Promise<void> {
  const sql = postgres(url, { ...hostOptions(url), max: 1, max_lifetime: null, onnotice: () => {} });
  let failure: unknown;
  try {
    await sql.begin("isolation level repeatable read read only", async (snapshot) => {
      try {
        await setSessionSettings(snapshot);
        const content = writeContent(await readHeader(snapshot, keys), (table) => copyOut(snapshot, table));
        await pipeline(content, createGzip(), (packed) => handle.writeFile(packed), {
          ...(signal && { signal }),
        });
      } catch (error) {
        failure = error;
        throw error;
      }
    });
  } catch (error) {
    // A rollback during COPY fails too, with an error that would hide the cause.
    throw failure ?? error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function readHeader(sql: TransactionSql, keys: BackupHeader["keys"]): Promise<BackupHeader> {
  const schema = await findSchema(sql);
  if (!schema) throw new UserError("There is nothing to back up: no site has run on this store yet.");
  const hidden = schema.tables.filter(({ hidesRows }) => hidesRows).map(({ name }) => name);
  if (hidden.length > 0) {
    throw new UserError(`This database user may not see all rows of ${hidden.join(", ")}. Back up as their owner.`);
  }
  // Prevents schema changes until the rows are copied.
  await sql.unsafe(`lock table ${schema.tables.map(({ name }) => name).join(", ")} in access share mode`);
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  return {
    format: "plumbline-backup",
    formatVersion: FORMAT_VERSION,
    createdAt: new Date().toISOString(),
    postgres: server?.version ?? "",
    release: readVersion(),
    schema: schema.version,
    tables: schema.tables.map(({ name, columns }) => ({ name, columns })),
    sequences: await readSequences(sql),
    keys,
  };
}

/** Sequences are not part of snapshots. Read after the snapshot was taken, they are never behind its rows. */
async function readSequences(sql: TransactionSql): Promise<BackupHeader["sequences"]> {
  const sequences = await sql<{ name: string; step: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name, increment_by::text as step
    from pg_sequences where schemaname in ('public', 'auth', 'storage') order by 1`;
  const positions: BackupHeader["sequences"] = [];
  for (const { name, step } of sequences) {
    const [row] = await sql.unsafe<{ next: string }[]>(
      `select (case when is_called then last_value + ${step} else last_value end)::text as next from ${name}`,
    );
    if (row) positions.push({ name, next: row.next });
  }
  return positions;
}

async function* copyOut(sql: TransactionSql, table: BackupTable): AsyncGenerator<Buffer, void> {
  const rows = await sql.unsafe(copyTo(table)).readable();
  for await (const chunk of rows) yield chunk;
  // postgres.js may leave its socket paused at the end; only this resumes it (porsager/postgres#499).
  // oxlint-disable-next-line no-underscore-dangle
  rows._read(0);
}

async function requireAbsent(file: string): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (existing) throw new UserError(`${file} exists already. Name a file that does not.`);
}

async function createFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, "wx+", 0o600);
  } catch (error) {
    if (isErrno(error, "EEXIST")) {
      throw new UserError(
        `${path} exists: another backup is being written, or one was cut short. If none runs, remove it.`,
      );
    }
    if (isErrno(error, "ENOENT") || isErrno(error, "ENOTDIR")) {
      throw new UserError(`There is no folder ${dirname(path)}. Make it first, or name another file.`);
    }
    if (isErrno(error, "EACCES") || isErrno(error, "EPERM") || isErrno(error, "EROFS")) {
      throw new UserError(`${path} may not be written. Name a file in another folder.`);
    }
    throw error;
  }
}

/** Makes the rename survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
