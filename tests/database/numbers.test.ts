import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());
beforeEach(() => store.database.sql`delete from visits`);

type Counted = {
  kind: string;
  path: string;
  source: string;
  device: string;
  visits: number;
  readers: number;
  day?: string;
};
const PLACE = { kind: "person", path: "/about", source: "none", device: "phone", visits: 1, readers: 0 };

test("what several processes count at the same time adds up", async () => {
  const part = [
    { ...PLACE, visits: 3, readers: 2 },
    { ...PLACE, path: "/", visits: 5 },
  ];
  await Promise.all(Array.from({ length: 8 }, () => count(part)));
  expect(await rows()).toMatchObject([
    { path: "/", visits: 40, readers: 0 },
    { path: "/about", visits: 24, readers: 16 },
  ]);
});

test("a path of people is a page that can be read, a post, a tag, or 'other'", async () => {
  const { sql } = store.database;
  const added = ["published", "draft"].map((status) => ({ title: `A ${status} one`, status }));
  for (const { title, status } of added) {
    await sql`insert into blog_posts (title, excerpt, content, status, tags)
      values (${title}, 'e', 'c', ${status}, ${[`${status} tag`]})`;
  }
  const paths = [
    "/blog/a-published-one",
    "/blog/tag/published-tag",
    "/services/design",
    "/search",
    "/authors/maud-ellery",
  ];
  const hidden = ["/blog/a-draft-one", "/blog/tag/draft-tag", "/wp-login.php", "/about/"];
  await count([...paths, ...hidden].map((path) => Object.assign({}, PLACE, { path })));
  const counted = Object.fromEntries((await rows()).map(({ path, visits }) => [path, visits]));
  expect(counted).toEqual({ ...Object.fromEntries(paths.map((path) => [path, 1])), other: hidden.length });
});

test("a day has a bounded number of rows, beyond which pages keep their numbers without their sources", async () => {
  const many = (from: number, length: number) =>
    Array.from({ length }, (_, n) => ({ ...PLACE, source: `host-${from + n}.example` }));
  for (let from = 0; from < 3_000; from += 1_000) await count(many(from, 1_000));
  await count([...many(9_000, 500), { ...PLACE, path: "/work", visits: 7 }]);
  const programs = Array.from({ length: 3_500 }, (_, n) => ({
    ...PLACE,
    kind: "crawler",
    path: `/p/${n}`,
    device: "none",
  }));
  await count(programs);
  const { sql } = store.database;
  const found =
    await sql`select kind, count(*)::int as rows, sum(visits)::int as visits from visits group by 1 order by 1`;
  expect([...found]).toEqual([
    { kind: "crawler", rows: 3_001, visits: 3_500 },
    { kind: "person", rows: 3_002, visits: 3_507 },
  ]);
  expect(
    await sql`select path, visits::int from visits where source = 'other' and kind = 'person' order by path`,
  ).toEqual([
    { path: "/about", visits: 500 },
    { path: "/work", visits: 7 },
  ]);
});

test("days of another time are not taken, and old ones are deleted", async () => {
  const { sql } = store.database;
  await sql`insert into visits values (current_date - 900, 'person', '/', 'none', 'phone', 1, 1)`;
  await count([{ ...PLACE, day: "2001-01-01" }, { ...PLACE, day: "2999-01-01" }, { ...PLACE, visits: -5 }, PLACE]);
  expect(await rows()).toMatchObject([{ path: "/about", visits: 1 }]);
});

test("the numbers are for admins, and inquiries for those who may read messages", async () => {
  const { sql } = store.database;
  await sql`insert into contact_messages (name, email, service, message, other_fields)
    values ('Ada', 'a@x.example', 'Other', 'M', ${sql.json({ came_from: "/about", came_via: "search.example" })})`;
  await sql`insert into contact_messages (name, email, service, message, status)
    values ('Spam', 's@x.example', 'Other', 'M', 'quarantine')`;
  await sql`insert into visits values (current_date - 40, 'person', '/', 'none', 'phone', 2, 1)`;
  await count([
    { ...PLACE, visits: 4, readers: 3 },
    { ...PLACE, source: "inside" },
    { ...PLACE, kind: "ai", source: "GPTBot" },
  ]);
  const whole = await numbersFor(admin);
  expect(whole).toMatchObject({
    before: { visits: 2, readers: 1, inquiries: 0, isWhole: false },
    pages: [{ name: "/about", visits: 5 }],
    sources: [{ name: "none", visits: 4 }],
    programs: [{ kind: "ai", name: "GPTBot", pages: 1, visits: 1 }],
    inquiries: [{ name: "Ada", page: "/about", source: "search.example" }],
    isOn: false,
  });
  expect(whole.days).toHaveLength(30);
  expect(whole.days.at(-1)).toMatchObject({ visits: 5, readers: 3, inquiries: 1 });
  const limited = await addAccount(store.database, { role: "admin" });
  await sql`update admin_limits set can_messages = false where user_id = ${limited.id}`;
  const without = await numbersFor(limited);
  expect([without.inquiries, without.days.at(-1)?.inquiries, without.days.at(-1)?.visits]).toEqual([null, 0, 5]);
  const user = await addAccount(store.database, { role: "user" });
  for (const claims of [ANON, SERVICE, user.claims]) {
    expect(await attempt(store.database, claims, (as) => as`select numbers('UTC', 30)`)).toBe("42501");
  }
});

async function count(counted: readonly Counted[]): Promise<void> {
  const [{ today } = { today: "" }] = await store.database.sql`select current_date::text as today`;
  const dated = counted.map((one) => Object.assign({ day: today as string }, one));
  await store.database.asCaller(SERVICE, (sql) => sql`select count_visits(${sql.json(dated as never)})`);
}

async function numbersFor({ claims }: Caller) {
  const [row] = await store.database.asCaller(claims, (sql) => sql`select numbers('UTC', 30) as found`);
  return row?.found as { days: { visits: number; inquiries: number }[]; inquiries: unknown };
}

const rows = () => store.database.sql`select path, source, visits::int, readers::int from visits order by path, source`;
