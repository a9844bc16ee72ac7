import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { hostOptions, UserError } from "../../../backend/index.ts";
import { findStoredKeys, storeKeys } from "../../api-keys.ts";
import { isErrno } from "../embedded/processes.ts";
import { findSquashed, migrateWithin, readSchema, type Schema } from "../migrate.ts";
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

type RestoreOptions = BackupOptions & {
  /** Of this build, unless given. */
  readonly schema?: Schema;
};

export type RestoreSummary = {
  readonly rows: RowCounts;
  readonly bytes: number;
  readonly createdAt: string;
  /** Then the server must restart, because it has cached the empty store and its keys. */
  readonly isServerRunning: boolean;
};

/** Filled by migrations or by the first start of a server. A store with nothing else counts as empty. */
const SEEDED_TABLES = new Set(["public.reserved_slugs", "public.site_paths", "storage.buckets", "auth.signing_keys"]);
const SAMPLES = "public.seeded_samples";
/** Samples have the time of their seeding in these columns. A store with nothing else counts as empty. */
const SAMPLE_TIMES: Readonly<Record<string, string>> = {
  [SAMPLES]: "at",
  "public.blog_posts": "created_at",
  "public.post_versions": "made_at",
  "public.entries": "live_from",
  "public.entry_versions": "made_at",
};

// Restores a backup into an empty store, in one transaction: migrates up to the backup's list, loads its rows and
// migrates on. Refusals that need no store come before one is opened.
export async function restore({ schema: given, ...options }: RestoreOptions): Promise<RestoreSummary> {
  const handle = await openFile(options.file);
  try {
    const { header } = await verifyBackup(handle);
    const schema = given ?? (await readSchema());
    requireRestorable(header, schema);
    await requireNoOtherKeys(options.keysFolder, header);
    const store = await options.openStore();
    const sql = postgres(store.url, { ...hostOptions(store.url), max: 1, max_lifetime: null, onnotice: () => {} });
    let isRestored = false;
    try {
      const rows = await fill(sql, handle, { header, schema, options });
      isRestored = true;
      const { size } = await handle.stat();
      return { rows, bytes: size, createdAt: header.createdAt, isServerRunning: await hasOtherConnections(sql) };
    } finally {
      await sql.end({ timeout: 1 });
      await store.close();
      if (!isRestored) await store.discard?.();
    }
  } finally {
    await handle.close();
  }
}

type Restoring = { readonly header: BackupHeader; readonly schema: Schema; readonly options: BackupOptions };

async function fill(sql: Sql, handle: FileHandle, { header, schema, options }: Restoring): Promise<RowCounts> {
  let removeKeys: (() => Promise<void>) | undefined;
  try {
    return await sql.begin(async (transaction) => {
      await requireEmptyStore(transaction);
      await requireNotAhead(transaction, header);
      const own = schema.migrations.filter(({ version }) => header.schema.migrations.includes(version));
      await migrateWithin(transaction, { ...schema, migrations: own });
      const rows = await load(transaction, handle, header, options.signal);
      await transaction`reset all`;
      // An older platform schema may have had columns that the newer text fills or moves.
      if (!header.schema.platform.includes(schema.platform.version)) await forgetPlatform(transaction, schema);
      await migrateWithin(transaction, schema);
      removeKeys = await restoreKeys(options.keysFolder, header);
      return rows;
    });
  } catch (error) {
    await removeKeys?.();
    throw error;
  }
}

async function load(
  sql: TransactionSql,
  handle: FileHandle,
  header: BackupHeader,
  signal: AbortSignal | undefined,
): Promise<RowCounts> {
  const { tables } = await lockStore(sql);
  requireShape(header, tables);
  await requireSequences(sql, header);
  const enableAgain = await disableTriggersAndPolicies(sql, tables);
  // Only samples and what migrations insert; the rows of the backup replace them.
  for (const { name } of header.tables.toReversed()) await sql.unsafe(`delete from ${name}`);
  const { rows } = await readBackup(handle, (table, lines) => copyIn(sql, table, lines, signal));
  await requireCounts(sql, rows);
  for (const { name, next } of header.sequences) {
    // Unlike setval, this is rolled back with the transaction.
    await sql.unsafe(`alter sequence ${name} restart with ${next}`);
  }
  await enableAgain();
  return rows;
}

async function forgetPlatform(sql: TransactionSql, { platform }: Schema): Promise<void> {
  const [own] = await sql`
    select from pg_class where oid = to_regclass('auth.schema_migrations') and pg_has_role(relowner, 'USAGE')`;
  if (own) await sql`delete from auth.schema_migrations where version = ${platform.version}`;
}

/** Refuses a store with rows. Policies could hide them, and another session could add some until the tables are locked. */
async function requireEmptyStore(sql: TransactionSql): Promise<void> {
  if (!(await findSchema(sql))) return;
  await requireEmpty(sql);
  const { tables } = await lockStore(sql);
  const enableAgain = await disableTriggersAndPolicies(sql, tables);
  await requireEmpty(sql);
  await enableAgain();
  await sql`reset all`;
}

/** Locks all tables against other sessions until the transaction ends. */
async function lockStore(sql: TransactionSql): Promise<StoreSchema> {
  await setSessionSettings(sql);
  const schema = await findSchema(sql);
  if (!schema) throw new Error("The store has no schema");
  const foreign = schema.tables.filter(({ isOwn }) => !isOwn).map(({ name }) => name);
  if (foreign.length > 0) {
    throw new UserError(`This database user does not own ${foreign.join(", ")}. Restore as their owner.`);
  }
  await sql.unsafe(`lock table ${schema.tables.map(({ name }) => name).join(", ")} in access exclusive mode`);
  return schema;
}

/** Needs no store, so nothing is touched before. */
function requireRestorable({ schema: { migrations }, release }: BackupHeader, schema: Schema): void {
  const squashed = findSquashed(migrations);
  if (squashed) {
    throw new UserError(
      `This backup was written by a build before 1.0.0 (migration ${squashed}), whose migrations no longer exist. ` +
        "Only that build can restore it. Nothing was changed.",
    );
  }
  const unknown = migrations.find((version) => !schema.migrations.some((migration) => migration.version === version));
  if (!unknown) return;
  const writer = release ? `; written by ${release.version}, commit ${release.commit}` : "";
  throw new UserError(
    `This backup has tables of a newer version of the site (migration ${unknown}${writer}). Restore it with that version.`,
  );
}

/** Migrations are never undone. */
async function requireNotAhead(sql: TransactionSql, { schema }: BackupHeader): Promise<void> {
  const store = await findSchema(sql);
  const ahead = store?.version.migrations.find((version) => !schema.migrations.includes(version));
  if (!ahead) return;
  throw new UserError(
    `This store is empty, but its tables are newer than the backup (migration ${ahead}). Nothing was changed. ` +
      "Restore into a new one, which is then brought up to date: set DATA_DIR or DATABASE_URL to another place.",
  );
}

/** A newer platform schema may have added tables and columns; theirs are the defaults. */
function requireShape({ tables }: BackupHeader, store: readonly StoreTable[]): void {
  const columns = new Set(store.flatMap((table) => table.columns.map((column) => describeColumn(table, column))));
  if (tables.every((table) => table.columns.every((column) => columns.has(describeColumn(table, column))))) return;
  throw new UserError("This backup was written by another version of the site. Restore it with that version.");
}

function describeColumn({ name }: BackupTable, column: BackupTable["columns"][number]): string {
  return `${name} ${column.name} ${column.type}`;
}

async function requireEmpty(sql: TransactionSql): Promise<void> {
  const schema = await findSchema(sql);
  const hasSamples = schema?.tables.some(({ name }) => name === SAMPLES);
  const filled: string[] = [];
  for (const { name } of schema?.tables ?? []) {
    if (SEEDED_TABLES.has(name)) continue;
    const at = hasSamples && SAMPLE_TIMES[name];
    const others = at ? `where ${at} <> all (select seeded.at from ${SAMPLES} seeded)` : "";
    if ((await sql.unsafe(`select from ${name} ${others} limit 1`)).count > 0) filled.push(name);
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

// Triggers would change restored rows, and forced row level security blocks the owner's COPY. Foreign keys are still
// checked. The changes are part of the transaction.
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
