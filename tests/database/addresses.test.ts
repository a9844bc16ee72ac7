import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { canonicalPath, createRedirects, isSiteArea } from "../../domain/addresses/redirects.ts";
import { addressOf, hasSlug } from "../../domain/content/addresses.ts";
import type { CollectionName } from "../../domain/content/collections.ts";
import { collections } from "../../domain/content/collections.ts";
import { addAccount, attempt, type Caller, SERVICE } from "../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());
beforeEach(async () => {
  const { sql } = store.database;
  for (const table of ["redirects", "redirect_versions", "missing_addresses", "entries", "old_addresses"])
    await sql`delete from ${sql(table)}`;
});

test("the paths of the entries that come with the site are known to the database", async () => {
  const names = (Object.keys(collections) as CollectionName[]).filter(hasSlug);
  const own = names.flatMap((name) => (shipped[name] as readonly { id: string }[]).map((one) => addressOf(name, one)));
  const rows = await store.database.sql`select path from site_paths where kind is not null`;
  expect(rows.map(({ path }) => path as string).toSorted()).toEqual(own.toSorted());
});

test("both sides agree on what a path is, and on what belongs to the software", async () => {
  const paths = [
    "/",
    "/a",
    "/a/",
    "/a//b",
    "/a/../b",
    "/caf%C3%A9",
    "/caf%c3%a9",
    "/%7Ea",
    "/%41",
    "/a b",
    "/a%20b",
    "/..a",
  ];
  const more = [
    "/a.b/~c_d-e!('*')",
    "/é",
    "a",
    "",
    "/a?b",
    "/a#b",
    "/a%2Fb",
    "/%",
    "/messages",
    "/newsrooms",
    "/auth/x",
  ];
  const all = [...paths, ...more];
  const rows = await store.database.sql`
    select is_canonical_path(path) as canonical, is_site_area(path) as area from unnest(${all}::text[]) as path`;
  expect(rows.map(({ canonical }) => canonical as boolean)).toEqual(all.map(isCanonical));
  expect(rows.map(({ area }) => area as boolean)).toEqual(all.map(isSiteArea));
});

describe("a redirect", () => {
  test.each([
    ["/about", "/work", "There is a page at /about"],
    ["/services/design", "/work", "There is a page at /services/design"],
    ["/newsroom/x", "/work", "Addresses under /newsroom belong to the site"],
    ["/a/", "/work", "Write an address of this site, such as /old"],
    ["/a*", "/work", "Write an address of this site, such as /old"],
    ["/a/*/b", "/work", "Write an address of this site, such as /old"],
    ["/a", "//evil.example", "or one that begins with https://"],
    ["/a", "http://x.example", "or one that begins with https://"],
    ["/a", "javascript:alert(1)", "or one that begins with https://"],
    ["/a", "https://x.example\\@evil.example", "or one that begins with https://"],
    ["/a", "https://user@evil.example", "or one that begins with https://"],
    ["/a", "/b\n/c", "or one that begins with https://"],
    ["/a", "/b/*", "Only a redirect of everything below"],
    ["/a", "/a", "This would lead in a circle: /a → /a."],
    ["/a/*", "/a/b", "This would lead in a circle: /a/* → /a/b → /a/b."],
    ["/a/*", "/a/b/*", "This would lead in a circle"],
  ])("from %s to %s is refused", async (path, target, sentence) => {
    expect(await refusal(path, target)).toContain(sentence);
    expect((await store.database.sql`select from redirects`).count).toBe(0);
  });

  test("that closes a circle is refused, and the sentence says the circle", async () => {
    await add("/b/c", "/a/c");
    expect(await refusal("/a/c", "/b/c")).toContain("circle: /a/c → /b/c → /a/c.");
    expect(await refusal("/a/*", "/b/*")).toContain("circle: /b/c → /a/c → /b/c.");
    await add("/x", "/y");
    expect(await refusal("/y", "/x")).toContain("circle: /y → /x → /y.");
  });

  test("is stored with the end of its way, and shortens those that lead to it", async () => {
    await add("/a", "/b");
    await add("/b", "/about");
    await add("/old/x", "/new/x");
    await add("/new/*", "/work/*");
    await add("/c", "/a");
    const rows = await store.database.sql`select path, target from redirects order by path`;
    expect(Object.fromEntries(rows.map(({ path, target }) => [path as string, target as string]))).toEqual({
      "/a": "/about",
      "/b": "/about",
      "/c": "/about",
      "/new/*": "/work/*",
      "/old/x": "/work/x",
    });
  });

  test("is kept with each change and removal, and nobody rewrites its history", async () => {
    const { sql } = store.database;
    await add("/a", "/about");
    await sql`update redirects set target = '/work', hits = 3`;
    await sql`update redirects set hits = 4`;
    await sql`update redirects set path = '/b'`;
    await sql`delete from redirects`;
    const versions = await sql`select concat_ws(' ', change, path, target) as line from redirect_versions order by id`;
    expect(versions.map(({ line }) => line as string)).toEqual([
      "made /a /about",
      "made /a /work",
      "removed /a /work",
      "made /b /work",
      "removed /b /work",
    ]);
  });

  test("that another one makes needless is refused, and so is a second one from the same path", async () => {
    await add("/old/*", "/work/*");
    expect(await refusal("/old/a", "/work/a")).toContain("The redirect from /old/* leads there already.");
    expect(await refusal("/old/*", "/about")).toContain("There is a redirect from /old/* already.");
    await add("/old/b", "/about");
  });

  test("leads where the server's lookup leads", async () => {
    await add("/old/*", "/new/*");
    await add("/old/a/*", "https://x.example/*");
    await add("/old/a/b", "/about");
    const rules = await rulesOf();
    for (const [path, end] of Object.entries({
      "/old/z": "/new/z",
      "/old/a/q": "https://x.example/q",
      "/old/a/b": "/about",
    })) {
      const found = await createRedirects(rules).find(path, (at) => at === "/about");
      const way = await tryAddress(path);
      expect([found?.target, way.at(-1)], path).toEqual([end, end]);
    }
  });

  test("is one of at most 10,000", async () => {
    const { sql } = store.database;
    await sql`alter table redirects disable trigger user`;
    await sql`insert into redirects (path, target) select '/bulk/' || n, '/about' from generate_series(1, 10000) n`;
    await sql`alter table redirects enable trigger user`;
    expect(await refusal("/one-more", "/about")).toContain("There are 10,000 redirects");
    expect(await rulesOf()).toHaveLength(10_000);
  });
});

describe("an entry", () => {
  test("keeps all its former addresses, and each leads to where it is now", async () => {
    const { sql } = store.database;
    await sql`insert into entries (collection, key, data, slug) values ('services', 'design', '{}', 'gestaltung')`;
    await sql`update entries set slug = 'gestalten' where key = 'design'`;
    expect(await leads()).toEqual({
      "/services/design": "/services/gestalten",
      "/services/gestaltung": "/services/gestalten",
    });
    await sql`update entries set hidden = true where key = 'design'`;
    expect(await leads()).toEqual({});
    await sql`delete from entries where key = 'design'`;
    expect(await leads()).toEqual({
      "/services/gestalten": "/services/design",
      "/services/gestaltung": "/services/design",
    });
  });

  test("cannot take an address that another one has, hidden or not, and may take a former one", async () => {
    const { sql } = store.database;
    await sql`insert into entries (collection, key, data, slug) values ('services', 'design', '{}', 'gestaltung')`;
    await sql`insert into entries (collection, key, data, hidden) values ('services', 'print', '{}', true)`;
    for (const taken of ["gestaltung", "strategy", "cro"]) expect(await move(taken), taken).toBe("P0001");
    expect(await move("design")).toBe("ok 1");
    expect(await move("A b")).toBe("23514");
  });

  test("leads on when a scheduled address is due, before anything else is written", async () => {
    const { sql } = store.database;
    await sql`insert into entries (collection, key, data) values ('case-studies', 'one', '{}')`;
    await sql`insert into entries (collection, key, data, slug, live_from)
      values ('case-studies', 'one', '{}', 'two', now() + interval '1 hour')`;
    expect(await rulesOf()).toEqual([]);
    await sql`alter table entries disable trigger user`;
    await sql`update entries set live_from = now() where slug = 'two'`;
    await sql`alter table entries enable trigger user`;
    expect(await rulesOf()).toMatchObject([{ path: "/work/one", target: "/work/two", own: false }]);
  });
});

test("missing addresses are added up, the rarest go, and a new redirect takes its own away", async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`/m/${index}`, index + 2]));
  await count(many, {});
  await count({ "/often": 1_000, "/once": 1, [`/${"x".repeat(400)}`]: 5_000 }, {});
  const rows = await store.database.sql`select path, hits::int from missing_addresses order by hits desc`;
  expect(rows).toHaveLength(500);
  expect(rows[0]).toEqual({ path: "/often", hits: 1_000 });
  expect(rows.some(({ path }) => path === "/once" || path === "/m/0")).toBe(false);
  await add("/m/*", "/about");
  await count({}, { "/m/*": 3 });
  await count({}, { "/m/*": 4 });
  expect(await store.database.sql`select path from missing_addresses`).toMatchObject([{ path: "/often" }]);
  expect(await store.database.sql`select hits::int from redirects`).toMatchObject([{ hits: 7 }]);
});

async function add(path: string, target: string): Promise<void> {
  await store.database.asCaller(
    admin.claims,
    (sql) => sql`insert into redirects (path, target) values (${path}, ${target})`,
  );
}

async function refusal(path: string, target: string): Promise<string> {
  return add(path, target).then(
    () => "",
    (error: unknown) => (error as Error).message,
  );
}

async function rulesOf() {
  const [row] = await store.database.asCaller(SERVICE, (sql) => sql`select address_rules() as rules`);
  return row?.rules as { path: string; target: string; status: number; own: boolean }[];
}

async function tryAddress(path: string): Promise<string[]> {
  const [row] = await store.database.asCaller(admin.claims, (sql) => sql`select try_address(${path}) as tried`);
  return row?.tried.way;
}

async function count(missing: object, used: object): Promise<void> {
  const { sql } = store.database;
  await sql`select count_addresses(${sql.json(missing as never)}, ${sql.json(used as never)})`;
}

function isCanonical(path: string): boolean {
  try {
    return path.startsWith("/") && !/[?#]/.test(path) && canonicalPath(path) === path;
  } catch {
    return false;
  }
}

const leads = async () => Object.fromEntries((await rulesOf()).map(({ path, target }) => [path, target]));

const move = (slug: string) =>
  attempt(store.database, admin.claims, (as) => as`update entries set slug = ${slug} where key = 'print'`);
