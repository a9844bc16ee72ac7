import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Claims } from "../../../backend/database/database.ts";
import { slugify, titleSlug } from "../../../domain/posts/slug.ts";
import { tagSlug } from "../../../domain/posts/tags.ts";
import { addAccount, ANON, attempt, SERVICE, type Caller } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;
let other: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
  other = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

test("the spec's insert, with no more than its fields, publishes at once", async () => {
  const [post] = await store.database.asCaller(
    admin.claims,
    (sql) =>
      sql`insert into blog_posts ${sql({
        title: "Measure twice",
        slug: "measure-twice",
        excerpt: "Then cut.",
        content: "<p>Once.</p>",
        category: "Strategy",
        tags: ["tools", "habits"],
        author_name: "Ada",
        author_bio: "",
        image_url: "/images/stock.avif",
        created_by: admin.id,
      })} returning id, slug, status, version`,
  );
  expect(post).toMatchObject({ slug: "measure-twice", status: "published", version: 1 });
  expect(Number(post?.id)).toBeGreaterThanOrEqual(4);
  const seen = await store.database.asCaller(ANON, (sql) => sql`select title from blog_posts where id = ${post?.id}`);
  expect([...seen]).toEqual([{ title: "Measure twice" }]);
});

test("twenty posts with one title at the same time get twenty addresses and no error", async () => {
  const posts = await Promise.all(Array.from({ length: 20 }, () => publish({ title: "Same Title" })));
  const expected = ["same-title", ...Array.from({ length: 19 }, (_, i) => `same-title-${i + 2}`)];
  expect(posts.map(({ slug }) => slug).toSorted()).toEqual(expected.toSorted());
});

test.each([
  ["New", "new-2"],
  ["Edit", "edit-2"],
  ["2026", "2026-2"],
])("the title %s is reserved and becomes %s", async (title, slug) => {
  expect((await publish({ title })).slug).toBe(slug);
});

test("a title without transliterable letters gets its id as slug", async () => {
  for (const title of ["測る", "— · —", "!?"]) {
    const post = await publish({ title });
    expect(post.slug).toBe(`post-${post.id}`);
  }
});

const WORLD = [
  "Größe & Maß",
  "U\u0308ber uns – ÄÖÜ",
  "Œuvre – à l’été",
  "Łódź: żółć – i gęś",
  "„Zitat“",
  "Q & A",
  "--",
  "ä",
];

test("the database makes the same slug of a title as the browser does", async () => {
  const titles = [
    "UX/UI  Designer",
    "Ölçü\u00a0ve\u2003denge",
    "İKİ K\u212a",
    "a\tb\nc",
    "snake_case-stays",
    "５0%\ufeffx",
    "ΣΑΣ ß",
    "Größe, STRAẞE, café, don´t, ﬁne №1™ ½",
    "ßæœøłđðþħıĸŋŧƒəǝɛɔɓɗƙɣ ÆŒØŁĐÐÞĦŊŦƑƏƎƐƆƁƊƘƔ ǾǼ",
    "абвгґдеєжзийіїклмнопрстуўфхцчшщъыьэюяёјљњћђџ АБВГҐДЕЄЖЗИЙІЇКЛМНОПРСТУЎФХЦЧШЩЪЫЬЭЮЯЁЈЉЊЋЂЏ",
    "αβγδεζηθικλμνξοπρσςτυφχψω ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ άέήίόύώϊϋΐΰ 測る",
  ];
  const rows = await store.database.sql`
    select title, slugify(title) as slug from unnest(${titles}::text[]) as title`;
  expect(rows.map(({ slug }) => slug as string)).toEqual(titles.map(slugify));
  for (const language of ["de", "en", "pl"]) {
    const made = await store.database.sql`
      select title_slug(title, ${language}) as slug from unnest(${[...titles, ...WORLD]}::text[]) as title`;
    expect(made.map(({ slug }) => slug as string)).toEqual(
      [...titles, ...WORLD].map((one) => titleSlug(one, language)),
    );
  }
  const tags = [...titles.map((title) => title.slice(0, 60)), "Design Systems", " a  b ", "--", "日本"];
  const slugs = await store.database.sql`select tag_slugs(array[tag]) as slugs from unnest(${tags}::text[]) as tag`;
  expect(slugs.map((row) => (row.slugs as string[])[0] ?? "")).toEqual(tags.map(tagSlug));
});

test("a slug is made of the first 500 characters, so that a long text costs no more than a title", async () => {
  const [made] = await store.database.sql`select slugify(repeat('a', 600)) as slug, slugify(null) as nothing`;
  expect(made).toEqual({ slug: "a".repeat(500), nothing: null });
});

test("a renamed post keeps its old address, which no other post can take, and may take it back", async () => {
  const post = await publish({ title: "First name" });
  expect(await rename(post.id, "Second name")).toBe("second-name");
  expect((await publish({ title: "First name" })).slug).toBe("first-name-2");
  expect(await oldSlugs(post.id)).toEqual(["first-name"]);
  expect(await rename(post.id, "First name")).toBe("first-name");
  expect(await oldSlugs(post.id)).toEqual(["second-name"]);
});

test("an edit that names the version it saw is refused once somebody else has changed the post", async () => {
  const post = await publish({ title: "Two editors" });
  const edit = (by: Caller, excerpt: string) =>
    attempt(
      store.database,
      by.claims,
      (sql) => sql`update blog_posts set excerpt = ${excerpt} where id = ${post.id} and version = 1`,
    );
  const answers = await Promise.all([edit(admin, "mine"), edit(other, "theirs")]);
  expect(answers.toSorted()).toEqual(["ok 0", "ok 1"]);
});

test.each([
  ["created_by", "another admin", "42501"],
  ["id", 1, "42501"],
  ["version", 99, "42501"],
  ["created_at", "2001-01-01", "42501"],
])("an admin cannot choose %s of a new post", async (column, value, refusal) => {
  const spoofed = { [column]: value === "another admin" ? other.id : value };
  const post = { title: "Spoof", excerpt: "e", content: "c", created_by: admin.id, ...spoofed };
  const answer = await attempt(store.database, admin.claims, (sql) => sql`insert into blog_posts ${sql(post)}`);
  expect(answer).toBe(refusal);
});

test("nor change writer, version or times later; not even the service role does", async () => {
  const post = await publish({ title: "Keep" });
  const values = { created_by: other.id, version: 99, created_at: new Date(0), updated_at: new Date(0) };
  for (const [column, value] of Object.entries(values)) {
    const change = { [column]: value };
    const answer = await attempt(
      store.database,
      admin.claims,
      (sql) => sql`update blog_posts set ${sql(change)} where id = ${post.id}`,
    );
    expect(answer, column).toBe("42501");
  }
  await store.database.asCaller(
    SERVICE,
    (sql) => sql`update blog_posts set created_by = ${other.id}, version = 99 where id = ${post.id}`,
  );
  const [after] = await store.database.sql`select created_by, version from blog_posts where id = ${post.id}`;
  expect(after).toEqual({ created_by: admin.id, version: 2 });
  await store.database.asCaller(
    SERVICE,
    (sql) => sql`update blog_posts set created_by = ${other.id}, updated_by = null where id = ${post.id}`,
  );
  const [forgotten] = await store.database.sql`select created_by from blog_posts where id = ${post.id}`;
  expect(forgotten).toEqual({ created_by: admin.id });
});

test("drafts, scheduled and deleted posts, and their old addresses, are hidden from everyone but admins", async () => {
  const user = await addAccount(store.database);
  const hidden = [
    await publish({ title: "Hidden draft", status: "draft" }),
    await publish({ title: "Hidden tomorrow", published_at: new Date(Date.now() + 86_400_000) }),
    await publish({ title: "Hidden bin" }),
  ];
  const ids = hidden.map(({ id }) => id);
  await store.database.sql`update blog_posts set deleted_at = now() where id = ${ids[2] ?? ""}`;
  await store.database.sql`update blog_posts set slug = slug || '-moved' where id in ${store.database.sql(ids)}`;
  for (const [claims, count] of [
    [ANON, 0],
    [user.claims, 0],
    [admin.claims, 3],
  ] as const) {
    const seen = await store.database.asCaller(claims, async (sql) => ({
      posts: (await sql`select from blog_posts where id in ${sql(ids)}`).count,
      addresses: (await sql`select from old_slugs where post_id in ${sql(ids)}`).count,
    }));
    expect(seen).toEqual({ posts: count, addresses: count });
  }
});

test("a scheduled post becomes public at its time without a write", async () => {
  const post = await publish({ title: "Soon", published_at: new Date(Date.now() + 400) });
  const see = () => store.database.asCaller(ANON, (sql) => sql`select from blog_posts where id = ${post.id}`);
  expect((await see()).count).toBe(0);
  await expect.poll(async () => (await see()).count).toBe(1);
});

test("a post outlives the account that wrote it, without a change notification", async () => {
  const leaving = await addAccount(store.database, { role: "admin" });
  const post = await publish({ title: "Left behind" }, leaving);
  const find = async () => (await store.database.sql`select * from blog_posts where id = ${post.id}`)[0];
  const before = await find();
  let heard = 0;
  const listener = await store.database.sql.listen("pages", () => (heard += 1));
  await store.database.sql`delete from auth.users where id = ${leaving.id}`;
  expect(await find()).toEqual({ ...before, created_by: null, updated_by: null });
  const colleague = (sql: TransactionSql) =>
    sql`update blog_posts set excerpt = 'Edited meanwhile' where id = ${post.id} and version = 1`;
  expect(await attempt(store.database, other.claims, colleague)).toBe("ok 1");
  await expect.poll(() => heard).toBeGreaterThan(0);
  await listener.unlisten();
  expect(heard, "of the colleague's edit alone").toBe(1);
});

test("every change of a post is announced", async () => {
  let heard = 0;
  const listener = await store.database.sql.listen("pages", () => (heard += 1));
  const post = await publish({ title: "Loud" });
  await rename(post.id, "Louder");
  await store.database.asCaller(admin.claims, (sql) => sql`delete from blog_posts where id = ${post.id}`);
  await expect.poll(() => heard).toBe(3);
  await listener.unlisten();
});

test.each([
  ["title", "x".repeat(201)],
  ["title", "  "],
  ["excerpt", ""],
  ["excerpt", "x".repeat(1001)],
  ["content", "x".repeat(200_001)],
  ["category", "x".repeat(61)],
  ["tags", Array.from({ length: 21 }, (_, i) => `t${i}`)],
  ["tags", ["x".repeat(61)]],
  ["author_name", "x".repeat(121)],
  ["author_bio", "x".repeat(2001)],
  ["image_url", "javascript:alert(1)"],
  ["image_url", "//elsewhere.example/x.png"],
  ["image_url", `/${"x".repeat(2000)}`],
  ["status", "secret"],
])("a post whose %s is out of bounds is refused", async (column, value) => {
  await expect(publish({ title: "Bounds", [column]: value })).rejects.toMatchObject({ code: "23514" });
});

test("the password alone neither reads nor discards the drafts of an account with a second factor", async () => {
  const careful = await addAccount(store.database, { role: "admin", factor: true, aal: "aal2" });
  const former = await addAccount(store.database, { role: "user" });
  const { sql } = store.database;
  await sql`insert into post_drafts (owner, title) values (${careful.id}, 'Careful'), (${former.id}, 'Former')`;
  const atAal1 = { ...careful.claims, aal: "aal1" as const };
  const read = (claims: Claims) => attempt(store.database, claims, (as) => as`select from post_drafts`);
  const discard = (claims: Claims) => attempt(store.database, claims, (as) => as`delete from post_drafts`);
  expect([await read(atAal1), await discard(atAal1)]).toEqual(["ok 0", "ok 0"]);
  for (const { claims } of [careful, former]) {
    expect([await read(claims), await discard(claims)]).toEqual(["ok 1", "ok 1"]);
  }
});

test("a draft is visible only to its owner, and cannot be stored for another account", async () => {
  const id = randomUUID();
  await store.database.asCaller(admin.claims, (sql) => sql`insert into post_drafts (id, title) values (${id}, 'Mine')`);
  expect(await attempt(store.database, other.claims, (sql) => sql`select from post_drafts where id = ${id}`)).toBe(
    "ok 0",
  );
  expect(await attempt(store.database, other.claims, (sql) => sql`delete from post_drafts where id = ${id}`)).toBe(
    "ok 0",
  );
  const planted = await attempt(
    store.database,
    other.claims,
    (sql) => sql`insert into post_drafts (owner, title) values (${admin.id}, 'Planted')`,
  );
  expect(planted).toBe("42501");
});

type Fields = { title: string; [column: string]: unknown };

async function publish(fields: Fields, by = admin): Promise<{ id: string; slug: string }> {
  const row = { excerpt: "e", content: "c", created_by: by.id, ...fields };
  const [post] = await store.database.asCaller(
    by.claims,
    (sql) => sql<{ id: string; slug: string }[]>`insert into blog_posts ${sql(row)} returning id, slug`,
  );
  if (!post) throw new Error("no post");
  return post;
}

async function rename(id: string, slug: string): Promise<unknown> {
  const [post] = await store.database.asCaller(
    admin.claims,
    (sql) => sql`update blog_posts set slug = ${slug} where id = ${id} returning slug`,
  );
  return post?.slug;
}

async function oldSlugs(id: string): Promise<unknown[]> {
  const rows = await store.database.asCaller(ANON, (sql) => sql`select slug from old_slugs where post_id = ${id}`);
  return rows.map(({ slug }) => slug as unknown);
}
