import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Claims } from "../../../backend/database/database.ts";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

const REFUSED = "42501";
const addWithFactor = (aal: "aal1" | "aal2" = "aal2") => addAccount(store.database, { factor: true, aal });
const atAal1 = ({ claims }: Caller): Claims => ({ ...claims, aal: "aal1" });

test("only a session at aal2 can create recovery codes: ten different ones in a readable format", async () => {
  const ada = await addWithFactor();
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

test("recovery codes are stored as unreadable hashes, and only the owner can count them", async () => {
  const [ada, bob] = [await addWithFactor(), await addWithFactor()];
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

test("a recovery code, however it is typed, replaces the second factor in this session only", async () => {
  const ada = await addAccount(store.database, { role: "admin", factor: true, aal: "aal2" });
  const here = await addSession(ada);
  const [asPassword, other] = [
    { ...atAal1(ada), session_id: here },
    { ...atAal1(ada), session_id: await addSession(ada) },
  ];
  const [code = "", second = ""] = await createCodes(ada);
  expect([await isAdmin(asPassword), await hasOwnProof(asPassword)]).toEqual([false, false]);
  expect(await useCode(asPassword, ` ${code.toUpperCase().replaceAll("-", " ").replaceAll("0", "O")}`)).toBe("used");
  expect([await isAdmin(asPassword), await hasOwnProof(asPassword)]).toEqual([true, true]);
  expect([await isAdmin(other), await hasOwnProof(other)], "another session").toEqual([false, false]);
  const bob = await addAccount(store.database, { role: "admin", factor: true });
  expect(await isAdmin({ ...bob.claims, session_id: here }), "another account").toBe(false);
  const { sql } = store.database;
  expect((await sql`select from auth.mfa_factors where user_id = ${ada.id} and status = 'verified'`).count).toBe(1);
  expect((await sql`select from auth.sessions where user_id = ${ada.id}`).count).toBe(3);
  expect((await sql`select from recovery_codes where user_id = ${ada.id} and used_at is null`).count).toBe(9);
  expect(await mailsTo(ada)).toEqual(["auth-recovery-codes", "auth-recovery-code-used"]);
  expect(await useCode(other, code), "a used code").toBe("wrong");
  expect(await useCode(other, second), "one of the other nine").toBe("used");
  await sql`delete from auth.sessions where id = ${here}`;
  expect(await hasOwnProof(asPassword), "the proof ends with the session").toBe(false);
});

test("recovery codes become invalid with newer codes, or when their factor is removed", async () => {
  const ada = await addWithFactor();
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

test("a code of another account, an empty and an overlong one are refused, and no factor changes", async () => {
  const [ada, bob] = [await addWithFactor(), await addWithFactor()];
  const [code = ""] = await createCodes(ada);
  for (const guess of [code, "", "%", "x".repeat(100_000)]) expect(await useCode(bob.claims, guess)).toBe("wrong");
  expect(await attempt(store.database, ANON, (sql) => sql`select use_recovery_code(${code})`)).toBe(REFUSED);
  const factors = await store.database.sql`select from auth.mfa_factors where user_id in (${ada.id}, ${bob.id})`;
  expect(factors.count).toBe(2);
});

test("five wrong recovery codes block a session for ten minutes, but not the other sessions of the owner", async () => {
  const ada = await addWithFactor();
  const [code = "", second = ""] = await createCodes(ada);
  const thief = { ...ada.claims, session_id: await addSession(ada) };
  const guesses = await Promise.all(Array.from({ length: 20 }, () => useCode(thief, "0000-0000-0000")));
  expect(guesses.toSorted()).toEqual([...Array(15).fill("wait"), ...Array(5).fill("wrong")]);
  expect(await useCode(thief, code)).toBe("wait");
  expect(await useCode(ada.claims, code)).toBe("used");
  const { sql } = store.database;
  await sql`update recent_tries set tried_at = tried_at - interval '10 minutes' where user_id = ${ada.id}`;
  expect(await useCode(thief, second)).toBe("used");
});

test("concurrent uses of one recovery code succeed once", async () => {
  const ada = await addWithFactor();
  const [code = ""] = await createCodes(ada);
  const both = await Promise.all([useCode(ada.claims, code), useCode(ada.claims, code)]);
  expect(both.toSorted()).toEqual(["used", "wrong"]);
});

test("a user can list and end only their own active sessions, the current one first", async () => {
  const [ada, bob] = [await addAccount(store.database), await addAccount(store.database)];
  const [older, current, stranger] = [ada.claims.session_id, await addSession(ada), await addSession(bob)];
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

test("with a second factor, a session at aal1 sees and ends only itself until a recovery code is used", async () => {
  const ada = await addWithFactor();
  const full = ada.claims.session_id;
  const half = { ...atAal1(ada), session_id: await addSession(ada) };
  const list = async (claims: Claims) => {
    const rows = await store.database.asCaller(claims, (sql) => sql`select id from my_sessions()`);
    return rows.map(({ id }) => id as string).toSorted();
  };
  expect(await list(half)).toEqual([half.session_id]);
  expect(await list(ada.claims)).toEqual([full, half.session_id].toSorted());
  expect(await endSession(half, full)).toBe(false);
  const [code = ""] = await createCodes(ada);
  expect(await useCode(half, code)).toBe("used");
  expect(await list(half)).toEqual([full, half.session_id].toSorted());
  expect(await endSession(half, full)).toBe(true);
  const again = { ...half, session_id: await addSession(ada) };
  expect(await endSession(again, half.session_id)).toBe(false);
  expect(await endSession(again, again.session_id)).toBe(true);
});

test("after a day, creating codes and deleting the account need fresh proof", async () => {
  const ada = await addWithFactor();
  await createCodes(ada);
  const { sql } = store.database;
  const age = (interval: string) => sql`
    update auth.sessions set created_at = now() - ${interval}::interval where id = ${ada.claims.session_id}`;
  await age("25 hours");
  // A TOTP code proves possession of the phone, not the identity of its user.
  await sql`insert into auth.mfa_amr_claims (session_id, authentication_method, created_at)
    values (${ada.claims.session_id}, 'totp', now() - interval '1 hour')`;
  for (const call of ["create_recovery_codes", "delete_my_account"]) {
    const attempted = store.database.asCaller(ada.claims, (as) => as`select ${as(call)}()`);
    await expect(attempted, call).rejects.toMatchObject({
      code: "PGRST",
      message: expect.stringContaining('"reauthentication_needed"') as unknown,
    });
  }
  const withoutSession = { ...ada.claims, session_id: randomUUID() };
  expect(await attempt(store.database, withoutSession, (as) => as`select delete_my_account()`)).toBe("PGRST");
  expect((await sql`select from recovery_codes where user_id = ${ada.id}`).count).toBe(10);
  await age("23 hours");
  expect(await attempt(store.database, ada.claims, (as) => as`select create_recovery_codes()`)).toBe("ok 1");
  expect(await attempt(store.database, ada.claims, (as) => as`select delete_my_account()`)).toBe("ok 1");
  expect(await mailsTo(ada)).toEqual(["auth-recovery-codes", "auth-recovery-codes", "auth-account-deleted"]);
});

test("a session in which a recovery code was used can remove the lost app with fresh proof, which ends the other sessions", async () => {
  const ada = await addWithFactor();
  const bob = await addWithFactor();
  const { sql } = store.database;
  const [factor] = await sql<{ id: string }[]>`select id from auth.mfa_factors where user_id = ${ada.id}`;
  const remove = (by: Claims) =>
    attempt(
      store.database,
      by,
      (as) => as`select from remove_lost_factor(${factor?.id ?? ""}) as removed where removed`,
    );
  const [code = ""] = await createCodes(ada);
  const half = { ...atAal1(ada), session_id: await addSession(ada) };
  expect([await remove(half), await remove(ada.claims), await remove(ANON)]).toEqual([REFUSED, REFUSED, REFUSED]);
  await sql`update auth.sessions set created_at = now() - interval '2 days' where id = ${half.session_id}`;
  expect(await useCode(half, code)).toBe("used");
  expect(await remove(half), "without fresh proof").toBe("PGRST");
  await sql`insert into auth.mfa_amr_claims (session_id, authentication_method, created_at)
    values (${half.session_id}, 'password', now() - interval '2 days')`;
  const [theirs = ""] = await createCodes(bob);
  expect(await useCode(bob.claims, theirs)).toBe("used");
  expect(await remove(bob.claims), "another account").toBe("ok 0");
  expect(await remove(half)).toBe("ok 1");
  expect((await sql`select from auth.mfa_factors where user_id = ${ada.id}`).count).toBe(0);
  expect([...(await sql`select id from auth.sessions where user_id = ${ada.id}`)]).toEqual([{ id: half.session_id }]);
  expect(await mailsTo(ada)).toContain("auth-factor-removed");
});

test("recovery codes can be created ten times an hour", async () => {
  const ada = await addWithFactor();
  const create = () => attempt(store.database, ada.claims, (as) => as`select create_recovery_codes()`);
  for (let n = 0; n < 10; n += 1) expect(await create()).toBe("ok 1");
  expect(await create()).toBe(REFUSED);
});

test("a user can delete their account at the required level, and their posts are kept", async () => {
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

test("the last administrator cannot delete their account", async () => {
  const { database, drop } = await createTestDatabase();
  const last = await addAccount(database, { role: "admin" });
  const leaving = database.asCaller(last.claims, (sql) => sql`select delete_my_account()`);
  await expect(leaving).rejects.toThrow("The last administrator cannot be removed.");
  await drop();
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

async function hasOwnProof(claims: Claims): Promise<unknown> {
  const [row] = await store.database.asCaller(claims, (sql) => sql`select has_own_proof() as answer`);
  return row?.answer;
}

async function mailsTo({ id }: Caller): Promise<string[]> {
  const rows = await store.database.sql<{ kind: string }[]>`
    select kind from mail_outbox m join mail_bodies b on b.mail_id = m.id
    where recipient = ${`${id}@people.example`} order by m.created_at`;
  return rows.map(({ kind }) => kind);
}

async function isAdmin(claims: Claims): Promise<unknown> {
  const [row] = await store.database.asCaller(claims, (sql) => sql`select is_admin() as answer`);
  return row?.answer;
}
