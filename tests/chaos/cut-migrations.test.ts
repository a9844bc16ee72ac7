import { readdirSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type EmbeddedPostgres, startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { isAlive, processesIn } from "../../server/db/embedded/processes.ts";
import { migrate } from "../../server/db/migrate.ts";
import { withSql } from "../fixtures/database/query.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const SHIPPED = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));
const PLATFORM = fileURLToPath(new URL("../../backend/platform", import.meta.url));
const files = readdirSync(SHIPPED).toSorted();
const MIDDLE = Math.floor(files.length / 2);
const KILLS = [["site"], ["session"], ["postmaster"], ["site", "postmaster"]] as const;
const HALT_TIMEOUT_MS = 60_000;

const folders: string[] = [];
let completeSchema: readonly string[];

beforeAll(async () => {
  const store = await createStore(files.length);
  completeSchema = await describeSchema(store.superuserUrl);
  await store.stop();
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test.each([
  { when: "on first start", migrated: 0, halted: MIDDLE, kept: [] },
  { when: "after an update", migrated: files.length - 2, halted: files.length - 2, kept: [{ title: "Kept" }] },
])("a migration $when that is killed halfway is completed by the next start", async (given) => {
  const store = await createStore(given.migrated);
  const cluster = join(store.folder, "data");
  onTestFinished(() => {
    for (const pid of processesIn(cluster)) process.kill(pid, "SIGKILL");
  });
  const halt = await haltAt(files[given.halted] ?? "", store);
  for (const { title } of given.kept) await withSql(store.superuserUrl, insertPost(title));
  await store.stop();

  for (const victims of KILLS) {
    const start = spawnSite({ DATA_DIR: store.dataDir }).then((site) => site.stop(), String);
    onTestFinished(async () => void (await start));
    const halted = await findHalted(store, `no migration before the kill of ${victims.join(" and ")}`);
    for (const victim of victims) process.kill(halted[victim], "SIGKILL");
    expect(await start).toContain("The site ended");
    // A site that was not killed itself stops PostgreSQL.
    if (victims[0] !== "site") await expect.poll(() => processesIn(cluster)).toEqual([]);
  }

  await rm(halt);
  const site = await spawnSite({ DATA_DIR: store.dataDir });
  expect((await get(site.url, "/readyz")).status).toBe(200);
  const { superuserUrl } = await openStore(store.dataDir);
  expect(await describeSchema(superuserUrl)).toEqual(completeSchema);
  // The samples have the first three numbers.
  const posts = await withSql(superuserUrl, (sql) => sql`select title from public.blog_posts where id > 3`);
  expect(posts).toEqual(given.kept);
  await site.stop();
  await expect.poll(() => processesIn(cluster)).toEqual([]);
});

type Store = EmbeddedPostgres & { readonly dataDir: string };

/** The store of an older version of the site, with only the first migrations. */
async function createStore(migrations: number): Promise<Store> {
  const [dataDir, folder] = [await createFolder(), await createFolder()];
  for (const file of files.slice(0, migrations)) await cp(join(SHIPPED, file), join(folder, file));
  const embedded = await openStore(dataDir);
  if (migrations > 0) await migrate(embedded.url, { platform: PLATFORM, migrations: folder });
  return embedded;
}

/** `superuserUrl` leads to the product's database, where no policy applies to the superuser. */
async function openStore(dataDir: string): Promise<Store> {
  const embedded = await startEmbedded({ dataDir, join: true });
  const { pathname } = new URL(embedded.url);
  return { ...embedded, superuserUrl: Object.assign(new URL(embedded.superuserUrl), { pathname }).href, dataDir };
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-migrations-"));
  folders.push(folder);
  return folder;
}

/** While the returned file exists, this migration sleeps before its commit. */
async function haltAt(file: string, { url, superuserUrl, folder }: Store): Promise<string> {
  const record = "supabase_migrations.schema_migrations";
  await withSql(url, (sql) =>
    sql.unsafe(`
      create schema if not exists supabase_migrations;
      create table if not exists ${record} (version text primary key, statements text[], name text)`),
  );
  await withSql(superuserUrl, (sql) =>
    sql.unsafe(`
      create function supabase_migrations.halt() returns trigger language plpgsql security definer as $$
        begin
          if (pg_stat_file('halt', true)).size is not null then perform pg_sleep(3600); end if;
          return new;
        end $$;
      create trigger halt before insert on ${record}
        for each row when (new.version = '${file.slice(0, 14)}') execute function supabase_migrations.halt()`),
  );
  const halt = join(folder, "data", "halt");
  await writeFile(halt, "");
  return halt;
}

type Halted = { readonly site: number; readonly session: number; readonly postmaster: number };

/** Waits until the migration sleeps, and returns the PIDs. */
async function findHalted({ url, folder }: Store, message: string): Promise<Halted> {
  const find = async (): Promise<Halted> => {
    const [postmaster = 0, , , port] = await readLock(join(folder, "data"));
    const [row] = await withSql(Object.assign(new URL(url), { port }).href, selectHalted);
    if (!row || !isAlive(row.site)) throw new Error("Not yet");
    return { ...row, postmaster };
  };
  return vi.waitFor(find, { timeout: HALT_TIMEOUT_MS, interval: 50 }).catch((cause: unknown) => {
    throw new Error(message, { cause });
  });
}

/** The application_name of the site's first session contains its PID; the migrating session starts later. */
const selectHalted = (sql: Sql) => sql<{ site: number; session: number }[]>`
  select split_part(holder.application_name, ':', 2)::int as site, migration.pid as session
  from pg_stat_activity holder join pg_stat_activity migration on migration.backend_start > holder.backend_start
  where holder.application_name like 'plumbline-holder:%' and migration.wait_event = 'PgSleep'`;

const insertPost = (title: string) => (sql: Sql) =>
  sql`
  insert into public.blog_posts (title, excerpt, content) values (${title}, 'In short.', 'At length.')`;

/** The first line of postmaster.pid is the PID, the fourth the port. */
async function readLock(cluster: string): Promise<number[]> {
  return (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n").map(Number);
}

/** The definitions of all columns, constraints, indexes, policies, triggers and functions, and the recorded migrations. */
async function describeSchema(url: string): Promise<string[]> {
  const rows = await withSql(
    url,
    (sql) => sql<{ fact: string }[]>`
    with own as (select oid from pg_namespace where nspname in ('public', 'auth', 'storage')),
      tables as (select * from pg_class where relnamespace in (select oid from own))
    select concat_ws(' ', c.oid::regclass, c.relacl, c.relrowsecurity, c.relforcerowsecurity, attname,
        format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as fact
      from tables c left join pg_attribute on attrelid = c.oid and attnum > 0
        left join pg_attrdef on adrelid = c.oid and adnum = attnum
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace in (select oid from own)
    union all select pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from tables)
    union all select pg_policies::text from pg_policies
    union all select pg_get_triggerdef(oid)
      from pg_trigger where not tgisinternal and tgrelid in (select oid from tables)
    union all select concat(proacl, pg_get_functiondef(oid))
      from pg_proc where pronamespace in (select oid from own) and prokind = 'f'
    union all select version from supabase_migrations.schema_migrations
    union all select version from auth.schema_migrations
    order by 1`,
  );
  return rows.map(({ fact }) => fact);
}
