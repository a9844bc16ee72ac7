import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sql, TransactionSql } from "postgres";
import { fixedHost } from "./host-choice.ts";
import { openPool } from "./pool.ts";
import { requirePrivileges } from "./privileges.ts";
import { UserError } from "./user-error.ts";

type Folders = { readonly platform: string; readonly migrations: string };

/** An arbitrary number: one process migrates, the others wait for this lock and find nothing left to run. */
const ADVISORY_LOCK_KEY = 7_583_022;
const MIN_SERVER_VERSION = 160_000;
/** Versions before the migrations were squashed. A store that records one lacks what the new files changed. */
const SQUASHED_VERSION = /^202601\d{8}$/;

const SHIPPED: Folders = {
  platform: fileURLToPath(new URL("platform", import.meta.url)),
  migrations: fileURLToPath(new URL("../../supabase/migrations", import.meta.url)),
};

/** Applies the platform schema that Supabase would provide, then the migrations. Returns the names of those that ran. */
export async function migrate(url: string, folders: Folders = SHIPPED): Promise<string[]> {
  // One connection holds the lock, the other migrates. A lock of a session would be lost behind a transaction pooler.
  const { sql, close } = openPool(fixedHost(url), { max: 2, prepare: false, onnotice: () => {} });
  try {
    await requireVersion(sql);
    return await sql.begin(async (lock) => {
      await lock`select set_config('idle_in_transaction_session_timeout', '0', true)`;
      await lock`select pg_advisory_xact_lock(${ADVISORY_LOCK_KEY})`;
      await requirePrivileges(sql);
      return [...(await applyPlatform(sql, folders.platform)), ...(await applyMigrations(sql, folders.migrations))];
    });
  } finally {
    await close();
  }
}

/** The versions of the migrations that this build needs. */
export async function listVersions(folder: string = SHIPPED.migrations): Promise<string[]> {
  const files = await readdir(folder);
  return files.flatMap((file) => /^(\d{14})_.+\.sql$/.exec(file)?.[1] ?? []).toSorted();
}

async function requireVersion(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
  if (!row || row.version >= MIN_SERVER_VERSION) return;
  const major = Math.floor(row.version / 10_000);
  throw new UserError(`DATABASE_URL leads to PostgreSQL ${major}, and the site needs 16 or later.`);
}

/** Skipped where another role owns schema auth: Supabase, or an administrator who prepared the database. */
async function applyPlatform(sql: Sql, folder: string): Promise<string[]> {
  const [auth] = await sql<{ own: boolean; versions: boolean }[]>`
    select nspowner = (select oid from pg_roles where rolname = current_user) as own,
      to_regclass('auth.schema_migrations') is not null as versions
    from pg_namespace where nspname = 'auth'`;
  if (auth && !auth.own) return [];
  const files = (await readdir(folder)).toSorted();
  const text = (await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")))).join("\n");
  const version = `plumbline-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  if (auth?.versions) {
    const [done] = await sql`select 1 from auth.schema_migrations where version = ${version}`;
    if (done) return [];
  }
  await inTransaction(sql, "platform", async (transaction) => {
    await transaction.unsafe(text);
    await transaction`insert into auth.schema_migrations (version) values (${version}) on conflict do nothing`;
  });
  return ["platform"];
}

async function applyMigrations(sql: Sql, folder: string): Promise<string[]> {
  await ensureMigrationsTable(sql);
  const done = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
  const known = new Set(done.map(({ version }) => version));
  const squashed = [...known].toSorted().findLast((version) => SQUASHED_VERSION.test(version));
  if (squashed) {
    throw new UserError(
      `This store was made by an earlier build (migration ${squashed}) whose migrations no longer exist: keep using ` +
        "that build, or set DATA_DIR or DATABASE_URL to a new store.",
    );
  }
  const ran: string[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted()) {
    const [, version, name] = /^(\d{14})_(.+)\.sql$/.exec(file) ?? [];
    if (!version || !name) throw new Error(`${file} is no migration: its name must be like 20260101000000_name.sql`);
    if (known.has(version)) continue;
    const text = await readFile(join(folder, file), "utf8");
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
async function ensureMigrationsTable(sql: Sql): Promise<void> {
  const [existing] = await sql`select 1 where to_regclass('supabase_migrations.schema_migrations') is not null`;
  if (existing) return;
  await sql`create schema if not exists supabase_migrations`;
  await sql`
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`;
}

async function inTransaction(
  sql: Sql,
  name: string,
  work: (transaction: TransactionSql) => Promise<unknown>,
): Promise<void> {
  try {
    await sql.begin(work);
  } catch (cause) {
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
