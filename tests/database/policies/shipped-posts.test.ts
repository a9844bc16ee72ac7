import { afterAll, beforeAll, expect, test } from "vitest";
import type { Claims } from "../../../server/db/database.ts";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

test("an admin stores a shipped post under its number and slug, without calling it updated", async () => {
  await adopt(admin, 1);
  const [row] = await store.database.sql`
    select slug, version, updated_at = published_at as is_unchanged, created_by from blog_posts where id = 1`;
  expect(row).toEqual({ slug: "balance-is-a-number", version: 1, is_unchanged: true, created_by: admin.id });
  await as(admin, `update blog_posts set title = 'Edited' where id = 1`);
  await adopt(admin, 1);
  expect(await titlesOf(1)).toEqual(["Edited"]);
  expect(await journalOf("1")).toEqual(["changed"]);
});

test("only admins store one, and only the three that ship", async () => {
  const user = await addAccount(store.database, { role: "user" });
  const half = await addAccount(store.database, { role: "admin", factor: true, aal: "aal1" });
  for (const caller of [user, half]) expect(await attemptToAdopt(caller.claims, 2)).toBe("42501");
  expect(await attemptToAdopt(ANON, 2)).toBe("42501");
  expect(await attemptToAdopt(admin.claims, 4)).toBe("22023");
  expect(await titlesOf(2)).toEqual([]);
});

test("anyone learns which shipped posts are replaced, whatever the state of their row, and nothing more", async () => {
  await adopt(admin, 2);
  await as(admin, `update blog_posts set status = 'draft' where id = 2`);
  const rows = await store.database.asCaller(ANON, (sql) => sql`select replaced_shipped_posts() as id order by 1`);
  expect(rows.map(({ id }) => Number(id))).toEqual([1, 2]);
  const seen = await store.database.asCaller(ANON, (sql) => sql`select id from blog_posts where id = 2`);
  expect([...seen]).toEqual([]);
});

test("a new slug keeps the shipped one as a former slug; no other post can take it", async () => {
  await adopt(admin, 3);
  await as(admin, `update blog_posts set slug = 'measured' where id = 3`);
  const other = `insert into blog_posts (title, excerpt, content, created_by)
    values ('Every action has a measurable reaction', 'e', 'c', auth.uid()) returning slug`;
  expect(await as(admin, other)).toEqual([{ slug: "every-action-has-a-measurable-reaction-2" }]);
  await as(admin, `update blog_posts set slug = 'every-action-has-a-measurable-reaction' where id = 3`);
  const [row] = await store.database.sql`select slug from blog_posts where id = 3`;
  expect(row?.slug).toBe("every-action-has-a-measurable-reaction");
});

test("emptying the bin keeps a deleted shipped post hidden and takes back one that was only opened", async () => {
  const { sql } = store.database;
  await sql`update blog_posts set deleted_at = now() - interval '31 days' where id = 2`;
  await sql`delete from blog_posts where id = 3`;
  await adopt(admin, 3);
  const empty = () => store.database.asCaller(SERVICE, (service) => service`select empty_bin()`);
  await empty();
  expect(await storedIds()).toEqual([1, 2, 3]);
  await sql`alter table blog_posts disable trigger user`;
  await sql`update blog_posts set created_at = now() - interval '2 days' where id <= 3`;
  await sql`alter table blog_posts enable trigger user`;
  await as(admin, `insert into post_drafts (owner, post_id, post_version) values (auth.uid(), 3, 1)`);
  await empty();
  expect(await storedIds(), "a draft keeps the row").toEqual([1, 2, 3]);
  await sql`delete from post_drafts`;
  await empty();
  expect(await storedIds()).toEqual([1, 2]);
});

test("going back to the shipped version keeps the history and is in the journal", async () => {
  await as(admin, `delete from blog_posts where id = 1`);
  expect(await storedIds()).toEqual([2]);
  await adopt(admin, 1);
  const versions = await as(admin, `select version, data ->> 'title' as title from post_history(1)`);
  expect(versions).toEqual([
    { version: 3, title: "Shipped 1" },
    { version: 2, title: "Edited" },
    { version: 1, title: "Shipped 1" },
  ]);
  expect(await journalOf("1")).toEqual(["changed", "erased"]);
});

const ADOPTION = `select adopt_shipped_post(post_id => $1, title => 'Shipped ' || $1, excerpt => 'e', content => '<p>c</p>',
  category => 'Design', tags => '{a}', author_name => 'A', author_bio => '', image_url => '/art/x-1200.webp',
  published_at => '2026-09-30T12:00:00Z')`;

const as = async (caller: Caller, statement: string) => [
  ...(await store.database.asCaller(caller.claims, (sql) => sql.unsafe(statement))),
];
const adopt = (caller: Caller, id: number) => as(caller, ADOPTION.replaceAll("$1", String(id)));
const attemptToAdopt = (claims: Claims, id: number) =>
  attempt(store.database, claims, (sql) => sql.unsafe(ADOPTION.replaceAll("$1", String(id))));

async function titlesOf(id: number) {
  return (await store.database.sql`select title from blog_posts where id = ${id}`).map(({ title }) => title);
}
async function storedIds() {
  const rows = await store.database.sql`select id from blog_posts where id <= 3 order by id`;
  return rows.map(({ id }) => Number(id));
}
async function journalOf(subject: string) {
  const rows = await store.database
    .sql`select action from journal where kind = 'post' and subject = ${subject} order by id`;
  return rows.map(({ action }) => action);
}
