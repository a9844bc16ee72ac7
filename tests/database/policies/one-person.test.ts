import { afterAll, beforeAll, expect, test } from "vitest";
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

const call = (by: Caller["claims"] | typeof ANON, name: "find_person" | "erase_person", address: string) =>
  attempt(store.database, by, (sql) => sql`select ${sql(name)}(${address})`);

test("only an admin with both switches and fresh proof finds or erases everything about an address", async () => {
  const { sql } = store.database;
  const address = await writeAs("refused@people.example");
  const user = await addAccount(store.database, { role: "user" });
  const callers: (typeof ANON)[] = [ANON, SERVICE, user.claims];
  for (const column of ["can_messages", "can_people"]) {
    const limited = await addAccount(store.database, { role: "admin" });
    await sql`update admin_limits set ${sql(column)} = false where user_id = ${limited.id}`;
    callers.push(limited.claims);
  }
  for (const by of callers) {
    expect(await call(by, "find_person", address)).toBe(REFUSED);
    expect(await call(by, "erase_person", address)).toBe(REFUSED);
  }
  const stale = await addAccount(store.database, { role: "admin" });
  await sql`update auth.mfa_amr_claims set updated_at = now() - interval '25 hours', created_at = now() - interval '25 hours'
    where session_id = ${stale.claims.session_id}`;
  await sql`update auth.sessions set created_at = now() - interval '25 hours' where id = ${stale.claims.session_id}`;
  expect(await call(stale.claims, "erase_person", address), "without fresh proof").toBe("PGRST");
  expect((await sql`select from contact_messages where email = ${address}`).count).toBe(1);
});

test("finds messages with replies, emails and the account, in any spelling of the address", async () => {
  const account = await addAccount(store.database, { role: "user" });
  const address = await writeAs(`${account.id}@people.example`);
  const [row] = await store.database.asCaller(
    admin.claims,
    (sql) => sql`select find_person(${` ${address.toUpperCase()} `}) as found`,
  );
  expect(row?.found).toMatchObject({
    messages: [
      {
        email: address,
        notes: "About them",
        files: [{ name: "a.pdf", size: 5 }],
        replies: [{ text: "A reply", direction: "sent" }],
      },
    ],
    mails: [{ kind: "contact-reply", state: "queued" }],
    account: { id: account.id, email: address, role: "user", sessions: 1 },
  });
});

test("erases all of it, of this address only, and the journal has the deed without the address", async () => {
  const { sql } = store.database;
  const account = await addAccount(store.database, { role: "user" });
  const [address, other] = [await writeAs(`${account.id}@people.example`), await writeAs("stays@people.example")];
  expect(await call(admin.claims, "erase_person", address)).toBe("ok 1");
  for (const [table, column] of [
    ["contact_messages", "email"],
    ["mail_outbox", "recipient"],
    ["auth.users", "email"],
  ] as const) {
    expect((await sql`select from ${sql(table)} where ${sql(column)} = ${address}`).count, table).toBe(0);
  }
  for (const table of ["message_replies", "message_files"]) {
    const left = await sql`select m.email from ${sql(table)} r join contact_messages m on m.id = r.message_id
      where m.email in (${address}, ${other})`;
    expect([...left], table).toEqual([{ email: other }]);
  }
  const lines = await sql`select * from journal order by id`;
  expect(lines.at(-1)).toMatchObject({ actor: admin.id, kind: "role", action: "erased", subject: "person" });
  expect(JSON.stringify(lines)).not.toContain(address);
  expect(await call(admin.claims, "erase_person", `${admin.id}@people.example`), "the own account").toBe(REFUSED);
});

async function writeAs(email: string): Promise<string> {
  const { sql } = store.database;
  const [message] = await sql`insert into contact_messages (name, email, service, message, notes)
    values ('N', ${email}, 'Other', 'M', 'About them') returning id`;
  await sql`insert into message_files (message_id, name, size, bytes)
    values (${message?.id}, 'a.pdf', 5, '%PDF-')`;
  const sent = attempt(
    store.database,
    admin.claims,
    (as) => as`select send_reply(${message?.id}, gen_random_uuid(), 'A reply', 0)`,
  );
  expect(await sent).toBe("ok 1");
  return email;
}
