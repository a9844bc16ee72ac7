import { afterAll, beforeAll, expect, test } from "vitest";
import { RESERVED_SEGMENTS } from "../../../domain/content/page-paths.ts";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

test("admins make pages; others read those that are live", async () => {
  const user = await addAccount(store.database, { role: "user" });
  for (const by of [ANON, user.claims]) {
    expect(
      await attempt(store.database, by, (sql) => sql`insert into entries ${sql({ ...row("x", "/x") } as never)}`),
    ).toBe("42501");
  }
  await add("open", "/open");
  await add("later", "/later", { live_from: new Date(Date.now() + 86_400_000) });
  await add("hidden", "/hidden", { hidden: true });
  const keys = await store.database.asCaller(ANON, (sql) => sql`select key from entries order by key`);
  expect(keys.map(({ key }) => key)).toEqual(["open"]);
});

test.each(RESERVED_SEGMENTS)("no page is at /%s or below it; the error names what it would shadow", async (segment) => {
  for (const path of [`/${segment}`, `/${segment}/child`]) {
    await expect(add("shadow", path)).rejects.toThrow(
      `${path} would shadow /${segment}, which the site itself uses. Choose another address.`,
    );
  }
});

test.each(["imprint", "/Imprint", "/a/b/c/d/e", "/imprint/", "/a.md", "/a//b", `/${"a".repeat(61)}`, null, 7])(
  "the address %s is refused",
  async (path) => {
    await expect(add("malformed", path)).rejects.toThrow("Write one to four parts of small letters");
  },
);

test("two pages cannot have one address, now or from a date on; the error names the other", async () => {
  await add("imprint", "/legal/imprint");
  const refusal = "/legal/imprint is the address of the page “Page imprint”. Choose another address.";
  await expect(add("other", "/legal/imprint")).rejects.toThrow(refusal);
  await expect(add("other", "/legal/imprint", { live_from: new Date(Date.now() + 86_400_000) })).rejects.toThrow(
    refusal,
  );
  await add("other", "/legal/imprint", { hidden: true });
  await expect(as(`update entries set hidden = false where key = 'other'`)).rejects.toThrow(refusal);
  await as(`delete from entries where key = 'imprint'`);
  await as(`update entries set hidden = false where key = 'other'`);
});

test("of two that are written at the same time one is refused", async () => {
  const both = await Promise.allSettled([add("one", "/race"), add("two", "/race")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("an import that swaps the addresses of two pages is whole, one with an address twice changes nothing", async () => {
  await add("left", "/left");
  await add("right", "/right");
  const swapped = [row("left", "/right"), row("right", "/left")];
  const load = (entries: object[]) =>
    attempt(store.database, SERVICE, (sql) => sql`select import_content(${sql.json(entries as never)}, '[]', '{}')`);
  expect(await load(swapped)).toBe("ok 1");
  expect(await load([row("left", "/same"), row("right", "/same")])).toBe("P0001");
  const paths = await store.database.sql`select data ->> 'path' as path from entries
    where key in ('left', 'right') order by key`;
  expect(paths.map(({ path }) => path)).toEqual(["/right", "/left"]);
});

test("samples can be drafts, which are nobody's and inserted once", async () => {
  const drafts = [{ collection: "pages", key: "sample", data: { title: "Sample" } }];
  const seed = () =>
    store.database.asCaller(SERVICE, (sql) => sql`select seed_samples(${sql.json({ name: "pages", drafts })}) as done`);
  expect((await seed())[0]).toEqual({ done: true });
  const [draft] = await as(`select key, updated_by from entry_drafts`);
  expect(draft).toEqual({ key: "sample", updated_by: null });
  await as(`delete from entry_drafts`);
  expect((await seed())[0]).toEqual({ done: false });
  expect(await as(`select from entry_drafts`)).toEqual([]);
});

function row(key: string, path: unknown) {
  const data = { title: `Page ${key}`, path, group: "main", sections: [] };
  return { collection: "pages", key, position: 1, hidden: false, data };
}
const add = (key: string, path: unknown, more: object = {}) =>
  store.database.asCaller(
    admin.claims,
    (sql) => sql`insert into entries ${sql({ ...row(key, path), ...more } as never)}`,
  );
const as = async (statement: string) => [
  ...(await store.database.asCaller(admin.claims, (sql) => sql.unsafe(statement))),
];
