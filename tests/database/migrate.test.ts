import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, onTestFinished, test } from "vitest";
import { connect } from "../../backend/database/database.ts";
import { UserError } from "../../backend/database/user-error.ts";
import { migrate } from "../../server/db/migrate.ts";
import { addAccount } from "../fixtures/auth/callers.ts";
import { asSuperuser, superuserUrl } from "../fixtures/database/database.ts";
import { withSql } from "../fixtures/database/query.ts";

const platform = fileURLToPath(new URL("../../backend/platform", import.meta.url));

test("an empty database is migrated once by five processes that start together", async () => {
  const url = await createEmptyDatabase({ owner: "plumbline" });
  const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
  expect(ran.filter((files) => files.length > 0)).toHaveLength(1);
  expect(await migrate(url)).toEqual([]);
});

test("policies apply to callers when the database owner is a superuser", async () => {
  const url = await createEmptyDatabase({ owner: "postgres" });
  const asRoot = superuserUrl(new URL(url).pathname.slice(1));
  await migrate(asRoot);
  const database = connect(asRoot);
  const user = await addAccount(database);
  const posting = database.asCaller(
    user.claims,
    (sql) => sql`insert into blog_posts (title, excerpt, content) values ('No', 'e', 'c')`,
  );
  await expect(posting).rejects.toMatchObject({ code: "42501" });
  await database.close();
});

test("an owner without superuser rights can migrate a database with prepared schemas", async () => {
  const owner = `tenant_${randomBytes(4).toString("hex")}`;
  await asSuperuser(`create role ${owner} login noinherit password 'tenant'`);
  const url = await createEmptyDatabase({ owner, password: "tenant" });
  const name = new URL(url).pathname.slice(1);
  // Like Supabase, a superuser owns the schemas auth and storage.
  await migratePlatformAs(name);
  await asSuperuser(
    `grant usage on schema auth, storage to ${owner};
     grant select, references on all tables in schema auth to ${owner};
     grant select, insert on storage.buckets to ${owner};
     create policy tenant on storage.buckets to ${owner} using (true) with check (true);
     grant anon, authenticated, service_role to ${owner} with inherit false, set true`,
    name,
  );
  const ran = await migrate(url);
  expect(ran).not.toContain("platform");
  expect(ran.length).toBeGreaterThan(3);
  expect(await migrate(url)).toEqual([]);

  const asRoot = connect(superuserUrl(name));
  const admin = await addAccount(asRoot, { role: "admin" });
  await asRoot.close();
  const database = connect(url);
  const [post] = await database.asCaller(
    admin.claims,
    (sql) => sql`insert into blog_posts (title, excerpt, content) values ('Works', 'e', 'c') returning slug`,
  );
  expect(post).toEqual({ slug: "works" });
  expect((await database.asCaller({ role: "anon" }, (sql) => sql`select from blog_posts`)).count).toBe(1);
  await database.close();
});

test("a failed migration is rolled back, named in the error, and runs again once fixed", async () => {
  const url = await createEmptyDatabase({ owner: "plumbline" });
  const migrations = await mkdtemp(join(tmpdir(), "plumbline-migrations-"));
  onTestFinished(() => rm(migrations, { recursive: true, force: true }));
  const file = join(migrations, "20990101000000_broken.sql");
  await writeFile(file, "create table public.half (id int); select 1 / 0;");
  await expect(migrate(url, { platform, migrations })).rejects.toThrow("20990101000000_broken.sql failed");
  await writeFile(file, "create table public.half (id int);");
  expect(await migrate(url, { platform, migrations })).toEqual(["20990101000000_broken.sql"]);
});

test("a store that records a migration from before the squash is refused in one sentence and stays unchanged", async () => {
  const url = await createMigratedDatabase("20260113000000");
  // A platform schema of another build, which a start would replace.
  await withSql(url, (sql) => sql`delete from auth.schema_migrations`);
  await withSql(url, (sql) => sql`drop table auth.rate_limits`);
  await withSql(url, (sql) => sql`delete from supabase_migrations.schema_migrations where version <> '20260113000000'`);
  await expect(migrate(url)).rejects.toThrow(
    new UserError(
      "This store was made by an earlier build (migration 20260113000000) whose migrations no longer exist: " +
        "keep using that build, or set DATA_DIR or DATABASE_URL to a new store.",
    ),
  );
  expect(await withSql(url, (sql) => sql`select version from supabase_migrations.schema_migrations`)).toEqual([
    { version: "20260113000000" },
  ]);
  expect(await withSql(url, (sql) => sql`select to_regclass('auth.rate_limits') as platform`)).toEqual([
    { platform: null },
  ]);
});

test("a build accepts a store that a newer build has migrated", async () => {
  const url = await createMigratedDatabase("29990101000000");
  await withSql(url, (sql) => sql`alter table blog_posts add column subtitle text`);
  expect(await migrate(url)).toEqual([]);
  const [post] = await withSql(
    url,
    (sql) => sql`insert into blog_posts (title, excerpt, content) values ('Works', 'e', 'c') returning slug`,
  );
  expect(post).toEqual({ slug: "works" });
});

test("privileges.sql gives a new user all that the migrations need", async () => {
  const name = `site_${randomBytes(4).toString("hex")}`;
  const file = await readFile(new URL("../../server/db/privileges.sql", import.meta.url), "utf8");
  const roles = `grant anon, authenticated, service_role to ${name} with inherit false, set true`;
  expect(file, "the roles of this server exist already").toContain(roles.replace(name, "plumbline"));
  const statements = file
    .replaceAll(/^--.*$/gm, "")
    .replaceAll(/\bplumbline\b/g, name)
    .split(";");
  for (const statement of [...statements.filter((text) => text.trim()), roles]) await asSuperuser(statement);
  onTestFinished(() => asSuperuser(`drop database ${name} with (force)`));
  const address = new URL(inject("ownerUrl"));
  [address.username, address.password, address.pathname] = [name, "change-me", `/${name}`];
  expect((await migrate(address.href)).length).toBeGreaterThan(3);
});

test("a start fails if the owner cannot switch to the callers' roles", async () => {
  const owner = `tenant_${randomBytes(4).toString("hex")}`;
  await asSuperuser(`create role ${owner} login password 'tenant'`);
  const url = await createEmptyDatabase({ owner, password: "tenant" });
  await expect(migrate(url)).rejects.toThrow(/anon/);
});

/** A migrated database that also records this version. */
async function createMigratedDatabase(version: string): Promise<string> {
  const url = await createEmptyDatabase({ owner: "plumbline" });
  await migrate(url);
  await withSql(url, (sql) => sql`insert into supabase_migrations.schema_migrations (version) values (${version})`);
  return url;
}

async function createEmptyDatabase({ owner, password }: { owner: string; password?: string }): Promise<string> {
  const name = `empty_${randomBytes(8).toString("hex")}`;
  await asSuperuser(`create database ${name} owner ${owner}`);
  onTestFinished(() => asSuperuser(`drop database if exists ${name} with (force)`));
  const address = new URL(inject("ownerUrl"));
  address.pathname = `/${name}`;
  if (password) [address.username, address.password] = [owner, password];
  return address.href;
}

async function migratePlatformAs(name: string): Promise<void> {
  const emptyFolder = await mkdtemp(join(tmpdir(), "plumbline-migrations-"));
  await migrate(superuserUrl(name), { platform, migrations: emptyFolder });
  await rm(emptyFolder, { recursive: true });
  await withSql(superuserUrl(name), (sql) => sql`drop schema supabase_migrations cascade`);
}
