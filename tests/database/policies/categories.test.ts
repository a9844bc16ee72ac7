import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, attempt, type Caller } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
  for (const name of ["Technology", "Strategy", "Design", "Marketing", "Business"]) {
    await write(name.toLowerCase(), { name });
  }
  await store.database.sql`delete from journal`;
});
afterAll(() => store.drop());

test("renaming a category rewrites its posts, keeps their versions and is one line in the journal", async () => {
  const ids = [await addPost("Design"), await addPost("Design"), await addPost("Strategy")];
  await write("design", { name: "Craft" });
  expect(await categoriesOf(ids)).toEqual(["Craft", "Craft", "Strategy"]);
  await write("design", { name: "Handcraft" });
  expect(await categoriesOf(ids)).toEqual(["Handcraft", "Handcraft", "Strategy"]);
  const [post] = await as(`select version from post_history(${ids[0]}) limit 1`);
  expect(post?.version).toBe(3);
  const lines = await store.database.sql`select subject from journal where kind = 'content'`;
  expect(lines.map(({ subject }) => subject)).toEqual(["categories/design"]);
  const ofPosts = await store.database.sql`select action from journal where subject = any (${ids.map(String)})`;
  expect(ofPosts.map(({ action }) => action)).toEqual(["published", "published", "published"]);
});

test("a category in use can be neither hidden nor removed; the error says how many posts have it", async () => {
  await write("field-notes", { name: "Field notes" });
  const id = await addPost("Field notes");
  const removal = `delete from entries where collection = 'categories' and key = 'field-notes'`;
  await expect(as(removal)).rejects.toThrow("1 post is in this category. Move it to another one first.");
  await addPost("Field notes");
  const hiding = `update entries set hidden = true where key = 'field-notes'`;
  await expect(as(hiding)).rejects.toThrow("2 posts are in this category. Move them to another one first.");
  expect(await categoriesOf([id])).toEqual(["Field notes"]);
  await as(`update blog_posts set category = 'Business' where category = 'Field notes'`);
  await as(removal);
  await write("marketing", { name: "Marketing" }, true);
});

test("category names are unique and cannot be scheduled; an invalid name is refused", async () => {
  await expect(write("business", { name: "technology" })).rejects.toThrow(
    "There is a category with this name already.",
  );
  const later = `insert into entries (collection, key, data, live_from)
    values ('categories', 'later', '{"name":"Trade"}', now() + interval '1 hour')`;
  await expect(as(later)).rejects.toThrow("A category cannot be scheduled");
  const id = await addPost("Business");
  for (const name of [7, "", "x".repeat(31)]) {
    await expect(write("business", { name })).rejects.toThrow("A category needs a name of 1 to 30 characters.");
  }
  expect(await categoriesOf([id])).toEqual(["Business"]);
  await write("business", { name: "Trade" });
  expect(await categoriesOf([id])).toEqual(["Trade"]);
});

test("only an admin can rename a category", async () => {
  const user = await addAccount(store.database, { role: "user" });
  const renaming = `insert into entries (collection, key, data) values ('categories', 'technology', '{"name":"Tech"}')`;
  expect(await attempt(store.database, user.claims, (sql) => sql.unsafe(renaming))).toBe("42501");
});

const as = async (statement: string) => [
  ...(await store.database.asCaller(admin.claims, (sql) => sql.unsafe(statement))),
];
const write = (key: string, data: object, hidden = false) =>
  as(`insert into entries (collection, key, data, hidden) values ('categories', '${key}', '${JSON.stringify(data)}', ${hidden})
    on conflict (collection, key, locale, is_scheduled) do update set data = excluded.data, hidden = excluded.hidden`);

async function addPost(category: string): Promise<number> {
  const [post] = await as(`insert into blog_posts (title, excerpt, content, category, created_by)
    values ('T', 'e', 'c', '${category}', auth.uid()) returning id`);
  return Number(post?.id);
}
async function categoriesOf(ids: readonly number[]) {
  const rows = await store.database.sql`select category from blog_posts where id = any (${[...ids]}) order by id`;
  return rows.map(({ category }) => category);
}
