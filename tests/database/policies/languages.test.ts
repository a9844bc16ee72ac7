import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Claims } from "../../../backend/database/database.ts";
import { RESERVED_SEGMENTS } from "../../../domain/content/page-paths.ts";
import { addAccount, ANON, attempt, type Caller } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;
let user: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
  user = await addAccount(store.database, { role: "user" });
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.database.sql`delete from blog_posts`;
  await store.database.sql`delete from entries where collection = 'languages'`;
  await store.database.sql`delete from entries`;
  await store.database.sql`delete from entry_drafts`;
  await store.database.sql`delete from entry_versions`;
  await store.database.sql`delete from redirects`;
  await store.database.sql`delete from old_addresses`;
});

const NEEDED = ["identity", "navigation", "footer", "page-home", "closing"];

test("others read a translation only while its language is public", async () => {
  await translate();
  await languages("no");
  await post("Weg", "de");
  for (const by of [ANON, user.claims]) expect(await seen(by)).toEqual({ entries: 0, posts: 0, found: 0, listed: 0 });
  expect(await seen(admin.claims)).toMatchObject({ entries: 5, posts: 1 });
  await languages("yes");
  for (const by of [ANON, user.claims]) expect(await seen(by)).toEqual({ entries: 5, posts: 1, found: 1, listed: 1 });
  await languages("no");
  expect(await seen(ANON)).toMatchObject({ entries: 0, posts: 0 });
  await as(`update entries set data = '{"first":"en","others":[]}' where collection = 'languages'`);
  expect(await seen(ANON)).toMatchObject({ entries: 0 });
  expect(await as(`select from entries where locale = 'de'`)).toHaveLength(5);
});

test.each(NEEDED)("a language is not public without its %s, and cannot lose it while it is", async (collection) => {
  await translate();
  await as(`delete from entries where collection = '${collection}'`);
  await expect(languages("yes")).rejects.toThrow(
    "Before de is public, its name and claim, navigation, footer and home page",
  );
  await add(collection, "main", "de");
  await languages("yes");
  for (const change of ["delete from entries", "update entries set hidden = true"]) {
    await expect(as(`${change} where collection = '${collection}' and locale = 'de'`)).rejects.toThrow(
      "The site is public in de, which needs this. Hide the language first.",
    );
  }
});

test.each(RESERVED_SEGMENTS.filter((segment) => /^[a-z]{2,3}$/.test(segment)))(
  "%s is no language, because the site uses the address",
  async (tag) => {
    await expect(languages("no", tag)).rejects.toThrow(`/${tag} is an address of this site`);
  },
);

test("a language whose address is a page or a redirect is refused, and a page at a language's address, too", async () => {
  await add("pages", "deutsch", "", { title: "Deutsch", path: "/de/impressum" });
  await expect(languages("no")).rejects.toThrow("/de/impressum is an address of this site");
  await as(`delete from entries`);
  await as(`insert into redirects (path, target) values ('/de/*', '/about')`);
  await expect(languages("no")).rejects.toThrow("/de/* is an address of this site");
  await as(`delete from redirects`);
  await languages("no");
  await expect(add("pages", "x", "", { title: "X", path: "/de/x" })).rejects.toThrow(
    "where the pages of another language are",
  );
  // Below a language that is there, an address may lead on.
  await as(`insert into redirects (path, target) values ('/de/alt', '/de/neu')`);
  await languages("no");
});

test.each([
  [{ first: "en", others: [{ tag: "en", public: "no" }] }, "Each language can be there once."],
  [
    {
      first: "en",
      others: [
        { tag: "de", public: "no" },
        { tag: "de", public: "no" },
      ],
    },
    "Each language can be there once.",
  ],
  [{ first: "en", others: [{ tag: "", public: "no" }] }, "A language needs a tag"],
  [{ first: "en", others: [{ tag: "../x", public: "no" }] }, "A language needs a tag"],
  [{ first: "", others: [] }, "The first language needs a tag"],
])("%j is refused", async (data, message) => {
  await expect(add("languages", "main", "", data)).rejects.toThrow(message);
});

test("a translation is published alone: the original's draft stays a draft", async () => {
  await add("values", "impact", "", { title: "Impact" });
  await as(`insert into entry_drafts (collection, key, data) values ('values', 'impact', '{"title":"Draft"}')`);
  await as(
    `insert into entry_drafts (collection, key, locale, data) values ('values', 'impact', 'de', '{"title":"Entwurf"}')`,
  );
  await add("values", "impact", "de", { title: "Wirkung" });
  const rows = await as(`select locale, data ->> 'title' as title, version from entries order by locale`);
  expect(rows).toEqual([
    { locale: "", title: "Impact", version: 1 },
    { locale: "de", title: "Wirkung", version: 1 },
  ]);
  expect(await as(`select from entry_drafts`)).toHaveLength(2);
  expect(await as(`select version from entry_history('values', 'impact', 'de')`)).toEqual([{ version: 1 }]);
});

test("a due version of a translation replaces the translation only", async () => {
  await add("values", "impact", "", { title: "Impact" });
  await add("values", "impact", "de", { title: "Wirkung" });
  await as(`insert into entries (collection, key, locale, data, live_from)
    values ('values', 'impact', 'de', '{"title":"Später"}', now() + '0.2 seconds')`);
  await new Promise((resolve) => setTimeout(resolve, 400));
  await as(`update entries set position = 7 where locale = 'de' and is_scheduled`);
  const rows = await as(`select locale, data ->> 'title' as title from entries order by locale`);
  expect(rows).toEqual([
    { locale: "", title: "Impact" },
    { locale: "de", title: "Später" },
  ]);
});

test("two languages have addresses of their own, and former ones lead on in their language", async () => {
  await translate();
  await languages("yes");
  await add("services", "design", "", {}, "craft");
  await add("services", "design", "de", {}, "gestaltung");
  await as(`update entries set slug = 'entwurf' where locale = 'de' and collection = 'services'`);
  const rules = await store.database.sql`select rule ->> 'path' as path, rule ->> 'target' as target
    from jsonb_array_elements(address_rules()) rule where rule ->> 'path' like '%/services/%' order by 1`;
  expect([...rules]).toEqual([
    { path: "/de/services/gestaltung", target: "/de/services/entwurf" },
    { path: "/services/design", target: "/services/craft" },
  ]);
});

test("posts of two languages may have one slug; each is found in its language", async () => {
  await translate();
  await languages("yes");
  const id = await post("Same title", "");
  await post("Same title", "de", id);
  const rows = await as(`select locale, slug from blog_posts order by locale`);
  expect(rows).toEqual([
    { locale: "", slug: "same-title" },
    { locale: "de", slug: "same-title" },
  ]);
  const find = (locale: string) =>
    store.database.asCaller(ANON, (sql) => sql`select locale from find_post('same-title', ${locale})`);
  expect([...(await find(""))]).toEqual([{ locale: "" }]);
  expect([...(await find("de"))]).toEqual([{ locale: "de" }]);
  await expect(post("Another", "de", id)).rejects.toThrow("blog_posts_translations_idx");
  const categories = await store.database.asCaller(ANON, (sql) => sql`select * from post_translations(${[id]})`);
  expect(categories).toHaveLength(2);
});

test.each([
  ["de", "Wege", "Ein Weg", 1],
  ["de", "häuser", "Das Haus", 1],
  ["de", "messungen", "Eine Messung", 1],
  ["", "measuring", "How we measure", 1],
  ["", "wege", "Ein Weg", 0],
  ["fr", "mesures", "La mesure", 0],
])("in the language '%s' %s finds %s %i times", async (locale, word, title, times) => {
  for (const tag of ["de", "fr"]) await translate(tag);
  await add("languages", "main", "", { first: "en", others: ["de", "fr"].map((tag) => ({ tag, public: "yes" })) });
  await post(title, locale);
  const found = await store.database.asCaller(ANON, (sql) => sql`select id from search_posts(${[word]}, 5, ${locale})`);
  expect(found).toHaveLength(times);
});

test("renaming a translated category renames posts in that language", async () => {
  await translate();
  await languages("yes");
  await add("categories", "design", "", { name: "Design" });
  await add("categories", "design", "de", { name: "Design" });
  await post("One", "");
  await post("Eins", "de");
  await as(`update entries set data = '{"name":"Gestaltung"}' where locale = 'de' and collection = 'categories'`);
  expect(await as(`select locale, category from blog_posts order by locale`)).toEqual([
    { locale: "", category: "Design" },
    { locale: "de", category: "Gestaltung" },
  ]);
});

test("another first language: what is there in both changes its place, addresses lead on, the rest stays", async () => {
  await translate();
  await languages("yes");
  await add("services", "design", "", { title: "Craft" }, "craft");
  await add("services", "design", "de", { title: "Gestaltung" }, "gestaltung");
  await add("services", "only", "", { title: "Only" });
  await as(`insert into entry_drafts (collection, key, data) values ('services', 'design', '{"title":"Draft"}')`);
  const id = await post("Two ways", "");
  await post("Zwei Wege", "de", id);
  for (const by of [user.claims, ANON]) {
    expect(await attempt(store.database, by, (sql) => sql`select change_first_language('de')`)).toBe("42501");
  }
  await expect(as(`select change_first_language('fr')`)).rejects.toThrow("The site has no pages in this language yet.");
  await as(
    `select change_first_language('de', '[{"collection":"identity","key":"main","position":0,"data":{"name":"Plumbline"}}]')`,
  );
  const rows = await as(`select key, locale, data ->> 'title' as title, slug from entries
    where collection = 'services' order by key, locale`);
  expect(rows).toEqual([
    { key: "design", locale: "", title: "Gestaltung", slug: "gestaltung" },
    { key: "design", locale: "en", title: "Craft", slug: "craft" },
    { key: "only", locale: "", title: "Only", slug: "" },
  ]);
  expect(await as(`select locale from entry_drafts`)).toEqual([{ locale: "en" }]);
  expect(await as(`select locale from entries where collection = 'identity' order by 1`)).toEqual([
    { locale: "" },
    { locale: "en" },
  ]);
  expect(await as(`select data from entries where collection = 'languages'`)).toEqual([
    { data: { first: "de", others: [{ tag: "en", public: "no" }] } },
  ]);
  const posts = await as(`select locale, title, translation_of is null as original from blog_posts order by locale`);
  expect(posts).toEqual([
    { locale: "", title: "Zwei Wege", original: true },
    { locale: "en", title: "Two ways", original: false },
  ]);
  await as(`select 1`);
  const rules = await store.database.sql`select rule ->> 'path' as path, rule ->> 'target' as target
    from jsonb_array_elements(address_rules()) rule order by 1`;
  expect([...rules]).toContainEqual({ path: "/de/services/gestaltung", target: "/services/gestaltung" });
  expect([...rules]).toContainEqual({ path: "/de/blog/zwei-wege", target: "/blog/zwei-wege" });
});

test("what was translated is compared with the original of that time", async () => {
  await add("values", "impact", "", { title: "Impact" });
  await as(`insert into entries (collection, key, locale, data, translated_version)
    values ('values', 'impact', 'de', '{"title":"Wirkung"}', 1)`);
  await as(`update entries set data = '{"title":"Effect"}' where locale = ''`);
  expect(await as(`select key, data from translated_originals('de')`)).toEqual([
    { key: "impact", data: { title: "Impact" } },
  ]);
  expect(
    await store.database.asCaller(user.claims, (sql) => sql`select * from translated_originals('de')`),
  ).toHaveLength(0);
});

test("a translated post is outdated from a change of the original's words until it is saved again, for admins", async () => {
  const original = await post("Two ways", "");
  const german = await post("Zwei Wege", "de", original);
  const outdated = async (by: Claims = admin.claims) =>
    (
      await store.database.asCaller(by, (sql) => sql`select * from outdated_translations(${[original, german]}) as id`)
    ).map(({ id }) => Number(id));
  expect(await outdated()).toEqual([]);
  await as(`update blog_posts set category = 'Research' where id = ${original}`);
  expect(await outdated()).toEqual([]);
  await as(`update blog_posts set content = '<p>Other words.</p>' where id = ${original}`);
  expect(await outdated()).toEqual([german]);
  expect(await outdated(user.claims)).toEqual([]);
  expect(await attempt(store.database, ANON, (sql) => sql`select * from outdated_translations(${[german]})`)).toBe(
    "42501",
  );
  await as(`update blog_posts set content = '<p>Andere Worte.</p>' where id = ${german}`);
  expect(await outdated()).toEqual([]);
});

async function translate(locale = "de") {
  for (const collection of NEEDED) await add(collection, "main", locale);
}

async function languages(isPublic: "yes" | "no", tag = "de") {
  const data = { first: "en", others: [{ tag, public: isPublic }] };
  const [changed] = await as(
    `update entries set data = '${JSON.stringify(data)}' where collection = 'languages' returning id`,
  );
  if (!changed) await add("languages", "main", "", data);
}

const add = (collection: string, key: string, locale: string, data: object = {}, slug = "") =>
  store.database.asCaller(
    admin.claims,
    (sql) => sql`insert into entries ${sql({ collection, key, locale, data, slug } as never)}`,
  );

async function post(title: string, locale: string, translation_of: number | null = null): Promise<number> {
  const row = {
    title,
    locale,
    translation_of,
    excerpt: "e",
    content: "<p>c</p>",
    category: "Design",
    created_by: admin.claims.sub,
  };
  await store.database.asCaller(admin.claims, (sql) => sql`insert into blog_posts ${sql(row as never)}`);
  const [made] = await store.database.sql`select id from blog_posts where title = ${title} and locale = ${locale}`;
  return Number(made?.id);
}

async function seen(by: Claims) {
  const read = (statement: string) => store.database.asCaller(by, async (sql) => (await sql.unsafe(statement)).length);
  return {
    entries: await read(`select from entries where locale = 'de'`),
    posts: await read(`select from blog_posts where locale = 'de'`),
    found: await read(`select from search_posts(array['weg'], 5, 'de')`),
    listed: await read(`select from post_page(0, 10, null, 'de')`),
  };
}

const as = async (statement: string) => [
  ...(await store.database.asCaller(admin.claims, (sql) => sql.unsafe(statement))),
];
