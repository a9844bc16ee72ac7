import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Claims } from "../../../backend/database/database.ts";
import { addAccount, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
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

test("an account is notified by mail when an admin grants or removes its admin role", async () => {
  const person = await addAccount(store.database);
  await setRole(admin, person, "admin");
  expect(await mails()).toMatchObject([
    {
      kind: "role-granted",
      state: "queued",
      recipient: await emailOf(person),
      subject: "You are now an administrator of our website",
      text_body: expect.stringContaining("has given your account"),
    },
  ]);
  await store.database.sql`delete from mail_outbox`;
  await setRole(admin, person, "admin");
  expect(await mails(), "nothing changed").toEqual([]);
  await setRole(admin, person, "user");
  expect(await mails()).toMatchObject([
    { kind: "role-removed", subject: "You are no longer an administrator of our website" },
  ]);
});

test("deleting the row sends a mail too; a refused or rolled back change sends none", async () => {
  const person = await addAccount(store.database, { role: "admin" });
  const stranger = await addAccount(store.database);
  await attempt(store.database, stranger.claims, (sql) => sql`delete from user_roles where user_id = ${person.id}`);
  await attempt(store.database, admin.claims, async (sql) => {
    await sql`delete from user_roles where user_id = ${person.id}`;
    throw new Error("rolled back");
  }).catch(() => {});
  expect(await mails()).toEqual([]);
  await store.database.asCaller(admin.claims, (sql) => sql`delete from user_roles where user_id = ${person.id}`);
  expect(await mails()).toMatchObject([{ kind: "role-removed" }]);
});

test("no mail is sent for own changes, to unconfirmed addresses, for the service, or for a deleted account", async () => {
  const own = await addAccount(store.database, { role: "admin" });
  await setRole(own, own, "user");
  const invited = await addAccount(store.database);
  await store.database.sql`update auth.users set email_confirmed_at = null where id = ${invited.id}`;
  await setRole(admin, invited, "admin");
  const served = await addAccount(store.database);
  await setRole({ claims: SERVICE }, served, "admin");
  await store.database.sql`delete from auth.users where id = ${served.id}`;
  expect(await mails()).toEqual([]);
});

function setRole(by: { claims: Claims }, { id }: Caller, role: "admin" | "user") {
  return store.database.asCaller(
    by.claims,
    (sql) => sql`
      insert into user_roles (user_id, role) values (${id}, ${role})
      on conflict (user_id) do update set user_id = excluded.user_id, role = excluded.role`,
  );
}

async function emailOf({ id }: Caller): Promise<string> {
  const [account] = await store.database.sql<{ email: string }[]>`select email from auth.users where id = ${id}`;
  return account?.email ?? "";
}

const mails = async () => [
  ...(await store.database.sql`
    select kind, recipient, state, subject, text_body
    from mail_outbox join mail_bodies on mail_id = mail_outbox.id order by created_at`),
];
