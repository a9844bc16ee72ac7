import { afterAll, beforeAll, expect, test } from "vitest";
import type { Claims } from "../../../backend/database/database.ts";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let maud: Caller;
let otis: Caller;
let post: number;

beforeAll(async () => {
  store = await createTestDatabase();
  maud = await addAccount(store.database, { role: "admin" });
  otis = await addAccount(store.database, { role: "admin" });
  const [row] = await store.database.asCaller(
    maud.claims,
    (sql) => sql`insert into blog_posts (title, excerpt, content) values ('T', 'e', 'c') returning id`,
  );
  post = Number(row?.id);
});
afterAll(() => store.drop());

const activity = (by: Claims) =>
  store.database.asCaller(by, (sql) => sql`select kind, email from post_activity(${post}) order by kind`);

test("an admin learns who changed a post last and who else is writing on it, but not what", async () => {
  expect([...(await activity(maud.claims))]).toEqual([{ kind: "changed", email: maud.claims.email }]);
  await store.database.asCaller(otis.claims, (sql) => sql`update blog_posts set excerpt = 'x' where id = ${post}`);
  await store.database.asCaller(
    otis.claims,
    (sql) => sql`insert into post_drafts (post_id, post_version, content) values (${post}, 2, 'secret')`,
  );
  expect([...(await activity(maud.claims))]).toEqual([
    { kind: "changed", email: otis.claims.email },
    { kind: "writing", email: otis.claims.email },
  ]);
  expect([...(await activity(otis.claims))], "one's own draft is no news").toEqual([
    { kind: "changed", email: otis.claims.email },
  ]);
});

test("admins read the addresses of the accounts that are present", async () => {
  const named = await store.database.asCaller(
    maud.claims,
    (sql) => sql`select id, email from name_people(${[otis.id]}::uuid[])`,
  );
  expect([...named]).toEqual([{ id: otis.id, email: otis.claims.email }]);
});

test("activity and addresses are hidden from all others, including an admin without the second factor", async () => {
  const user = await addAccount(store.database, { role: "user" });
  const half = await addAccount(store.database, { role: "admin", factor: true });
  const named = (sql: Parameters<Parameters<typeof attempt>[2]>[0]) =>
    sql`select * from name_people(${[maud.id]}::uuid[])`;
  for (const { claims } of [user, half]) {
    expect([...(await activity(claims))]).toEqual([]);
    expect(await attempt(store.database, claims, named)).toBe("ok 0");
  }
  for (const claims of [ANON, SERVICE]) {
    const asked = attempt(store.database, claims, (sql) => sql`select * from post_activity(${post})`);
    expect(await asked).toBe("42501");
    expect(await attempt(store.database, claims, named)).toBe("42501");
  }
});

test("nobody claims to be another editor, and an account that goes leaves the post", async () => {
  const claim = (sql: Parameters<Parameters<typeof attempt>[2]>[0]) =>
    sql`update blog_posts set updated_by = ${maud.id} where id = ${post}`;
  expect(await attempt(store.database, otis.claims, claim)).toBe("42501");
  const leaving = await addAccount(store.database, { role: "admin" });
  await store.database.asCaller(leaving.claims, (sql) => sql`update blog_posts set excerpt = 'y' where id = ${post}`);
  await store.database.sql`delete from auth.users where id = ${leaving.id}`;
  const [row] = await store.database.sql`select excerpt, updated_by from blog_posts where id = ${post}`;
  expect(row).toEqual({ excerpt: "y", updated_by: null });
});
