import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, attempt, type Caller } from "../../fixtures/auth/callers.ts";
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

test("numbers have no gaps: a refused insert takes none, posts written at once get one each, and none is used twice", async () => {
  const { id: before } = await publish({ title: "Before" });
  const user = await addAccount(store.database, { role: "user" });
  const refused = [
    [user, { created_by: user.id }, "42501"],
    [admin, { created_by: other.id }, "42501"],
    [admin, { title: " " }, "23514"],
    [admin, { excerpt: null }, "23502"],
  ] as const;
  for (const [by, change, refusal] of refused) {
    const post = { title: "Refused", excerpt: "e", content: "c", created_by: by.id, ...change };
    const answer = await attempt(store.database, by.claims, (sql) => sql`insert into blog_posts ${sql(post)}`);
    expect(answer).toBe(refusal);
  }
  const several = await Promise.all(["a", "b", "c", "d"].map((title) => publish({ title })));
  expect(new Set(several.map(({ id }) => Number(id) - Number(before)))).toEqual(new Set([1, 2, 3, 4]));
  const rows = ["e", "f"].map((title) => ({ title, excerpt: "e", content: "c", created_by: admin.id }));
  const together = await store.database.asCaller(
    admin.claims,
    (sql) => sql<{ id: string }[]>`insert into blog_posts ${sql(rows)} returning id`,
  );
  expect(together.map(({ id }) => Number(id) - Number(before))).toEqual([5, 6]);
  await store.database.sql`delete from blog_posts where id = ${together[1]?.id ?? 0}`;
  expect(Number((await publish({ title: "g" })).id) - Number(before)).toBe(7);
  await store.database.sql`insert into blog_posts (id, title, excerpt, content) overriding system value
    values (${Number(before) + 50}, 'Imported', 'e', 'c')`;
  expect(Number((await publish({ title: "h" })).id) - Number(before)).toBe(51);
});

async function publish({ title }: { title: string }): Promise<{ id: string }> {
  const row = { title, excerpt: "e", content: "c", created_by: admin.id };
  const [post] = await store.database.asCaller(
    admin.claims,
    (sql) => sql<{ id: string }[]>`insert into blog_posts ${sql(row)} returning id`,
  );
  if (!post) throw new Error("no post");
  return post;
}
