import type { JSONValue } from "postgres";
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

test("only the service role inserts samples", async () => {
  for (const claims of [ANON, admin.claims]) {
    expect(await attemptAs(claims, samples())).toBe("42501");
  }
  expect(await idsOf()).toEqual([]);
});

test("they have their numbers, slugs and dates, are nobody's change, and are inserted once", async () => {
  expect(await Promise.all([seed(), seed()])).toContain(true);
  expect(await seed()).toBe(false);
  const [row] = await store.database.sql`
    select slug, version, published_at, updated_at, created_by, updated_by from blog_posts where id = 1`;
  const published = new Date("2026-09-30T12:00:00Z");
  expect(row).toEqual({
    slug: "sample-1",
    version: 1,
    published_at: published,
    updated_at: published,
    created_by: null,
    updated_by: null,
  });
  expect(await categories()).toEqual(["Design", "Strategy"]);
  expect([...(await store.database.sql`select from journal where kind in ('post', 'content')`)]).toEqual([]);
  const [last] = await store.database.sql`select last_changes(10) as changes`;
  expect(last?.changes).toEqual([]);
});

test("they are edited, journaled, found under former slugs and renamed with their category like any other post", async () => {
  await as(`update blog_posts set title = 'Edited', slug = 'edited' where id = 1`);
  const [former] = await as(`select id::int from find_post('sample-1')`);
  expect(former).toEqual({ id: 1 });
  expect(await as(`select action from journal where subject = '1'`)).toEqual([{ action: "changed" }]);
  const versions = await as(`select version, data ->> 'title' as title, email from post_history(1)`);
  expect(versions).toEqual([
    { version: 2, title: "Edited", email: expect.any(String) },
    { version: 1, title: "Sample 1", email: null },
  ]);
  await as(`update entries set data = '{"name":"Craft"}' where key = 'design'`);
  expect(await as(`select category from blog_posts where id = 1`)).toEqual([{ category: "Craft" }]);
});

test("the next post has the number after them, and deleted ones stay deleted", async () => {
  const [post] = await as(`insert into blog_posts (title, excerpt, content, created_by)
    values ('Sample 2', 'e', 'c', auth.uid()) returning id::int, slug`);
  expect(post).toEqual({ id: 4, slug: "sample-2-2" });
  await as(`update blog_posts set deleted_at = now() - interval '31 days' where id = 2`);
  await as(`delete from blog_posts where id = 3`);
  await store.database.asCaller(SERVICE, (sql) => sql`select empty_bin()`);
  expect(await seed()).toBe(false);
  expect(await idsOf()).toEqual([1, 4]);
});

test("a later set has a name of its own and leaves rows that are there as they are", async () => {
  expect(await seed("more")).toBe(true);
  expect(await idsOf()).toEqual([1, 2, 3, 4]);
  expect(await as(`select title from blog_posts where id = 1`)).toEqual([{ title: "Edited" }]);
  expect(await categories()).toEqual(["Craft", "Strategy"]);
});

test("a set that does not fit leaves nothing, so that it can be repeated", async () => {
  const wrong = { ...samples("wrong"), posts: [{ ...sample(9), title: " " }] };
  expect(await attemptAs(SERVICE, wrong)).toBe("23514");
  expect(await seed("wrong")).toBe(true);
});

const sample = (id: number) => ({
  id,
  slug: `sample-${id}`,
  title: `Sample ${id}`,
  excerpt: "e",
  content: "<p>c</p>",
  category: "Design",
  tags: ["a"],
  author_name: "A",
  author_bio: "",
  authors: ["a"],
  image_url: "/art/x-1200.webp",
  published_at: "2026-09-30T12:00:00Z",
});
const category = (key: string, name: string) => ({ collection: "categories", key, position: 1_000, data: { name } });
function samples(name = "posts"): { [part: string]: JSONValue } {
  return {
    name,
    entries: [category("design", "Design"), category("strategy", "Strategy")],
    posts: [sample(1), sample(2), sample(3)],
  };
}

async function seed(name = "posts"): Promise<boolean> {
  const given = samples(name);
  const [row] = await store.database.asCaller(SERVICE, (sql) => sql`select seed_samples(${sql.json(given)}) as done`);
  return row?.done;
}
const attemptAs = (claims: Claims, given: JSONValue) =>
  attempt(store.database, claims, (sql) => sql`select seed_samples(${sql.json(given)})`);
const as = async (statement: string) => [
  ...(await store.database.asCaller(admin.claims, (sql) => sql.unsafe(statement))),
];
async function idsOf() {
  return (await store.database.sql`select id::int from blog_posts order by id`).map(({ id }) => id);
}
async function categories() {
  const rows = await store.database.sql`
    select data ->> 'name' as name from entries where collection = 'categories' order by key`;
  return rows.map(({ name }) => name);
}
