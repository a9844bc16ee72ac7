import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { expect, inject, onTestFinished, test } from "vitest";
import { connect } from "../../server/db/database.ts";
import { migrate } from "../../server/db/migrate.ts";
import { addAccount } from "../fixtures/callers.ts";
import { asSuperuser } from "../fixtures/database.ts";

const platform = fileURLToPath(new URL("../../server/db/platform.sql", import.meta.url));

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
  const file = join(migrations, "20260101000000_broken.sql");
  await writeFile(file, "create table public.half (id int); select 1 / 0;");
  await expect(migrate(url, { platform, migrations })).rejects.toThrow("20260101000000_broken.sql failed");
  await writeFile(file, "create table public.half (id int);");
  expect(await migrate(url, { platform, migrations })).toEqual(["20260101000000_broken.sql"]);
});

test("a start fails if the owner cannot switch to the callers' roles", async () => {
  const owner = `tenant_${randomBytes(4).toString("hex")}`;
  await asSuperuser(`create role ${owner} login password 'tenant'`);
  const url = await createEmptyDatabase({ owner, password: "tenant" });
  await expect(migrate(url)).rejects.toThrow(/anon/);
});

function superuserUrl(database: string): string {
  const address = new URL(inject("postgresUrl"));
  address.pathname = `/${database}`;
  return address.href;
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
  const sql = postgres(superuserUrl(name), { max: 1, onnotice: () => {} });
  await sql`drop schema supabase_migrations cascade`;
  await sql.end();
}
