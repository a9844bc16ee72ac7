import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, ANON, attempt, type Caller, SERVICE } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

const REFUSED = "42501";
const CHECK = "23514";

let store: TestDatabase;
let ada: Caller;
let bob: Caller;
let user: Caller;
let limited: Caller;

beforeAll(async () => {
  store = await createTestDatabase();
  const add = (role: "user" | "admin") => addAccount(store.database, { role });
  [ada, bob, user, limited] = [await add("admin"), await add("admin"), await add("user"), await add("admin")];
  await store.database.sql`update admin_limits set can_messages = false where user_id = ${limited.id}`;
});
afterAll(() => store.drop());

test("only an admin with 'messages' can answer, draft or read a thread", async () => {
  const message = await submit();
  for (const claims of [ANON, SERVICE, user.claims, limited.claims]) {
    for (const call of [
      `send_reply('${message}', gen_random_uuid(), 'Hello', 0)`,
      `save_reply_draft('${message}', '', 'Hello')`,
      `message_thread('${message}')`,
    ]) {
      expect(await attempt(store.database, claims, (sql) => sql`select ${sql.unsafe(call)}`), call).toBe(REFUSED);
    }
  }
  for (const claims of [ANON, user.claims, ada.claims]) {
    const read = attempt(store.database, claims, (sql) => sql`select * from exchanged_replies(${message})`);
    expect(await read).toBe(REFUSED);
  }
  expect(await repliesTo(message)).toEqual([]);
});

test("the second of two admins who answer at once learns of the first reply, and nothing is sent", async () => {
  const message = await submit();
  const sent = await Promise.all([send(ada, message, "From Ada"), send(bob, message, "From Bob")]);
  expect(sent.toSorted()).toEqual([false, true]);
  expect(await repliesTo(message)).toHaveLength(1);
  const late = sent[0] ? bob : ada;
  expect(await send(late, message, "Still blind", 0)).toBe(false);
  expect(await send(late, message, "Confirmed", 1)).toBe(true);
  const mails = await store.database
    .sql`select state from mail_outbox where contact_message_id = ${message} and kind = 'contact-reply'`;
  expect(mails.map(({ state }) => state)).toEqual(["queued", "queued"]);
});

test("a repeated request with the same id sends one mail, also when both arrive at once", async () => {
  const message = await submit();
  const reply = randomUUID();
  const once = () => send(ada, message, "Once", 0, reply);
  expect(await Promise.all([once(), once(), once()])).toEqual([true, true, true]);
  expect(await once()).toBe(true);
  expect(await repliesTo(message)).toMatchObject([{ id: reply, author: ada.id, text: "Once" }]);
  expect(
    (await store.database.sql`select from mail_outbox where message_id = ${`<${reply}@agency.example>`}`).count,
  ).toBe(1);
  const other = await submit();
  await expect(send(ada, other, "A reply of another message", 0, reply)).rejects.toMatchObject({ code: "23505" });
});

test("answering a new message assigns it and takes the draft away; another's assignment stays", async () => {
  const message = await submit();
  expect(await draft(ada, message, "", "Hel")).toBe("Hel");
  await send(ada, message, "Hello");
  expect(await find(message)).toMatchObject({ state: "in_progress", assignee: ada.id, read: true });
  expect((await thread(ada, message)).draft).toBe("");
  await send(bob, message, "Hello too", 1);
  expect(await find(message)).toMatchObject({ assignee: ada.id });
  const lines = await store.database.sql`select actor from journal where subject = ${message} and action = 'answered'`;
  expect(lines.map(({ actor }) => actor)).toEqual([ada.id, bob.id]);
});

test("a draft is written by its owner only, over the text that it was made from, and read by the others", async () => {
  const message = await submit();
  expect(await draft(ada, message, "", "Mine")).toBe("Mine");
  expect(await draft(ada, message, "", "From a stale window")).toBe("Mine");
  expect(await draft(bob, message, "", "His own")).toBe("His own");
  expect(await thread(bob, message)).toMatchObject({ draft: "His own", writing: [{ text: "Mine" }] });
  const write = attempt(store.database, bob.claims, (sql) => sql`update reply_drafts set text = 'forged'`);
  expect(await write).toBe(REFUSED);
  expect(await draft(ada, message, "Mine", "")).toBe("");
  expect((await thread(bob, message)).writing).toEqual([]);
  expect(await draft(ada, randomUUID(), "", "To nobody")).toBeNull();
});

test("spam is not answered; the state and the folder follow each other, and leaving spam delivers what was held", async () => {
  const message = await submit({ status: "quarantine" });
  expect(await find(message)).toMatchObject({ status: "quarantine", state: "spam" });
  await expect(send(ada, message, "Hello")).rejects.toMatchObject({ code: CHECK });
  expect(await change(ada, message, { state: "new" })).toBe("ok 1");
  expect(await find(message)).toMatchObject({ status: "inbox", state: "new" });
  expect(await mailStates(message)).toEqual(["queued"]);
  expect(await change(ada, message, { status: "quarantine" })).toBe("ok 1");
  expect(await find(message)).toMatchObject({ state: "spam" });
  expect(await mailStates(message)).toEqual(["held"]);
  expect(await change(ada, message, { state: "elsewhere" })).toBe(CHECK);
});

test("a message is assigned to admins who read messages, and to nobody after the account is gone", async () => {
  const message = await submit();
  for (const person of [user, limited]) expect(await change(ada, message, { assignee: person.id })).toBe(CHECK);
  expect(await change(limited, message, { assignee: null })).toBe("ok 0");
  const leaving = await addAccount(store.database, { role: "admin" });
  expect(await change(ada, message, { assignee: leaving.id })).toBe("ok 1");
  await store.database.sql`delete from auth.users where id = ${leaving.id}`;
  expect(await find(message)).toMatchObject({ assignee: null });
});

test("a message is erased with its replies, drafts and mails, by an admin and by the schedule", async () => {
  const [erased, old] = [await submit(), await submit()];
  for (const message of [erased, old]) {
    await send(ada, message, "Kept with the message");
    await draft(bob, message, "", "Half a reply");
  }
  await attempt(store.database, ada.claims, (sql) => sql`delete from contact_messages where id = ${erased}`);
  await store.database.sql`update contact_messages set created_at = now() - interval '40 days' where id = ${old}`;
  await attempt(store.database, SERVICE, (sql) => sql`select erase_old_messages(30)`);
  for (const table of ["message_replies", "reply_drafts"]) {
    const left = await store.database
      .sql`select from ${store.database.sql(table)} where message_id in (${erased}, ${old})`;
    expect(left.count, table).toBe(0);
  }
  expect(
    (await store.database.sql`select from mail_outbox where contact_message_id in (${erased}, ${old})`).count,
  ).toBe(0);
});

test("the sender's page gets what was delivered, without its author", async () => {
  const message = await submit();
  await send(ada, message, "Arrived");
  await store.database.sql`update mail_outbox set state = 'sent' where contact_message_id = ${message}`;
  await send(ada, message, "Not yet", 1);
  const rows = await store.database.asCaller(SERVICE, (sql) => sql`select * from exchanged_replies(${message})`);
  const shown = { text: "Arrived", at: expect.any(Date), direction: "sent", kind: "mail", sender: null, files: [] };
  expect([...rows]).toEqual([shown]);
});

test("saved answers are for admins only, and not among what pages show", async () => {
  const { sql } = store.database;
  await sql`insert into entries (collection, key, data) values ('answers', 'price', '{"title": "Price"}')`;
  const count = (claims: typeof ANON) =>
    attempt(store.database, claims, (as) => as`select from entries where collection = 'answers'`);
  expect(await Promise.all([ANON, user.claims, ada.claims].map(count))).toEqual(["ok 0", "ok 0", "ok 1"]);
  const live = await store.database.asCaller(SERVICE, (as) => as`select * from live_entries()`);
  expect(live.filter(({ collection }) => collection === "answers")).toEqual([]);
});

async function submit(fields: Record<string, string> = {}): Promise<string> {
  const message = { name: "Grace", email: "grace@people.example", service: "Other", message: "Hello", ...fields };
  const mail = {
    kind: "contact-notification",
    to: "team@agency.example",
    message_id: `<${randomUUID()}@agency.example>`,
    subject: "New",
    text: "Hello",
  };
  const [row] = await store.database.asCaller(
    SERVICE,
    (sql) => sql<{ submission: { id: string } }[]>`
      select submit_contact_message(${sql.json(message)}, ${sql.json([mail])}) as submission`,
  );
  return row?.submission.id ?? expect.fail("not stored");
}

async function send(by: Caller, message: string, text: string, seen = 0, reply: string = randomUUID()) {
  const [row] = await store.database.asCaller(
    by.claims,
    (sql) => sql`select send_reply(${message}, ${reply}, ${text}, ${seen}) as sent`,
  );
  return row?.sent as boolean;
}

async function draft(by: Caller, message: string, base: string, words: string) {
  const [row] = await store.database.asCaller(
    by.claims,
    (sql) => sql`select save_reply_draft(${message}, ${base}, ${words}) as stored`,
  );
  return row?.stored as string | null;
}

async function thread(by: Caller, message: string) {
  const [row] = await store.database.asCaller(by.claims, (sql) => sql`select message_thread(${message}) as thread`);
  return row?.thread as { draft: string; writing: readonly { text: string }[] };
}

const repliesTo = async (message: string) => [
  ...(await store.database.sql`select id, author, text from message_replies where message_id = ${message}`),
];

async function find(message: string) {
  const [row] = await store.database.sql`
    select status, state, assignee, read_at is not null as read from contact_messages where id = ${message}`;
  return row;
}

const change = (by: Caller, message: string, changed: Record<string, string | null>) =>
  attempt(store.database, by.claims, (sql) => sql`update contact_messages set ${sql(changed)} where id = ${message}`);

const mailStates = async (message: string) =>
  (await store.database.sql`select state from mail_outbox where contact_message_id = ${message}`).map(
    ({ state }) => state,
  );
