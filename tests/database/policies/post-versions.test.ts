import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

test("every change of a post keeps a version with its author; a deleted account is no change and loses its name", async () => {
  const other = await addAccount(store.database, { role: "admin" });
  const id = await addPost(admin, "First");
  await as(other, `update blog_posts set title = 'Second' where id = ${id}`);
  await as(other, `update blog_posts set deleted_at = now() where id = ${id}`);
  await store.database.sql`delete from auth.users where id = ${other.id}`;
  expect(await history(id)).toEqual([
    { version: 3, title: "Second", deleted: true, email: null },
    { version: 2, title: "Second", deleted: false, email: null },
    { version: 1, title: "First", deleted: false, email: `${admin.id}@people.example` },
  ]);
});

test("the history is empty for everybody but admins, and ends with the post", async () => {
  const id = await addPost(admin, "Gone");
  const user = await addAccount(store.database, { role: "user" });
  expect(await attempt(store.database, user.claims, (sql) => sql`select * from post_history(${id})`)).toBe("ok 0");
  await as(admin, `delete from blog_posts where id = ${id}`);
  expect(await history(id)).toEqual([]);
});

test("the bin is emptied of posts that were deleted 30 days ago", async () => {
  const [old, young, live] = [await addPost(admin, "Old"), await addPost(admin, "Young"), await addPost(admin, "Live")];
  const { sql } = store.database;
  await sql`update blog_posts set deleted_at = now() - interval '31 days' where id = ${old}`;
  await sql`update blog_posts set deleted_at = now() - interval '29 days' where id = ${young}`;
  const [emptied] = await store.database.asCaller(SERVICE, (service) => service`select empty_bin() as posts`);
  expect(emptied?.posts).toBe(1);
  const rows = await sql`select id from blog_posts where id in (${old}, ${young}, ${live}) order by id`;
  expect(rows.map((row) => row.id)).toEqual([young, live]);
});

test("a removed entry can be found for 30 days, until it is back", async () => {
  const { sql } = store.database;
  const removed = () =>
    store.database.asCaller(admin.claims, (own) => own`select key, data from removed_entries('test')`);
  await as(
    admin,
    `insert into entries (collection, key, data) values ('test', 'one', '{"a":1}'), ('test', 'two', '{}')`,
  );
  await as(admin, `delete from entries where collection = 'test'`);
  await sql`update entry_versions set made_at = now() - interval '31 days' where key = 'two'`;
  expect([...(await removed())]).toEqual([{ key: "one", data: { a: 1 } }]);
  await as(admin, `insert into entries (collection, key, data) values ('test', 'one', '{"a":1}')`);
  expect([...(await removed())]).toEqual([]);
});

async function addPost({ id, claims }: Caller, title: string): Promise<string> {
  const [post] = await store.database.asCaller(
    claims,
    (sql) =>
      sql`insert into blog_posts (title, excerpt, content, created_by) values (${title}, 'e', 'c', ${id}) returning id`,
  );
  return post?.id as string;
}

async function as({ claims }: Caller, statement: string): Promise<void> {
  await store.database.asCaller(claims, (sql) => sql.unsafe(statement));
}

async function history(id: string) {
  const rows = await store.database.asCaller(
    admin.claims,
    (sql) => sql`select version, data ->> 'title' as title, data ->> 'deleted_at' is not null as deleted, email
      from post_history(${id})`,
  );
  return [...rows];
}
