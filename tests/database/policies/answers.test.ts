import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

const REFUSED = "42501";

let store: TestDatabase;
let admin: Caller;
let user: Caller;
let limited: Caller;
beforeAll(async () => {
  store = await createTestDatabase();
  const add = (role: "user" | "admin") => addAccount(store.database, { role });
  [admin, user, limited] = [await add("admin"), await add("user"), await add("admin")];
  await store.database.sql`update admin_limits set can_messages = false where user_id = ${limited.id}`;
});
afterAll(() => store.drop());

test("files are read by admins with 'messages' only, and stored by the server alone", async () => {
  const { file } = await receive(await submit("ada@people.example"));
  const read = (claims: typeof ANON) =>
    attempt(store.database, claims, (sql) => sql`select bytes from message_files where id = ${file}`);
  for (const claims of [ANON, SERVICE]) expect(await read(claims)).toBe(REFUSED);
  for (const claims of [user.claims, limited.claims]) expect(await read(claims)).toBe("ok 0");
  expect(await read(admin.claims)).toBe("ok 1");
  for (const claims of [ANON, user.claims, limited.claims, admin.claims]) {
    const forged = attempt(store.database, claims, (sql) => sql`select store_answer_file(${file}, 'a', 'b', 0, '')`);
    expect(await forged).toBe(REFUSED);
  }
});

test("only the server receives answers, and they have one sender, kind and copy", async () => {
  const mail = await submit("ada@people.example");
  for (const claims of [ANON, user.claims, limited.claims, admin.claims]) {
    const forged = attempt(store.database, claims, (sql) => sql`select receive_answer(${mail}, '{}', '{}')`);
    expect(await forged).toBe(REFUSED);
  }
  const fingerprint = "f".repeat(64);
  const all = [1, 2, 3].map(() => receive(mail, { fingerprint }));
  expect((await Promise.all(all)).map(({ outcome }) => outcome).toSorted()).toEqual(["known", "known", "stored"]);
});

test("a thread has at most 500 entries; what comes after stays in the mailbox", async () => {
  const mail = await submit("ada@people.example");
  await store.database.sql`insert into message_replies (message_id, direction, text)
    select contact_message_id, 'received', 'x' from mail_outbox, generate_series(1, 500) where id = ${mail}`;
  expect(await receive(mail)).toMatchObject({ outcome: "full" });
});

test("notices about answers are one an hour for a message, and none for spam", async () => {
  const mail = await submit("ada@people.example");
  await receive(mail);
  await receive(mail);
  const notices = () => store.database.sql`select from mail_outbox where kind = 'contact-answer'
    and contact_message_id = (select contact_message_id from mail_outbox where id = ${mail})`;
  expect((await notices()).count).toBe(1);
  const spam = await submit("spam@people.example", "quarantine");
  await receive(spam);
  const ofSpam = await store.database.sql`select from mail_outbox o join mail_outbox of on of.id = ${spam}
    where o.kind = 'contact-answer' and o.contact_message_id = of.contact_message_id`;
  expect(ofSpam.count).toBe(0);
});

test("an address is found, exported and erased with its answers to others, and nothing of the others", async () => {
  const mail = await submit("ada@people.example");
  await receive(mail, { sender: "Bob@People.example", text: "From Bob" });
  await receive(mail, { sender: "ada@people.example", text: "From Ada" });
  const [row] = await store.database.asCaller(
    admin.claims,
    (sql) => sql`select find_person('bob@people.example') as found`,
  );
  expect(row?.found).toMatchObject({
    messages: [],
    answers: [{ text: "From Bob", files: [{ name: "a.txt", size: 3 }] }],
  });
  await attempt(store.database, admin.claims, (sql) => sql`select erase_person('bob@people.example')`);
  const { sql } = store.database;
  expect((await sql`select from message_replies where text = 'From Bob'`).count).toBe(0);
  expect((await sql`select from message_replies where text = 'From Ada'`).count).toBe(1);
  expect(
    (await sql`select from message_files f join message_replies r on r.id = f.reply_id where r.text = 'From Bob'`)
      .count,
  ).toBe(0);
});

test("retention erases answers and files with their message", async () => {
  const { file } = await receive(await submit("old@people.example"));
  await store.database.sql`update contact_messages set created_at = now() - interval '40 days'
    where email = 'old@people.example'`;
  await attempt(store.database, SERVICE, (sql) => sql`select erase_old_messages(30)`);
  expect((await store.database.sql`select from message_files where id = ${file}`).count).toBe(0);
});

/** Returns the id of the receipt. */
async function submit(email: string, status = "inbox"): Promise<string> {
  const { sql } = store.database;
  const [row] = await sql<{ id: string }[]>`
    with message as (insert into contact_messages (name, email, service, message, status)
      values ('N', ${email}, 'Other', 'M', ${status}) returning id)
    insert into mail_outbox (kind, recipient, message_id, contact_message_id, state)
    select 'contact-receipt', ${email}, ${`<${randomUUID()}@agency.example>`}, id, 'sent' from message returning id`;
  return row?.id ?? expect.fail("not stored");
}

/** With a file of three bytes. */
async function receive(mail: string, fields: Record<string, string> = {}) {
  const fingerprint = (randomUUID() + randomUUID()).replaceAll("-", "");
  const answer = { sender: "ada@people.example", kind: "mail", text: "Hello", references: [], fingerprint, ...fields };
  const id = `<${randomUUID()}@agency.example>`;
  const notice = { to: "team@agency.example", message_id: id, subject: "S", text: "T", html: "H" };
  const received = await store.database.asCaller(SERVICE, async (sql) => {
    const [row] = await sql<{ received: { outcome: string; reply?: string } }[]>`
      select receive_answer(${mail}, ${sql.json(answer)}, ${sql.json(notice)}) as received`;
    const stored = row?.received.reply;
    if (stored) {
      await sql`select store_answer_file(${stored}, 'a.txt', 'text/plain', 3, ${Buffer.from("abc")})`;
    }
    return row?.received;
  });
  const { outcome, reply = null } = received ?? expect.fail("no outcome");
  const [file] = await store.database.sql`select id from message_files where reply_id = ${reply}`;
  return { outcome, file: String(file?.id) };
}
