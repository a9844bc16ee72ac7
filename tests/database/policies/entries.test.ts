import { afterAll, beforeAll, expect, test } from "vitest";
import type { Claims } from "../../../backend/database/database.ts";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

test.each([
  ["data that is a list", { data: [] }, "23514"],
  ["data that is a text", { data: "x" }, "23514"],
  ["data of more than 64 KB", { data: { text: "x".repeat(70_000) } }, "23514"],
  ["a key with a slash", { key: "a/b" }, "23514"],
  ["an empty key", { key: "" }, "23514"],
  ["a collection in capitals", { collection: "Values" }, "23514"],
  ["an endless position", { position: Infinity }, "23514"],
  ["a chosen version", { version: 99 }, "42501"],
])("the database refuses %s", async (_, change, refusal) => {
  expect(await insert(admin.claims, { key: "refused", ...change })).toBe(refusal);
});

test("what is live is read by everybody, what is scheduled by admins only, and each key has one of each", async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await insert(admin.claims, { key: "one" })).toBe("ok 1");
  expect(await insert(admin.claims, { key: "one" })).toBe("23505");
  expect(await insert(admin.claims, { key: "one", live_from: tomorrow })).toBe("ok 1");
  expect(await insert(admin.claims, { key: "one", live_from: tomorrow })).toBe("23505");
  expect(await count(ANON, "one")).toBe(1);
  expect(await count(admin.claims, "one")).toBe(2);
});

test("what is hidden is read by admins only; the server learns which entries are hidden, without their data", async () => {
  const user = await addAccount(store.database, { role: "user" });
  await insert(admin.claims, { key: "shown", data: { title: "shown" } });
  await insert(admin.claims, { key: "secret", data: { title: "secret" }, hidden: true });
  for (const by of [ANON, user.claims]) {
    expect(await count(by, "secret")).toBe(0);
    expect(await attempt(store.database, by, (sql) => sql`select * from live_entries()`)).toBe("42501");
  }
  expect(await count(admin.claims, "secret")).toBe(1);
  const live = await store.database.asCaller(
    SERVICE,
    (sql) => sql`select key, data, hidden from live_entries() where key in ('secret', 'shown') order by key`,
  );
  expect([...live]).toEqual([
    { key: "secret", data: {}, hidden: true },
    { key: "shown", data: { title: "shown" }, hidden: false },
  ]);
});

test("a scheduled entry replaces the live one when its time has come", async () => {
  await insert(admin.claims, { key: "due", data: { title: "old" } });
  await insert(admin.claims, { key: "due", data: { title: "new" }, live_from: new Date(Date.now() + 86_400_000) });
  await passTime("due");
  await insert(admin.claims, { key: "due", data: { title: "newest" }, live_from: new Date(Date.now() + 86_400_000) });
  const rows = await store.database.asCaller(ANON, (sql) => sql`select data from entries where key = 'due'`);
  expect([...rows]).toEqual([{ data: { title: "new" } }]);
});

test("an update that names the version it saw is refused after another change", async () => {
  await insert(admin.claims, { key: "guarded" });
  const change = () =>
    attempt(
      store.database,
      admin.claims,
      (sql) => sql`update entries set data = '{"a":1}' where key = 'guarded' and version = 1`,
    );
  expect((await Promise.all([change(), change()])).toSorted()).toEqual(["ok 0", "ok 1"]);
});

test("every change keeps a version with its author, also of what is removed, and numbers go on", async () => {
  await insert(admin.claims, { key: "kept", data: { title: "first" } });
  const other = await addAccount(store.database, { role: "admin" });
  await attempt(
    store.database,
    other.claims,
    (sql) => sql`update entries set data = '{"title":"second"}' where key = 'kept'`,
  );
  await attempt(store.database, admin.claims, (sql) => sql`delete from entries where key = 'kept'`);
  await insert(admin.claims, { key: "kept", data: { title: "again" } });
  const history = await store.database.asCaller(
    admin.claims,
    (sql) => sql`select version, change, data ->> 'title' as title, email from entry_history('test', 'kept')`,
  );
  expect([...history]).toEqual([
    { version: 4, change: "published", title: "again", email: `${admin.id}@people.example` },
    { version: 3, change: "removed", title: "second", email: `${admin.id}@people.example` },
    { version: 2, change: "published", title: "second", email: `${other.id}@people.example` },
    { version: 1, change: "published", title: "first", email: `${admin.id}@people.example` },
  ]);
});

test("the history is empty for everybody but admins", async () => {
  await insert(admin.claims, { key: "private" });
  const user = await addAccount(store.database, { role: "user" });
  const rows = await attempt(store.database, user.claims, (sql) => sql`select * from entry_history('test', 'private')`);
  expect(rows).toBe("ok 0");
  expect(await attempt(store.database, ANON, (sql) => sql`select * from entry_history('test', 'private')`)).toBe(
    "42501",
  );
});

test("deleting an editor's account keeps the versions and drafts without the name", async () => {
  const leaver = await addAccount(store.database, { role: "admin" });
  await insert(leaver.claims, { key: "left" });
  await attempt(
    store.database,
    leaver.claims,
    (sql) => sql`insert into entry_drafts (collection, key, data) values ('test', 'left', '{}')`,
  );
  await store.database.sql`delete from auth.users where id = ${leaver.id}`;
  const [version] = await store.database.sql`select made_by from entry_versions where key = 'left'`;
  const [draft] = await store.database.sql`select updated_by, version from entry_drafts where key = 'left'`;
  expect([version?.made_by, draft]).toEqual([null, { updated_by: null, version: 1 }]);
});

function insert(claims: Claims, change: Record<string, unknown>): Promise<string> {
  const { data = {}, ...columns } = { collection: "test", ...change } as Record<string, unknown>;
  return attempt(
    store.database,
    claims,
    (sql) => sql`insert into entries ${sql({ ...columns, data: sql.json(data as never) } as never)}`,
  );
}

async function count(claims: Claims, key: string): Promise<number> {
  const rows = await store.database.asCaller(claims, (sql) => sql`select id from entries where key = ${key}`);
  return rows.length;
}

/** Only the owner of the table can move a scheduled time into the past without publishing. */
async function passTime(key: string): Promise<void> {
  const { sql } = store.database;
  await sql`alter table entries disable trigger user`;
  await sql`update entries set live_from = now() - interval '1 second' where key = ${key} and is_scheduled`;
  await sql`alter table entries enable trigger user`;
}
