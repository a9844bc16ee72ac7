import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Claims } from "../../../backend/database/database.ts";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

const REFUSED = "42501";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

test("admins can search people by a part of their address, and other roles cannot", async () => {
  const { sql } = store.database;
  const name = randomUUID();
  for (let n = 0; n < 51; n += 1) {
    await sql`insert into auth.users (email, created_at) values (${`${name}_${n}@mail.example`}, now() + ${n} * interval '1 s')`;
  }
  const half = await addAccount(store.database, { role: "admin", factor: true, aal: "aal1" });
  const user = await addAccount(store.database, { role: "user" });
  const list = (claims: Claims, search: string, page = 1) =>
    store.database.asCaller(claims, (as) => as`select * from list_people(${search}, ${page})`);
  const first = await list(admin.claims, ` ${name.toUpperCase()} `);
  expect(first.length).toBe(50);
  expect(first[0]).toMatchObject({ email: `${name}_50@mail.example`, role: "user", confirmed: false, total: "51" });
  const second = await list(admin.claims, name, 2);
  expect(second.map(({ email }) => email)).toEqual([`${name}_0@mail.example`]);
  expect((await list(admin.claims, `${name}%`)).length, "% is not a wildcard").toBe(0);
  expect([...(await list(admin.claims, half.id))]).toMatchObject([{ role: "admin", has_second_factor: true }]);
  expect((await list(admin.claims, "", -5)).length).toBe(50);
  for (const claims of [ANON, user.claims, half.claims, SERVICE]) {
    expect(await attempt(store.database, claims, (as) => as`select * from list_people('', 1)`)).toBe(REFUSED);
  }
});

test("each admin can invite thirty times an hour, and other roles cannot", async () => {
  const [one, other] = [
    await addAccount(store.database, { role: "admin" }),
    await addAccount(store.database, { role: "admin" }),
  ];
  const take = async ({ claims }: Caller) => {
    const [row] = await store.database.asCaller(claims, (as) => as`select take_invitation() as may`);
    return row?.may;
  };
  for (let n = 0; n < 30; n += 1) expect(await take(one)).toBe(true);
  expect(await take(one)).toBe(false);
  expect(await take(other)).toBe(true);
  await store.database.sql`update recent_tries set tried_at = tried_at - interval '1 hour' where user_id = ${one.id}`;
  expect(await take(one)).toBe(true);
  const user = await addAccount(store.database, { role: "user" });
  for (const claims of [ANON, user.claims, SERVICE]) {
    expect(await attempt(store.database, claims, (as) => as`select take_invitation()`)).toBe(REFUSED);
  }
});
