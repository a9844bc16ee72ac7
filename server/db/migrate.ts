import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sql, TransactionSql } from "postgres";
import { fixedHost, openPool, UserError } from "../../backend/index.ts";

type Folders = { readonly platform: string; readonly migrations: string };
type Migration = { readonly version: string; readonly name: string; readonly text: string };
export type Schema = {
  /** What Supabase would provide. Its version is a checksum of its text. */
  readonly platform: { readonly version: string; readonly text: string };
  readonly migrations: readonly Migration[];
};

/** An arbitrary number: one process migrates, the others wait for this lock and find nothing left to run. */
const ADVISORY_LOCK_KEY = 7_583_022;
const MIN_SERVER_VERSION = 160_000;
/** Versions before the migrations were squashed. A store that records one lacks what the new files changed. */
const SQUASHED_VERSION = /^20260[12]\d{8}$/;

const SHIPPED: Folders = {
  platform: fileURLToPath(new URL("../../backend/platform", import.meta.url)),
  migrations: fileURLToPath(new URL("../../supabase/migrations", import.meta.url)),
};

/** Applies the platform schema that Supabase would provide, then the migrations. Returns the names of those that ran. */
export async function migrate(url: string, folders: Folders = SHIPPED): Promise<string[]> {
  const schema = await readSchema(folders);
  // One connection holds the lock, the other migrates. A lock of a session would be lost behind a transaction pooler.
  const { sql, close } = openPool(fixedHost(url), { max: 2, prepare: false, onnotice: () => {} });
  try {
    await requireVersion(sql);
    return await sql.begin(async (lock) => {
      await lockMigrations(lock);
      return applySchema(sql, schema);
    });
  } finally {
    await close();
  }
}

/** For a caller who does all of it in one transaction. */
export async function migrateWithin(sql: TransactionSql, schema: Schema): Promise<void> {
  await requireVersion(sql);
  await lockMigrations(sql);
  await applySchema(sql, schema);
}

export async function readSchema({ platform, migrations }: Folders = SHIPPED): Promise<Schema> {
  const text = (await Promise.all((await listSql(platform)).map((file) => readFile(file, "utf8")))).join("\n");
  const version = `plumbline-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  return { platform: { version, text }, migrations: await Promise.all((await listSql(migrations)).map(readMigration)) };
}

/** The schema that a database has, from the statements that it records; a newer build may have made it. */
export async function readRecordedSchema(url: string): Promise<Schema> {
  const shipped = await readSchema();
  const { sql, close } = openPool(fixedHost(url), { max: 1, prepare: false, onnotice: () => {} });
  try {
    const recorded = await sql<Migration[]>`
      select version, coalesce(name, '') as name, array_to_string(statements, E';\n') as text
      from supabase_migrations.schema_migrations order by version`;
    const known = (version: string) => shipped.migrations.find((migration) => migration.version === version);
    const migrations = recorded
      .map((each) => (each.text ? each : known(each.version)))
      .filter((each) => each !== undefined);
    return { platform: (await findRecordedPlatform(sql)) ?? shipped.platform, migrations };
  } finally {
    await close();
  }
}

/** The last one that was applied, if its build recorded the text. */
async function findRecordedPlatform(sql: Sql): Promise<Schema["platform"] | undefined> {
  const [column] = await sql`
    select from pg_attribute where attrelid = to_regclass('auth.schema_migrations') and attname = 'statements'`;
  if (!column) return undefined;
  const [recorded] = await sql<Schema["platform"][]>`
    select version, statements as text from auth.schema_migrations
    where statements is not null order by applied_at desc limit 1`;
  return recorded;
}

/** A version of a build before 1.0.0, whose migrations no longer exist. */
export function findSquashed(versions: Iterable<string>): string | undefined {
  return [...versions].toSorted().findLast((version) => SQUASHED_VERSION.test(version));
}

async function listSql(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => join(folder, name));
}

async function readMigration(file: string): Promise<Migration> {
  const [, version, name] = /^(\d{14})_(.+)\.sql$/.exec(basename(file)) ?? [];
  if (!version || !name) {
    throw new Error(`${basename(file)} is no migration: its name must be like 20260101000000_name.sql`);
  }
  return { version, name, text: await readFile(file, "utf8") };
}

async function lockMigrations(sql: TransactionSql): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`;
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`;
}

async function applySchema(sql: Sql | TransactionSql, { platform, migrations }: Schema): Promise<string[]> {
  await requirePrivileges(sql);
  await requireNotSquashed(sql);
  return [...(await applyPlatform(sql, platform)), ...(await applyMigrations(sql, migrations))];
}

export async function listVersions(folder: string = SHIPPED.migrations): Promise<string[]> {
  const files = await readdir(folder);
  return files.flatMap((file) => /^(\d{14})_.+\.sql$/.exec(file)?.[1] ?? []).toSorted();
}

async function requireVersion(sql: Sql | TransactionSql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
  if (!row || row.version >= MIN_SERVER_VERSION) return;
  const major = Math.floor(row.version / 10_000);
  throw new UserError(`DATABASE_URL leads to PostgreSQL ${major}, and the site needs 16 or later.`);
}

/** Checked before anything is changed. */
async function requireNotSquashed(sql: Sql | TransactionSql): Promise<void> {
  const squashed = findSquashed(await recordedVersions(sql));
  if (!squashed) return;
  throw new UserError(
    `This store was made by an earlier build (migration ${squashed}) whose migrations no longer exist: keep using ` +
      "that build, or set DATA_DIR or DATABASE_URL to a new store.",
  );
}

async function recordedVersions(sql: Sql | TransactionSql): Promise<Set<string>> {
  const [existing] = await sql`select 1 where to_regclass('supabase_migrations.schema_migrations') is not null`;
  if (!existing) return new Set();
  const done = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  return new Set(done.map(({ version }) => version));
}

/** Skipped where another role owns schema auth: Supabase, or an administrator who prepared the database. */
async function applyPlatform(sql: Sql | TransactionSql, { version, text }: Schema["platform"]): Promise<string[]> {
  const [auth] = await sql<{ own: boolean; versions: boolean }[]>`
    select nspowner = (select oid from pg_roles where rolname = current_user) as own,
      to_regclass('auth.schema_migrations') is not null as versions
    from pg_namespace where nspname = 'auth'`;
  if (auth && !auth.own) return [];
  if (auth?.versions) {
    const [done] = await sql`select 1 from auth.schema_migrations where version = ${version}`;
    if (done) return [];
  }
  await inTransaction(sql, "platform", async (transaction) => {
    await transaction.unsafe(text);
    // The build before, after a rollback, checks its backups against this text.
    await transaction`
      alter table auth.schema_migrations add column if not exists statements text,
        add column if not exists applied_at timestamptz`;
    await transaction`
      insert into auth.schema_migrations (version, statements, applied_at) values (${version}, ${text}, clock_timestamp())
      on conflict do nothing`;
  });
  return ["platform"];
}

async function applyMigrations(sql: Sql | TransactionSql, migrations: readonly Migration[]): Promise<string[]> {
  await ensureMigrationsTable(sql);
  const known = await recordedVersions(sql);
  const ran: string[] = [];
  for (const { version, name, text } of migrations) {
    if (known.has(version)) continue;
    const file = `${version}_${name}.sql`;
    await inTransaction(sql, file, async (transaction) => {
      await transaction.unsafe(text);
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${[text]})`;
    });
    ran.push(file);
  }
  return ran;
}

/** The same table as the Supabase CLI's, so that the CLI knows which migrations have run. */
async function ensureMigrationsTable(sql: Sql | TransactionSql): Promise<void> {
  const [existing] = await sql`select 1 where to_regclass('supabase_migrations.schema_migrations') is not null`;
  if (existing) return;
  await sql`create schema if not exists supabase_migrations`;
  await sql`
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`;
}

async function inTransaction(
  sql: Sql | TransactionSql,
  name: string,
  work: (transaction: TransactionSql) => Promise<unknown>,
): Promise<void> {
  try {
    await ("savepoint" in sql ? sql.savepoint(work) : sql.begin(work));
  } catch (cause) {
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const ROLES = ["anon", "authenticated", "service_role"];

/** Tells in one sentence what the database user may not do, instead of failing in the middle of a migration. */
async function requirePrivileges(sql: Sql | TransactionSql): Promise<void> {
  const [may] = await sql<{ user: string; schemas: boolean; tables: boolean; roles: boolean }[]>`
    select current_user::text as user,
      has_database_privilege(current_database(), 'create') as schemas,
      has_schema_privilege('public', 'create') as tables,
      (
        select bool_and(case
          when owner.rolsuper then true
          when existing.oid is null then owner.rolcreaterole
          else pg_has_role(current_user, existing.oid, 'set')
            or pg_has_role(current_user, existing.oid, 'usage with admin option')
        end)
        from unnest(string_to_array(${ROLES.join()}, ',')) as wanted (name)
        left join pg_roles existing on existing.rolname = wanted.name
        cross join (select * from pg_roles where rolname = current_user) owner
      ) as roles`;
  if (!may) return;
  const missing = [
    ...(may.schemas ? [] : ["create schemas in this database"]),
    ...(may.tables ? [] : ["create tables in schema public"]),
    ...(may.roles ? [] : [`use the roles ${ROLES.join(", ")}, or create them`]),
  ];
  if (missing.length === 0) return;
  throw new UserError(
    `The database user ${may.user} may not ${missing.join(", nor ")}. server/db/privileges.sql grants what the site needs; an administrator runs it.`,
  );
}
