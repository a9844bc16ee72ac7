import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchWords } from "../../../domain/search-match.ts";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;
let user: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
  user = await addAccount(store.database);
  await add("Public walrus", { category: "Open" });
  await add("Scheduled walrus", { category: "Later", published_at: new Date(Date.now() + 3_600_000) });
  await add("Drafted walrus", { category: "Draft", status: "draft" });
  await add("Deleted walrus", { category: "Deleted", deleted_at: new Date() });
  for (const title of ["Scheduled walrus", "Drafted walrus", "Deleted walrus"]) {
    await store.database.sql`update blog_posts set slug = slug || '-renamed' where title = ${title}`;
  }
});
afterAll(() => store.drop());

describe.each(["anon", "user", "service role"] as const)("for %s", (name) => {
  const claims = () => ({ anon: ANON, user: user.claims, "service role": SERVICE })[name];

  test("search finds only public posts", async () => {
    const found = await store.database.asCaller(claims(), (sql) => sql`select title from search_posts('{walrus}', 50)`);
    expect(found.map(({ title }) => title as string)).toEqual(["Public walrus"]);
  });
});

test("lists, categories, numbers and old addresses tell the public only of what is public", async () => {
  await store.database.asCaller(ANON, async (sql) => {
    const page = await sql`select title, total from post_page(0, 50)`;
    expect([...page]).toEqual([{ title: "Public walrus", total: "1" }]);
    expect([...(await sql`select post_categories() as category`)]).toEqual([{ category: "Open" }]);
    const addresses = ["scheduled", "drafted", "deleted"].flatMap((word) => [
      `${word}-walrus`,
      `${word}-walrus-renamed`,
    ]);
    for (const address of [...addresses, "5", "6", "7", "", "99999999999999999999", "4 or 1=1"]) {
      expect([...(await sql`select id from find_post(${address})`)], address).toEqual([]);
    }
    expect([...(await sql`select slug from find_post('4')`)]).toEqual([{ slug: "public-walrus" }]);
  });
});

test("the newsroom is for admins, and shows them everything but what is deleted", async () => {
  expect(await attempt(store.database, ANON, (sql) => sql`select * from newsroom_posts('{}', 'all', 0, 20)`)).toBe(
    "42501",
  );
  expect(
    await attempt(store.database, user.claims, (sql) => sql`select * from newsroom_posts('{}', 'all', 0, 20)`),
  ).toBe("42501");
  const list = (words: string[]) =>
    store.database.asCaller(
      admin.claims,
      (sql) => sql`select title, total from newsroom_posts(${words}, 'all', 0, 20)`,
    );
  expect((await list([])).map(({ title }) => title as string).toSorted()).toEqual([
    "Drafted walrus",
    "Public walrus",
    "Scheduled walrus",
  ]);
  expect([...(await list(["draft", "WAL"]))]).toEqual([{ title: "Drafted walrus", total: "1" }]);
});

test("the newsroom's overview is for admins, and tell them what waits", async () => {
  const { database } = store;
  for (const by of [ANON, user.claims, SERVICE]) {
    expect(await attempt(database, by, (sql) => sql`select newsroom_overview('UTC')`)).toBe("42501");
    expect(await attempt(database, by, (sql) => sql`select newsroom_counts('messages')`)).toBe("42501");
  }
  await database.sql`insert into contact_messages (name, email, service, message, status, read_at, created_at) values
    ('Ada', 'a@people.example', 'Other', 'm', 'inbox', null, now()),
    ('Ben', 'b@people.example', 'Other', 'm', 'inbox', now(), now() - interval '7 days'),
    ('Cy', 'c@people.example', 'Other', 'm', 'quarantine', null, now()),
    ('Dee', 'd@people.example', 'Other', 'm', 'archive', now(), now() - interval '90 days')`;
  await database.asCaller(admin.claims, (sql) => sql`insert into post_drafts (title) values ('Half a walrus')`);
  await database.asCaller(
    admin.claims,
    (sql) => sql`insert into entries (collection, key, data) values ('jobs', 'walrus-keeper', '{"title": "Keeper"}')`,
  );
  const [counted] = await database.asCaller(
    admin.claims,
    (sql) => sql`select newsroom_counts('messages') as messages, newsroom_counts('posts') -> 'drafts' as drafts`,
  );
  expect(counted).toEqual({
    messages: { inbox: 1, quarantine: 1, archive: 1, mine: 0, new: 2, in_progress: 0, won: 0, lost: 0 },
    drafts: 1,
  });
  const [found] = await database.asCaller(
    admin.claims,
    (sql) => sql`select newsroom_overview('Pacific/Auckland') as overview`,
  );
  const { changes, ...waiting } = found?.overview ?? {};
  expect(waiting).toMatchObject({
    unread: { count: 1, names: ["Ada"] },
    quarantine: { count: 1 },
    drafts: { count: 1, title: "Half a walrus", entries: 0 },
    scheduled: { count: 1, title: "Scheduled walrus", entries: 0 },
  });
  expect(waiting.weeks.toSorted((a: { ago: number }, b: { ago: number }) => a.ago - b.ago)).toEqual([
    { service: "Other", ago: 0, count: 1 },
    { service: "Other", ago: 1, count: 1 },
  ]);
  const kinds = changes.map(({ title, kind }: Record<string, string>) => `${title}: ${kind}`);
  expect(kinds[0]).toBe("Keeper: published");
  expect(kinds.slice(1).toSorted()).toEqual([
    "Deleted walrus: deleted",
    "Drafted walrus: unpublished",
    "Public walrus: published",
    "Scheduled walrus: scheduled",
  ]);
  expect(changes[0]).toMatchObject({ who: admin.id, collection: "jobs", key: "walrus-keeper" });
});

test("the next publication is known in seconds, and only to the server", async () => {
  const next = (claims: typeof ANON) => attempt(store.database, claims, (sql) => sql`select seconds_to_next_post()`);
  expect(await next(ANON)).toBe("42501");
  expect(await next(admin.claims)).toBe("42501");
  const [row] = await store.database.asCaller(SERVICE, (sql) => sql`select seconds_to_next_post() as seconds`);
  expect(Number(row?.seconds)).toBeGreaterThan(3_000);
  expect(Number(row?.seconds)).toBeLessThanOrEqual(3_600);
});

test("the database splits text into the same words as the site", async () => {
  const texts = [
    "Café CRÈME, naïve “façade”",
    "don't snake_case kebab-case 4.5%",
    "a/b https://c.example/d?e=f",
    "½ ² ﬁne Ⅻ ｆｕｌｌ　ｗｉｄｔｈ",
    "Über Straße İstanbul ΜΈΤΡΟΝ мера Ёлка",
    "הַמִּדָּה مُقَاس 測る がぎぐ 한국어",
    "emoji 🙂 between—words…and\u00a0spaces\u2028lines",
    "",
  ];
  const rows = await store.database.sql<{ words: string[] }[]>`
    select array(select unnest(tsvector_to_array(words_in(value))) order by 1) as words
    from unnest(${texts}::text[]) with ordinality as t (value, n) order by n`;
  const plain = (words: readonly string[]) => [...new Set(words)].toSorted();
  expect(rows.map(({ words }) => plain(words))).toEqual(texts.map((text) => plain(searchWords(text))));
});

test("empty, long and operator-like searches are treated as plain words", async () => {
  for (const words of [
    [],
    [""],
    ["((("],
    ["' | '"],
    ["walrus'; drop table x"],
    ["a:*", "!"],
    ["\\"],
    Array(500).fill("x"),
  ]) {
    expect(
      await attempt(store.database, ANON, (sql) => sql`select * from search_posts(${words}, 5)`),
      String(words),
    ).toMatch(/^ok/);
  }
});

async function add(title: string, fields: Record<string, unknown>): Promise<void> {
  const { sql } = store.database;
  await sql`insert into blog_posts ${sql({ title, excerpt: "e", content: "<p>walrus</p>", ...fields })}`;
}
