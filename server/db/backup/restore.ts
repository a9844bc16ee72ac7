import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { isErrno } from "../embedded/processes.ts";
import { migrate } from "../migrate.ts";
import { UserError } from "../user-error.ts";
import {
  type BackupHeader,
  type BackupTable,
  copyFrom,
  readBackup,
  type RowCounts,
  verifyBackup,
} from "./backup-file.ts";
import type { BackupOptions } from "./backup.ts";
import { findSchema, setSessionSettings, type StoreSchema, type StoreTable } from "./store-schema.ts";
import { findStoredKeys, storeKeys } from "./stored-keys.ts";

export type RestoreSummary = {
  readonly rows: RowCounts;
  readonly bytes: number;
  readonly createdAt: string;
  /** Then the server must restart, because it has cached the empty store and its keys. */
  readonly isServerRunning: boolean;
};

/** Filled by migrations or by the first start of a server; the rows of the backup replace them. */
const SEEDED_TABLES = new Set(["public.reserved_slugs", "storage.buckets", "auth.signing_keys"]);

/** Restores a backup into an empty store, in one transaction. */
export async function restore(options: BackupOptions): Promise<RestoreSummary> {
  const handle = await openFile(options.file);
  try {
    const { header } = await verifyBackup(handle);
    await requireNoOtherKeys(options.keysFolder, header);
    const store = await options.openStore();
    const sql = postgres(store.url, { max: 1, max_lifetime: null, onnotice: () => {} });
    try {
      // Checked before migrating, so that a store in use stays unchanged.
      await sql.begin("read only", requireEmpty);
      await migrate(store.url);
      const rows = await fill(sql, handle, header, options);
      const { size } = await handle.stat();
      return { rows, bytes: size, createdAt: header.createdAt, isServerRunning: await hasOtherConnections(sql) };
    } finally {
      await sql.end({ timeout: 1 });
      await store.close();
    }
  } finally {
    await handle.close();
  }
}

async function fill(sql: Sql, handle: FileHandle, header: BackupHeader, options: BackupOptions): Promise<RowCounts> {
  let removeKeys: (() => Promise<void>) | undefined;
  try {
    return await sql.begin(async (transaction) => {
      const schema = await lockStore(transaction, header);
      const enableAgain = await disableTriggersAndPolicies(transaction, schema.tables);
      // Checked again under the lock, with no policy hiding rows.
      await requireEmpty(transaction);
      for (const { name } of schema.tables) {
        if (SEEDED_TABLES.has(name)) await transaction.unsafe(`delete from ${name}`);
      }
      const { rows } = await readBackup(handle, (table, lines) => copyIn(transaction, table, lines, options.signal));
      await requireCounts(transaction, rows);
      for (const { name, next } of header.sequences) {
        // Unlike setval, this is rolled back with the transaction.
        await transaction.unsafe(`alter sequence ${name} restart with ${next}`);
      }
      await enableAgain();
      removeKeys = await restoreKeys(options.keysFolder, header);
      return rows;
    });
  } catch (error) {
    await removeKeys?.();
    throw error;
  }
}

/** Locks all tables against other sessions until the transaction ends. */
async function lockStore(sql: TransactionSql, header: BackupHeader): Promise<StoreSchema> {
  await setSessionSettings(sql);
  const schema = await findSchema(sql);
  if (!schema) throw new Error("The store has no schema after its migrations ran");
  requireSameVersion(header, schema);
  const foreign = schema.tables.filter(({ isOwn }) => !isOwn).map(({ name }) => name);
  if (foreign.length > 0) {
    throw new UserError(`This database user does not own ${foreign.join(", ")}. Restore as their owner.`);
  }
  await sql.unsafe(`lock table ${schema.tables.map(({ name }) => name).join(", ")} in access exclusive mode`);
  await requireSequences(sql, header);
  return schema;
}

function requireSameVersion({ schema, tables }: BackupHeader, store: StoreSchema): void {
  const unknown = schema.migrations.find((version) => !store.version.migrations.includes(version));
  if (unknown) {
    throw new UserError(
      `This backup was written by a newer version of the site (migration ${unknown}). Update the site first.`,
    );
  }
  const missing = store.version.migrations.find((version) => !schema.migrations.includes(version));
  if (missing) {
    throw new UserError(
      `This backup was written by an older version of the site, before migration ${missing}. ` +
        "Restore it with that version, then start this one, which brings it up to date.",
    );
  }
  const isSamePlatform =
    store.version.platform.length === 0 || store.version.platform.some((version) => schema.platform.includes(version));
  if (!isSamePlatform || shapeOf(tables) !== shapeOf(store.tables)) {
    throw new UserError("This backup was written by another version of the site. Restore it with that version.");
  }
}

function shapeOf(tables: readonly BackupTable[]): string {
  return tables.map((table) => `${copyFrom(table)} ${table.columns.map(({ type }) => type).join()}`).join("\n");
}

async function requireEmpty(sql: TransactionSql): Promise<void> {
  const schema = await findSchema(sql);
  const filled: string[] = [];
  for (const { name } of schema?.tables ?? []) {
    if (SEEDED_TABLES.has(name)) continue;
    if ((await sql.unsafe(`select from ${name} limit 1`)).count > 0) filled.push(name);
  }
  if (filled.length > 0) {
    throw new UserError(
      `This store is not empty (${filled.join(", ")}). Nothing was changed. ` +
        "Restore into a new one: set DATA_DIR or DATABASE_URL to another place.",
    );
  }
}

/** Sequence names become part of statements, so only names that exist in the store are accepted. */
async function requireSequences(sql: TransactionSql, { sequences }: BackupHeader): Promise<void> {
  const known = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name
    from pg_sequences where schemaname in ('public', 'auth', 'storage')`;
  if (sequences.some(({ name }) => !known.some((sequence) => sequence.name === name))) {
    throw new UserError("This backup was written by another version of the site. Restore it with that version.");
  }
}

/**
 * Triggers would change restored rows, and forced row level security blocks the owner's COPY. Foreign keys are still
 * checked. The changes are part of the transaction.
 */
async function disableTriggersAndPolicies(
  sql: TransactionSql,
  tables: readonly StoreTable[],
): Promise<() => Promise<void>> {
  const triggers = await sql<{ table: string; name: string; mode: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(t.tgname) as name,
      case t.tgenabled when 'A' then 'always' else '' end as mode
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled in ('O', 'A')
      and c.oid = any (${tables.map(({ id }) => id)}::oid[])`;
  const forced = tables.filter(({ isForced }) => isForced);
  for (const { name } of forced) await sql.unsafe(`alter table ${name} no force row level security`);
  for (const { table, name } of triggers) await sql.unsafe(`alter table ${table} disable trigger ${name}`);
  return async () => {
    for (const { table, name, mode } of triggers)
      await sql.unsafe(`alter table ${table} enable ${mode} trigger ${name}`);
    for (const { name } of forced) await sql.unsafe(`alter table ${name} force row level security`);
  };
}

async function copyIn(
  sql: TransactionSql,
  table: BackupTable,
  rows: AsyncGenerator<Buffer, void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const query = sql.unsafe(copyFrom(table));
  const copy = await query.writable();
  // If COPY fails after its last byte, the driver never ends this stream (porsager/postgres#1173).
  Reflect.set(query, "reject", (error: Error) => copy.destroy(error));
  await pipeline(rows, copy, { ...(signal && { signal }) });
}

async function requireCounts(sql: TransactionSql, rows: RowCounts): Promise<void> {
  for (const [name, count] of Object.entries(rows)) {
    const [stored] = await sql.unsafe<{ count: number }[]>(`select count(*)::float8 as count from ${name}`);
    if (stored?.count !== count) throw new Error(`${name} has ${stored?.count} rows after restoring ${count}`);
  }
}

async function requireNoOtherKeys(folder: string | undefined, { keys }: BackupHeader): Promise<void> {
  const stored = folder && keys ? await findStoredKeys(folder) : undefined;
  if (!stored || (stored.anonKey === keys?.anonKey && stored.serviceRoleKey === keys.serviceRoleKey)) return;
  throw new UserError(
    `${folder}/keys.json holds other keys than the backup. Move it away, so that the backup's keys can take its place.`,
  );
}

async function restoreKeys(
  folder: string | undefined,
  { keys }: BackupHeader,
): Promise<(() => Promise<void>) | undefined> {
  if (!folder || !keys || (await findStoredKeys(folder))) return undefined;
  return storeKeys(folder, keys);
}

async function hasOtherConnections(sql: Sql): Promise<boolean> {
  const others = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'plumbline' and pid <> pg_backend_pid()`;
  return others.count > 0;
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const handle = await open(path, "r");
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    if (isErrno(error, "ENOENT") || isErrno(error, "ENOTDIR")) throw new UserError(`There is no file ${path}.`);
    if (isErrno(error, "EACCES")) throw new UserError(`${path} may not be read by this user.`);
    throw error;
  }
  throw new UserError(`${path} is not a file.`);
}
