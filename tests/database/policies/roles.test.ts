import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addAccount, ANON, attempt, SERVICE, type Caller } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let user: Caller;
let admin: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  user = await addAccount(store.database, { role: "user" });
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

test("a user can read only their own role", async () => {
  const rows = await store.database.asCaller(user.claims, (sql) => sql`select user_id, role from user_roles`);
  expect([...rows]).toEqual([{ user_id: user.id, role: "user" }]);
});

test("a user cannot become an admin by any request", async () => {
  const newcomer = await addAccount(store.database);
  const tries = [
    attempt(store.database, newcomer.claims, (sql) => sql`insert into user_roles values (${newcomer.id}, 'admin')`),
    attempt(store.database, user.claims, (sql) => sql`update user_roles set role = 'admin'`),
    attempt(
      store.database,
      user.claims,
      (sql) => sql`insert into user_roles (user_id, role) values (${user.id}, 'admin')
        on conflict (user_id) do update set role = 'admin'`,
    ),
    attempt(store.database, ANON, (sql) => sql`insert into user_roles values (${user.id}, 'admin')`),
    attempt(store.database, user.claims, (sql) => sql`update auth.users set role = 'service_role'`),
  ];
  expect(await Promise.all(tries)).toEqual(["42501", "ok 0", "42501", "42501", "42501"]);
  expect(await isAdmin(user)).toBe(false);
  expect(await isAdmin(newcomer)).toBe(false);
});

test("role claims in a token, other than the database role, are ignored", async () => {
  const claims = { ...user.claims, user_role: "admin", app_metadata: { role: "admin" }, is_admin: true };
  expect(await isAdmin({ id: user.id, claims })).toBe(false);
});

test("a request can run only with a role of a caller", async () => {
  for (const role of ["postgres", "plumbline", "constructor"]) {
    const claims = { role } as unknown as Caller["claims"];
    await expect(store.database.asCaller(claims, (sql) => sql`select 1`)).rejects.toThrow("Not a caller's role");
  }
});

test("an admin with a second factor has admin rights only at aal2", async () => {
  const careful = await addAccount(store.database, { role: "admin", factor: true });
  expect(await isAdmin(careful)).toBe(false);
  expect(await isAdmin({ ...careful, claims: { ...careful.claims, aal: "aal2" } })).toBe(true);
});

test("an unverified factor does not restrict an admin", async () => {
  await store.database.sql`
    insert into auth.mfa_factors (user_id, factor_type, status) values (${admin.id}, 'totp', 'unverified')`;
  expect(await isAdmin(admin)).toBe(true);
});

test("an admin can grant and revoke the admin role", async () => {
  const promoted = await addAccount(store.database, { role: "user" });
  const change = (role: string) => (sql: TransactionSql) =>
    sql`update user_roles set role = ${role} where user_id = ${promoted.id}`;
  expect(await attempt(store.database, admin.claims, change("admin"))).toBe("ok 1");
  expect(await isAdmin(promoted)).toBe(true);
  expect(await attempt(store.database, admin.claims, change("user"))).toBe("ok 1");
  expect(await isAdmin(promoted)).toBe(false);
});

test("an admin can upsert a role, but not move it to another account", async () => {
  const newcomer = await addAccount(store.database);
  const upsert = attempt(
    store.database,
    admin.claims,
    (sql) => sql`insert into user_roles (user_id, role) values (${newcomer.id}, 'admin')
      on conflict (user_id) do update set user_id = excluded.user_id, role = excluded.role`,
  );
  expect(await upsert).toBe("ok 1");
  const other = await addAccount(store.database);
  const move = (sql: TransactionSql) => sql`update user_roles set user_id = ${other.id} where user_id = ${newcomer.id}`;
  expect(await attempt(store.database, admin.claims, move)).toBe("23514");
  expect(await attempt(store.database, SERVICE, move)).toBe("23514");
});

test("the last admin can be neither demoted nor removed nor deleted", async () => {
  const { database, drop } = await createTestDatabase();
  const last = await addAccount(database, { role: "admin" });
  const demote = "update user_roles set role = 'user' where role = 'admin'";
  const remove = "delete from user_roles";
  for (const claims of [last.claims, SERVICE]) {
    expect(await attempt(database, claims, (sql) => sql.unsafe(demote))).toBe("23514");
    expect(await attempt(database, claims, (sql) => sql.unsafe(remove))).toBe("23514");
  }
  await expect(database.sql`delete from auth.users where id = ${last.id}`).rejects.toMatchObject({ code: "23514" });
  await drop();
});

test("an unconfirmed or banned admin does not count as a remaining admin", async () => {
  const { database, drop } = await createTestDatabase();
  const [last, other] = [await addAccount(database, { role: "admin" }), await addAccount(database, { role: "admin" })];
  const { sql } = database;
  const demote = () =>
    attempt(database, SERVICE, (as) => as`update user_roles set role = 'user' where user_id = ${last.id}`);
  await sql`update auth.users set email_confirmed_at = null where id = ${other.id}`;
  expect(await demote(), "not accepted").toBe("23514");
  await sql`update auth.users set email_confirmed_at = now(), banned_until = now() + interval '1 hour'
    where id = ${other.id}`;
  expect(await demote(), "banned").toBe("23514");
  await sql`update auth.users set banned_until = now() - interval '1 hour' where id = ${other.id}`;
  expect(await demote(), "the ban is over").toBe("ok 1");
  await drop();
});

test("when two admins remove each other at the same time, one remains", async () => {
  const { database, drop } = await createTestDatabase();
  const ada = await addAccount(database, { role: "admin" });
  const bob = await addAccount(database, { role: "admin" });
  const removed = Promise.withResolvers<void>();
  const byAda = attempt(database, ada.claims, async (sql) => {
    const rows = await sql`delete from user_roles where user_id = ${bob.id}`;
    removed.resolve();
    await vi.waitFor(async () => {
      const [waiting] = await database.sql`
        select pid from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
      expect(waiting).toBeDefined();
    }, 90_000);
    return rows;
  });
  await removed.promise;
  const byBob = attempt(database, bob.claims, (sql) => sql`delete from user_roles where user_id = ${ada.id}`);
  expect(await Promise.all([byAda, byBob])).toEqual(["ok 1", "23514"]);
  expect([...(await database.sql`select user_id from user_roles`)]).toEqual([{ user_id: ada.id }]);
  await drop();
});

test("two hundred concurrent requests keep their own roles", async () => {
  const people = [user, admin, await addAccount(store.database), await addAccount(store.database)];
  const requests = Array.from({ length: 200 }, async (_, i) => {
    const person = people[i % 6];
    const claims = person?.claims ?? (i % 2 ? ANON : SERVICE);
    const seen = await store.database.asCaller(claims, async (sql) => {
      const both = await Promise.all([
        sql`select current_user::text as role, auth.uid() as uid`,
        sql`select pg_sleep(0.002), current_user::text as role, auth.uid() as uid`,
      ]);
      return both.flatMap((rows) => rows.map(({ role, uid }) => ({ role: String(role), uid: String(uid) })));
    });
    const own = { role: claims.role, uid: String(claims.sub ?? null) };
    expect(seen).toEqual([own, own]);
  });
  await Promise.all(requests);
  const [after] = await store.database.sql`
    select current_user::text as role, current_setting('request.jwt.claims', true) as claims`;
  expect(after?.role).toBe("plumbline");
  expect(after?.claims || null).toBeNull();
});

test("a failed request leaves neither its role nor its claims on the connection", async () => {
  for (let i = 0; i < 20; i += 1) await attempt(store.database, admin.claims, (sql) => sql`select 1 / 0`);
  const roles = await Promise.all(
    Array.from({ length: 20 }, () => store.database.sql`select current_user::text as role, auth.uid() as uid`),
  );
  for (const [row] of roles) expect(row).toEqual({ role: "plumbline", uid: null });
});

test("statements time out after three seconds for visitors and eight for accounts", async () => {
  for (const [claims, statement_timeout] of [
    [ANON, "3s"],
    [user.claims, "8s"],
  ] as const) {
    const [row] = await store.database.asCaller(claims, (sql) => sql`show statement_timeout`);
    expect(row).toEqual({ statement_timeout });
  }
});

async function isAdmin(caller: Caller): Promise<unknown> {
  const [row] = await store.database.asCaller(caller.claims, (sql) => sql`select is_admin() as answer`);
  return row?.answer;
}
