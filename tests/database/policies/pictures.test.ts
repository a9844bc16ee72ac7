import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, ANON, attempt } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Awaited<ReturnType<typeof addAccount>>;
let other: Awaited<ReturnType<typeof addAccount>>;
let user: Awaited<ReturnType<typeof addAccount>>;
const REFUSED = "42501";
const IN_USE = "23503";

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
  other = await addAccount(store.database, { role: "admin" });
  user = await addAccount(store.database, { role: "user" });
});
afterAll(() => store.drop());

const newName = () => `pictures/${crypto.randomUUID()}-800x600.webp`;

async function add(name = newName()): Promise<{ id: string; name: string }> {
  const [row] = await store.database.asCaller(
    admin.claims,
    (sql) =>
      sql<{ id: string; name: string }[]>`insert into pictures (name, alt) values (${name}, 'A') returning id, name`,
  );
  if (!row) throw new Error("No picture was added");
  return row;
}

const uses = (id: string, claims = admin.claims) =>
  store.database.asCaller(
    claims,
    (sql) => sql<{ kind: string; title: string | null }[]>`select * from picture_uses(${id})`,
  );
const remove = (id: string) =>
  attempt(store.database, admin.claims, (sql) => sql`update pictures set deleted_at = '2000-01-01' where id = ${id}`);

test.each([
  ["another folder", "secrets/a.webp"],
  ["another ending", `pictures/${crypto.randomUUID()}.svg`],
  ["a way out of the folder", `pictures/../${crypto.randomUUID()}.webp`],
  ["another site", `https://evil.example/pictures/${crypto.randomUUID()}.webp`],
  ["markup", `pictures/${crypto.randomUUID()}" onerror="alert(1).webp`],
])("a name with %s is refused", async (_what, name) => {
  expect(await attempt(store.database, admin.claims, (sql) => sql`insert into pictures (name) values (${name})`)).toBe(
    "23514",
  );
});

test("a picture that a post, a draft or an entry uses cannot be deleted, and its uses are told to admins only", async () => {
  const { id, name } = await add();
  const { sql } = store.database;
  const src = `/storage/v1/object/public/images/${name}`;
  const [post] = await sql<{ id: number }[]>`
    insert into blog_posts (title, excerpt, content) values ('In a post', 'e', ${`<img src="${src}">`}) returning id`;
  await sql`insert into post_drafts (owner, title, image_url) values (${other.id}, 'A secret', ${src})`;
  await sql`insert into entry_drafts (collection, key, data) values ('values', 'impact', ${sql.json({ picture: name })})`;
  expect((await uses(id)).map(({ kind, title }) => [kind, title])).toEqual([
    ["post", "In a post"],
    ["draft", null],
    ["entry", null],
  ]);
  expect(await uses(id, user.claims)).toEqual([]);
  expect(await attempt(store.database, ANON, (as) => as`select * from picture_uses(${id})`)).toBe(REFUSED);
  expect(await remove(id)).toBe(IN_USE);
  await sql`delete from blog_posts where id = ${post?.id ?? 0}`;
  await sql`delete from post_drafts`;
  expect(await remove(id)).toBe(IN_USE);
  await sql`delete from entry_drafts`;
  expect(await remove(id)).toBe("ok 1");
  const [row] = await sql<
    { fresh: boolean }[]
  >`select deleted_at = now() - (now() - deleted_at) and deleted_at > now() - interval '1 hour' as fresh from pictures where id = ${id}`;
  expect(row?.fresh, "the time is the server's").toBe(true);
});

test("a replaced picture changes in posts, drafts and entries, and its former file is in the bin", async () => {
  const { id, name } = await add();
  const { sql } = store.database;
  const src = `/storage/v1/object/public/images/${name}`;
  await sql`insert into blog_posts (title, excerpt, content, image_url) values ('Replaced', 'e', ${`<img src="${src}">`}, ${src})`;
  await sql`insert into post_drafts (owner, title, content) values (${other.id}, 'Mine', ${src})`;
  await sql`insert into entries (collection, key, data) values ('values', 'replaced', ${sql.json({ picture: name })})`;
  const next = newName();
  expect(
    await attempt(store.database, user.claims, (as) => as`update pictures set name = ${next} where id = ${id}`),
  ).toBe("ok 0");
  expect(
    await attempt(store.database, admin.claims, (as) => as`update pictures set name = ${next} where id = ${id}`),
  ).toBe("ok 1");
  const [found] = await sql`
    select (select content || image_url from blog_posts where title = 'Replaced') as post,
      (select content from post_drafts where title = 'Mine') as draft,
      (select data ->> 'picture' from entries where key = 'replaced') as entry,
      (select count(*)::int from entry_versions where key = 'replaced') as versions,
      (select deleted_at is not null from pictures where name = ${name}) as binned`;
  const moved = src.replace(name, next);
  expect(found).toEqual({ post: `<img src="${moved}">${moved}`, draft: moved, entry: next, versions: 2, binned: true });
});
