import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

const REFUSED = "42501";
const KEPT = "23514";

let store: TestDatabase;
let owner: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  owner = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

type Switches = readonly [messages: boolean, people: boolean];

async function addAdmin([messages, people]: Switches, options = {}): Promise<Caller> {
  const admin = await addAccount(store.database, { role: "admin", ...options });
  await store.database.sql`
    update admin_limits set can_messages = ${messages}, can_people = ${people} where user_id = ${admin.id}`;
  return admin;
}

async function switchesOf({ claims }: Caller): Promise<Switches> {
  const [row] = await store.database.asCaller(claims, (sql) => sql`select has_messages() as m, has_people() as p`);
  return [row?.m, row?.p];
}

const set = (by: Caller, { id }: Caller, [messages, people]: Switches) =>
  attempt(store.database, by.claims, (sql) => sql`select set_admin_limits(${id}, ${messages}, ${people})`);
const as = (by: Caller, work: (sql: TransactionSql) => Promise<readonly unknown[]>) =>
  attempt(store.database, by.claims, work);
const promote = (by: Caller, { id }: Caller) =>
  as(
    by,
    (sql) => sql`insert into user_roles (user_id, role) values (${id}, 'admin')
      on conflict (user_id) do update set role = excluded.role`,
  );

test("the switches are given and taken by another admin, and each change is a line in the journal", async () => {
  const person = await addAdmin([true, true]);
  expect(await set(owner, person, [false, true])).toBe("ok 1");
  expect(await switchesOf(person)).toEqual([false, true]);
  expect(await set(owner, person, [true, false])).toBe("ok 1");
  expect(await switchesOf(person)).toEqual([true, false]);
  const lines = await store.database
    .sql`select fields from journal where subject = ${person.id} and action = 'changed'`;
  expect(lines.map(({ fields }) => fields)).toEqual([["messages"], ["messages", "people"]]);
});

test("an admin who was one before the table existed has both switches", async () => {
  const person = await addAccount(store.database, { role: "admin" });
  await store.database.sql`delete from admin_limits where user_id = ${person.id}`;
  expect(await switchesOf(person)).toEqual([true, true]);
  expect(await set(owner, person, [false, false])).toBe("ok 1");
  expect(await switchesOf(person)).toEqual([false, false]);
});

test("nobody gives a switch to themselves, by the function, the table, a second account or the role", async () => {
  const limited = await addAdmin([false, true]);
  const second = await addAccount(store.database, { role: "user" });
  const former = await addAdmin([true, true]);
  expect(await set(limited, limited, [true, true])).toBe(REFUSED);
  expect(await as(limited, (sql) => sql`update admin_limits set can_messages = true`)).toBe(REFUSED);
  expect(await as(limited, (sql) => sql`delete from admin_limits`)).toBe(REFUSED);
  expect(await promote(limited, second)).toBe("ok 1");
  expect(await switchesOf(second), "at most those of the one who gives the role").toEqual([false, true]);
  expect(await set(limited, second, [true, true])).toBe(REFUSED);
  expect(await set(second, limited, [true, true])).toBe(REFUSED);
  // An account that had 'messages' before gets it back only from an admin who has it.
  await as(limited, (sql) => sql`update user_roles set role = 'user' where user_id = ${former.id}`);
  expect(await promote(limited, former)).toBe("ok 1");
  expect(await switchesOf(former)).toEqual([false, true]);
  expect(await switchesOf(limited)).toEqual([false, true]);
  expect(await set(owner, limited, [true, true])).toBe("ok 1");
});

test("an admin without 'people' cannot reach accounts, roles or invitations", async () => {
  const limited = await addAdmin([true, false]);
  const person = await addAccount(store.database, { role: "user" });
  expect(await promote(limited, person)).toBe(REFUSED);
  expect(await as(limited, (sql) => sql`delete from user_roles where user_id = ${owner.id}`)).toBe("ok 0");
  for (const call of ["list_people()", "take_invitation()"]) {
    expect(await as(limited, (sql) => sql`select ${sql.unsafe(call)}`), call).toBe(REFUSED);
  }
  for (const work of ["set_admin_limits(id, true, true)", "reset_second_factor(id)", "delete_account(id)"]) {
    const call = work.replace("id", `'${person.id}'`);
    expect(await as(limited, (sql) => sql`select ${sql.unsafe(call)}`), call).toBe(REFUSED);
  }
  expect(await as(limited, (sql) => sql`select * from name_people(${[person.id]})`)).toBe("ok 0");
  expect(await as(limited, (sql) => sql`select * from name_people(${[owner.id]})`), "a colleague").toBe("ok 1");
  expect(await as(limited, (sql) => sql`select from journal_page('role')`)).toBe("ok 0");
});

test("an admin without 'messages' learns neither their number nor that one was changed", async () => {
  const limited = await addAdmin([false, true]);
  const [message] = await store.database.sql`
    insert into contact_messages (name, email, service, message) values ('N', 'n@x.example', 'Other', 'M') returning id`;
  await as(owner, (sql) => sql`update contact_messages set notes = 'x' where id = ${message?.id}`);
  const read = (by: Caller, call: string) => store.database.asCaller(by.claims, (sql) => sql.unsafe(call));
  const [overview] = await read(limited, "select newsroom_overview('UTC') as found");
  expect(overview?.found).toMatchObject({ unread: null, quarantine: null, weeks: null, drafts: { count: 0 } });
  expect([...(await read(limited, "select newsroom_counts('messages') as found"))]).toEqual([{ found: null }]);
  for (const lines of ["journal_page('message')", "journal where kind = 'message'", "contact_messages"]) {
    expect((await read(limited, `select * from ${lines}`)).length, lines).toBe(0);
    expect((await read(owner, `select * from ${lines}`)).length, lines).toBeGreaterThan(0);
  }
  expect((await read(owner, "select newsroom_overview('UTC') as found"))[0]?.found).toMatchObject({
    unread: { count: 1 },
  });
});

test("the last admin with a switch keeps it, also when another is removed or deleted", async () => {
  const { database, drop } = await createTestDatabase();
  const [ada, bob] = [await addAccount(database, { role: "admin" }), await addAccount(database, { role: "admin" })];
  const by = (caller: Caller, call: string) => attempt(database, caller.claims, (sql) => sql.unsafe(call));
  expect(await by(ada, `select set_admin_limits('${bob.id}', true, false)`)).toBe("ok 1");
  expect(await by(ada, `delete from user_roles where user_id = '${ada.id}'`)).toBe(KEPT);
  expect(await by(ada, "select delete_my_account()")).toBe(KEPT);
  await expect(database.sql`delete from auth.users where id = ${ada.id}`).rejects.toMatchObject({ code: KEPT });
  await database.sql`update admin_limits set can_messages = false where user_id = ${ada.id}`;
  expect(await by(ada, `select set_admin_limits('${bob.id}', false, false)`)).toBe(KEPT);
  expect(await by(ada, `select delete_account('${bob.id}')`), "the only one who reads messages").toBe(KEPT);
  // The server is not limited.
  expect(await attempt(database, SERVICE, (sql) => sql`update admin_limits set can_messages = true`)).toBe("ok 2");
  expect(await by(ada, `select delete_account('${bob.id}')`)).toBe("ok 1");
  await drop();
});

test("an accepted offer gives what was chosen, and not more than the inviter still has", async () => {
  const inviter = await addAdmin([true, true]);
  const offer = async (person: Caller, [messages, people]: Switches) => {
    const mail = { kind: "role-offer", to: "x@x.example", message_id: `<${person.id}@x>`, subject: "s", text: "t" };
    await store.database.sql`
      select offer_role(${person.id}, 'admin', 'token', ${inviter.id}, ${store.database.sql.json(mail)}, ${messages}, ${people})`;
  };
  const accept = (person: Caller) => as(person, (sql) => sql`select accept_role('token') as role where true`);
  const chosen = await addAccount(store.database, { role: "user" });
  await offer(chosen, [true, false]);
  await accept(chosen);
  expect(await switchesOf(chosen)).toEqual([true, false]);
  const later = await addAccount(store.database);
  await offer(later, [true, true]);
  await set(owner, inviter, [false, true]);
  await accept(later);
  expect(await switchesOf(later)).toEqual([false, true]);
  const late = await addAccount(store.database);
  await offer(late, [true, true]);
  await set(owner, inviter, [false, false]);
  await accept(late);
  expect(await switchesOf(late), "the inviter may no longer manage people").toEqual([false, false]);
});

test("a second factor is reset after fresh proof: sessions end, a mail goes out, the mailbox has to confirm", async () => {
  const { sql } = store.database;
  const person = await addAdmin([true, true], { factor: true, aal: "aal2" });
  await sql`insert into recovery_codes (user_id, code_hash) values (${person.id}, sha256('code'))`;
  const reset = (by: Caller, { id }: Caller) => as(by, (one) => one`select reset_second_factor(${id})`);
  const tired = await addAdmin([true, true]);
  await sql`update auth.sessions set created_at = now() - interval '2 days' where user_id = ${tired.id}`;
  await sql`update auth.mfa_amr_claims c set updated_at = now() - interval '2 days', created_at = now() - interval '2 days'
    from auth.sessions s where s.id = c.session_id and s.user_id = ${tired.id}`;
  expect(await reset(tired, person), "without fresh proof").toBe("PGRST");
  expect(await reset(person, person), "one's own").toBe(REFUSED);
  expect(await reset(owner, person)).toBe("ok 1");
  const [left] = await sql`select (select count(*) from auth.mfa_factors where user_id = ${person.id})::int as factors,
    (select count(*) from auth.sessions where user_id = ${person.id})::int as sessions,
    (select count(*) from recovery_codes where user_id = ${person.id})::int as codes,
    (select email_confirmed_at from auth.users where id = ${person.id}) as confirmed,
    (select kind from mail_outbox where recipient = ${`${person.id}@people.example`}) as mail,
    (select fields from journal where subject = ${person.id} and action = 'changed') as fields`;
  expect(left).toEqual({
    factors: 0,
    sessions: 0,
    codes: 0,
    confirmed: null,
    mail: "auth-factor-reset",
    fields: ["second_factor"],
  });
  expect(await reset(owner, person), "there is none any more").toBe(KEPT);
});

test("another's account is deleted after fresh proof, with a mail and a line in the journal", async () => {
  const { sql } = store.database;
  const person = await addAccount(store.database, { role: "user" });
  const remove = (by: Caller, { id }: Caller) => as(by, (one) => one`select delete_account(${id})`);
  expect(await remove(person, owner)).toBe(REFUSED);
  expect(await remove(owner, owner), "one's own is deleted at /account").toBe(REFUSED);
  expect(await remove(owner, person)).toBe("ok 1");
  expect([...(await sql`select from auth.users where id = ${person.id}`)]).toEqual([]);
  expect([...(await sql`select kind from mail_outbox where recipient = ${`${person.id}@people.example`}`)]).toEqual([
    { kind: "auth-account-deleted" },
  ]);
  const lines = await sql`select action from journal where subject = ${person.id} and actor = ${owner.id}`;
  expect(lines.map(({ action }) => action)).toContain("deleted");
  expect(await remove(owner, person)).toBe(KEPT);
});
