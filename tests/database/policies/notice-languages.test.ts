import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addAccount, type Caller } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

let store: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
beforeEach(async () => {
  await store.database.sql`delete from mail_outbox`;
});
afterAll(() => store.drop());

type Act = (sql: TransactionSql, person: Caller) => Promise<unknown>;

const OWN: Readonly<Record<string, Act>> = {
  "auth-recovery-codes": (sql) => sql`select create_recovery_codes()`,
  "auth-recovery-code-used": async (sql) => {
    const [row] = await sql<{ codes: string[] }[]>`select create_recovery_codes() as codes`;
    await sql`select use_recovery_code(${row?.codes[0] ?? ""})`;
  },
  "auth-factor-removed": async (sql, { id }) => {
    await OWN["auth-recovery-code-used"]?.(sql, { id } as Caller);
    const [factor] = await store.database.sql<{ id: string }[]>`select id from auth.mfa_factors where user_id = ${id}`;
    await sql`select remove_lost_factor(${factor?.id ?? ""})`;
  },
  "auth-account-deleted": (sql) => sql`select delete_my_account()`,
};
const BY_ADMIN: Readonly<Record<string, Act>> = {
  "auth-factor-reset": (sql, { id }) => sql`select reset_second_factor(${id})`,
  "auth-account-deleted": (sql, { id }) => sql`select delete_account(${id})`,
  "role-granted": (sql, { id }) => sql`insert into user_roles (user_id, role) values (${id}, 'admin')`,
  "role-removed": async (sql, { id }) => {
    await sql`insert into user_roles (user_id, role) values (${id}, 'admin')`;
    await sql`delete from user_roles where user_id = ${id}`;
  },
};
const ACTS = [
  ...Object.entries(OWN).map(([kind, act]) => ({ kind, act, who: "its owner" })),
  ...Object.entries(BY_ADMIN).map(([kind, act]) => ({ kind, act, who: "an admin" })),
];
const ENGLISH = /\b(you|your|the|from|our|please|administrator)\b/i;

test.each(ACTS)("$kind, caused by $who, is in the language of the account", async ({ kind, act, who }) => {
  for (const language of ["de", "de-AT", "fr", undefined]) {
    const person = await addPerson(language);
    await store.database.asCaller((who === "an admin" ? admin : person).claims, (sql) => act(sql, person));
    const mail = await mailOf(kind, person);
    expect(mail.text_body, String(language)).toMatch(/\S\n\n\S.*\.\n$/s);
    expect(ENGLISH.test(mail.subject + mail.text_body), String(language)).toBe(!language?.startsWith("de"));
  }
});

test("what somebody else did to an account is told as such", async () => {
  const [own, other] = [await addPerson("de"), await addPerson("de")];
  await store.database.asCaller(own.claims, (sql) => sql`select delete_my_account()`);
  await store.database.asCaller(admin.claims, (sql) => sql`select delete_account(${other.id})`);
  expect((await mailOf("auth-account-deleted", own)).text_body).not.toContain("Administration");
  expect((await mailOf("auth-account-deleted", other)).text_body).toContain("Administration");
});

test("a German admin without messages is told of no messages", async () => {
  const person = await addPerson("de");
  const giver = await addAccount(store.database, { role: "admin" });
  await store.database.sql`update admin_limits set can_messages = false where user_id = ${giver.id}`;
  await store.database.asCaller(
    giver.claims,
    (sql) => sql`insert into user_roles (user_id, role) values (${person.id}, 'admin')`,
  );
  const { text_body: text } = await mailOf("role-granted", person);
  expect(text).toContain("Personen verwalten");
  expect(text).not.toMatch(/Nachrichten|%s/);
});

test("the page counts more than the account, the account more than the site; nonsense counts as nothing", async () => {
  const subject = async (of: { page?: string; account?: string | undefined }, by?: Caller) => {
    const person = await addPerson(of.account);
    await store.database.asCaller((by ?? person).claims, async (sql) => {
      await sql`select set_config('request.headers', ${JSON.stringify({ "content-language": of.page })}, true)`;
      if (by) await sql`select delete_account(${person.id})`;
      else await sql`select delete_my_account()`;
    });
    return (await mailOf("auth-account-deleted", person)).subject;
  };
  const [german, english] = ["Ihr Konto wurde gelöscht", "Your account was deleted"];
  expect(await subject({ page: "de" })).toBe(german);
  expect(await subject({ page: "en", account: "de" })).toBe(english);
  expect(await subject({ page: "'; drop table x; --", account: "de" })).toBe(german);
  expect(await subject({ page: "de" }, admin), "the page of an admin says nothing about the reader").toBe(english);
  await store.database.sql`
    insert into entries (collection, key, data) values ('languages', 'main', '{"first": "de"}')`;
  expect(await subject({})).toBe(german);
  expect(await subject({ account: "en" })).toBe(english);
  await store.database.sql`delete from entries where collection = 'languages'`;
});

async function addPerson(language?: string): Promise<Caller> {
  const person = await addAccount(store.database, { factor: true, aal: "aal2" });
  const data = JSON.stringify(language ? { language } : { language: 7, name: "Ada" });
  await store.database.sql`update auth.users set raw_user_meta_data = ${data}::text::jsonb where id = ${person.id}`;
  return person;
}

async function mailOf(kind: string, { claims }: Caller): Promise<{ subject: string; text_body: string }> {
  const [mail] = await store.database.sql<{ subject: string; text_body: string }[]>`
    select subject, text_body from mail_outbox join mail_bodies on mail_id = mail_outbox.id
    where kind = ${kind} and recipient = ${String(claims.email)}`;
  if (!mail) throw new Error(`No mail of ${kind}`);
  return mail;
}
