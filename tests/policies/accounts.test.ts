import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Claims } from "../../server/db/database.ts";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../support/callers.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

const REFUSED = "42501";
const careful = (aal: "aal1" | "aal2" = "aal2") => addAccount(store.database, { factor: true, aal });
const atAal1 = ({ claims }: Caller): Claims => ({ ...claims, aal: "aal1" });

test("only a session with the second factor gets codes: ten, different, hard to guess, easy to read", async () => {
  const ada = await careful();
  const codes = await createCodes(ada);
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){2}[0-9a-hjkmnp-tv-z]{4}$/);
  const create = (claims: Claims) => attempt(store.database, claims, (sql) => sql`select create_recovery_codes()`);
  expect(await create(atAal1(ada))).toBe(REFUSED);
  const withoutFactor = await addAccount(store.database);
  expect(await create({ ...withoutFactor.claims, aal: "aal2" })).toBe(REFUSED);
  expect([await create(ANON), await create(SERVICE)]).toEqual([REFUSED, REFUSED]);
});

test("codes are stored as hashes that nobody reads; the owner sees how many there are, and nobody else's", async () => {
  const [ada, bob] = [await careful(), await careful()];
  await createCodes(ada);
  const count = (claims: Claims) =>
    attempt(store.database, claims, (sql) => sql`select id, created_at, used_at from recovery_codes`);
  expect(await count(ada.claims)).toBe("ok 10");
  expect(await count(bob.claims)).toBe("ok 0");
  expect(await count(admin.claims)).toBe("ok 0");
  expect(await count(ANON)).toBe(REFUSED);
  for (const claims of [ada.claims, admin.claims, SERVICE, ANON]) {
    expect(await attempt(store.database, claims, (sql) => sql`select code_hash from recovery_codes`)).toBe(REFUSED);
  }
});

test("a right code, however it is typed, removes the factors, drops the other codes and lets the admin in", async () => {
  const ada = await addAccount(store.database, { role: "admin", factor: true, aal: "aal2" });
  const session = await addSession(ada);
  const elsewhere = [await addSession(ada, "aal2"), await addSession(ada)];
  const other = await addSession(await careful(), "aal2");
  const [code = "", second = ""] = await createCodes(ada);
  const asPassword = { ...atAal1(ada), session_id: session };
  expect(await isAdmin(asPassword)).toBe(false);
  expect(await useCode(asPassword, ` ${code.toUpperCase().replaceAll("-", " ").replaceAll("0", "O")}`)).toBe("used");
  expect(await isAdmin(asPassword)).toBe(true);
  const { sql } = store.database;
  expect((await sql`select from auth.mfa_factors where user_id = ${ada.id}`).count).toBe(0);
  expect([...(await sql`select aal from auth.sessions where id = ${session}`)]).toEqual([{ aal: "aal1" }]);
  expect([...(await sql`select aal from auth.sessions where id = ${other}`)]).toEqual([{ aal: "aal2" }]);
  const ended = await sql`select from auth.sessions where id in ${sql(elsewhere)}`;
  expect(ended.count, "whoever had only the password elsewhere does not become admin").toBe(0);
  const left = await sql`select used_at is not null as used from recovery_codes where user_id = ${ada.id}`;
  expect([...left]).toEqual([{ used: true }]);
  await sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${ada.id}, 'totp', 'verified')`;
  expect(await useCode(asPassword, code), "a used code").toBe("wrong");
  expect(await useCode(asPassword, second), "a dropped code").toBe("wrong");
});

test("codes are over once there are newer ones, or once the factor they were made for is gone", async () => {
  const ada = await careful();
  const [old = ""] = await createCodes(ada);
  const [fresh = ""] = await createCodes(ada);
  expect(await useCode(ada.claims, old)).toBe("wrong");
  const { sql } = store.database;
  await sql`delete from auth.mfa_factors where user_id = ${ada.id}`;
  expect(await useCode(ada.claims, fresh)).toBe("wrong");
  await sql`insert into auth.mfa_factors (user_id, factor_type, status, created_at)
    values (${ada.id}, 'totp', 'verified', now() + interval '1 second')`;
  expect(await useCode(ada.claims, fresh)).toBe("wrong");
});

test("another's code, an empty one and an endless one are wrong, and no factor is touched", async () => {
  const [ada, bob] = [await careful(), await careful()];
  const [code = ""] = await createCodes(ada);
  for (const guess of [code, "", "%", "x".repeat(100_000)]) expect(await useCode(bob.claims, guess)).toBe("wrong");
  expect(await attempt(store.database, ANON, (sql) => sql`select use_recovery_code(${code})`)).toBe(REFUSED);
  const factors = await store.database.sql`select from auth.mfa_factors where user_id in (${ada.id}, ${bob.id})`;
  expect(factors.count).toBe(2);
});

test("after five wrong codes in ten minutes even a right one waits, also when twenty come at once", async () => {
  const ada = await careful();
  const [code = ""] = await createCodes(ada);
  const guesses = await Promise.all(Array.from({ length: 20 }, () => useCode(ada.claims, "0000-0000-0000")));
  expect(guesses.toSorted()).toEqual([...Array(15).fill("wait"), ...Array(5).fill("wrong")]);
  expect(await useCode(ada.claims, code)).toBe("wait");
  const { sql } = store.database;
  await sql`update recent_tries set tried_at = tried_at - interval '10 minutes' where user_id = ${ada.id}`;
  expect(await useCode(ada.claims, code)).toBe("used");
});

test("of two uses of one code at once, one counts", async () => {
  const ada = await careful();
  const [code = ""] = await createCodes(ada);
  const both = await Promise.all([useCode(ada.claims, code), useCode(ada.claims, code)]);
  expect(both.toSorted()).toEqual(["used", "wrong"]);
});

test("one sees the own living sessions, the present one first, and ends only those", async () => {
  const [ada, bob] = [await addAccount(store.database), await addAccount(store.database)];
  const [older, current, stranger] = [await addSession(ada), await addSession(ada), await addSession(bob)];
  await addSession(ada, "aal1", "-1 hour");
  const claims = { ...ada.claims, session_id: current };
  const listed = await store.database.asCaller(claims, (sql) => sql`select * from my_sessions()`);
  expect([...listed]).toEqual([
    {
      id: current,
      created_at: expect.any(Date),
      last_used_at: expect.any(Date),
      user_agent: "Firefox",
      ip: "10.0.0.1",
      aal: "aal1",
      is_current: true,
    },
    expect.objectContaining({ id: older, is_current: false }),
  ]);
  expect(await endSession(claims, stranger)).toBe(false);
  expect(await endSession(claims, older)).toBe(true);
  expect(await endSession(claims, older)).toBe(false);
  const { sql } = store.database;
  expect((await sql`select from auth.sessions where id in (${current}, ${stranger})`).count).toBe(2);
  for (const by of [ANON, SERVICE]) {
    expect(await attempt(store.database, by, (as) => as`select * from my_sessions()`)).toBe(REFUSED);
    expect(await attempt(store.database, by, (as) => as`select end_session(${current})`)).toBe(REFUSED);
  }
});

test("one deletes oneself, with the second factor where there is one; posts stay", async () => {
  const writer = await addAccount(store.database, { role: "admin", factor: true, aal: "aal2" });
  const { sql } = store.database;
  const [post] = await sql<{ id: string }[]>`
    insert into blog_posts (title, excerpt, content, created_by) values ('Mine', 'e', 'c', ${writer.id}) returning id`;
  const remove = (claims: Claims) => attempt(store.database, claims, (as) => as`select delete_my_account()`);
  expect(await remove(ANON)).toBe(REFUSED);
  expect(await remove(atAal1(writer))).toBe(REFUSED);
  expect(await remove(writer.claims)).toBe("ok 1");
  expect((await sql`select from auth.users where id = ${writer.id}`).count).toBe(0);
  expect([...(await sql`select title, created_by from blog_posts where id = ${post?.id ?? ""}`)]).toEqual([
    { title: "Mine", created_by: null },
  ]);
});

test("the last administrator cannot leave", async () => {
  const { database, drop } = await createTestDatabase();
  const last = await addAccount(database, { role: "admin" });
  const leaving = database.asCaller(last.claims, (sql) => sql`select delete_my_account()`);
  await expect(leaving).rejects.toThrow("The last administrator cannot be removed.");
  await drop();
});

test("admins find people by a part of their address; nobody else sees anybody", async () => {
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
  expect((await list(admin.claims, `${name}%`)).length, "a sign is only a sign").toBe(0);
  expect([...(await list(admin.claims, half.id))]).toMatchObject([{ role: "admin", has_second_factor: true }]);
  expect((await list(admin.claims, "", -5)).length).toBe(50);
  for (const claims of [ANON, user.claims, half.claims, SERVICE]) {
    expect(await attempt(store.database, claims, (as) => as`select * from list_people('', 1)`)).toBe(REFUSED);
  }
});

test("an admin may invite thirty times an hour, each for themself; nobody else may", async () => {
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

async function createCodes({ claims }: Caller): Promise<string[]> {
  const [row] = await store.database.asCaller(claims, (sql) => sql`select create_recovery_codes() as codes`);
  return row?.codes as string[];
}

async function useCode(claims: Claims, code: string): Promise<string> {
  const [row] = await store.database.asCaller(claims, (sql) => sql`select use_recovery_code(${code}) as outcome`);
  return String(row?.outcome);
}

async function addSession({ id }: Caller, aal = "aal1", until: string | null = null): Promise<string> {
  const [row] = await store.database.sql<{ id: string }[]>`
    insert into auth.sessions (user_id, aal, ip, user_agent, not_after)
    values (${id}, ${aal}, '10.0.0.1', 'Firefox', now() + ${until}::interval) returning id`;
  return row?.id ?? "";
}

async function endSession(claims: Claims, id: string): Promise<unknown> {
  const [row] = await store.database.asCaller(claims, (sql) => sql`select end_session(${id}) as ended`);
  return row?.ended;
}

async function isAdmin(claims: Claims): Promise<unknown> {
  const [row] = await store.database.asCaller(claims, (sql) => sql`select is_admin() as answer`);
  return row?.answer;
}
