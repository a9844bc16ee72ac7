import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, ANON, attempt, SERVICE, type Caller } from "../../fixtures/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database.ts";

const message = { name: "Ada", email: "ada@people.example", service: "Other", message: "Hello", source: "/contact" };
const mail = { kind: "contact-notification", to: "team@agency.example", subject: "New", text: "Hello" };

let store: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  store = await createTestDatabase();
  admin = await addAccount(store.database, { role: "admin" });
});
afterAll(() => store.drop());

test("a message and its mails are stored together", async () => {
  const answer = await submit(message, [{ ...mail, message_id: "<one@agency.example>" }]);
  expect(answer).toMatchObject({ repeated: false });
  const stored = await store.database.asCaller(
    admin.claims,
    (sql) => sql`select m.name, m.status, o.state, o.recipient, b.subject from contact_messages m
      join mail_outbox o on o.contact_message_id = m.id join mail_bodies b on b.mail_id = o.id
      where m.reference = ${answer.reference}`,
  );
  expect([...stored]).toEqual([
    { name: "Ada", status: "inbox", state: "queued", recipient: "team@agency.example", subject: "New" },
  ]);
});

test("a mail that cannot be stored takes the message with it", async () => {
  const bad = submit({ ...message, name: "Lost" }, [{ ...mail, subject: "x".repeat(301), message_id: "<bad@x>" }]);
  await expect(bad).rejects.toMatchObject({ code: "23514" });
  expect((await store.database.sql`select from contact_messages where name = 'Lost'`).count).toBe(0);
});

test("twenty submissions with one key at the same time make one message and one mail, and answer alike", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      submit({ ...message, idempotency_key: "pressed-often" }, [{ ...mail, message_id: `<often-${i}@x>` }]),
    ),
  );
  expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect((await store.database.sql`select from mail_outbox where message_id like '<often-%'`).count).toBe(1);
});

test("nobody but the service role submits or stores a message directly", async () => {
  for (const claims of [ANON, admin.claims]) {
    expect(await attempt(store.database, claims, (sql) => sql`select submit_contact_message('{}')`)).toBe("42501");
  }
});

test("an admin sorts and annotates a message, but cannot rewrite what was said, or who said it", async () => {
  const change = (column: string, value: string | Date) =>
    attempt(store.database, admin.claims, (sql) => sql`update contact_messages set ${sql({ [column]: value })}`);
  expect(await change("status", "archive")).toMatch(/^ok/);
  expect(await change("notes", "Called back.")).toMatch(/^ok/);
  expect(await change("read_at", new Date())).toMatch(/^ok/);
  for (const column of ["message", "name", "email", "reference", "idempotency_key"]) {
    expect(await change(column, "forged"), column).toBe("42501");
  }
});

test("an admin queues a failed mail again, and can set no other state", async () => {
  await store.database.sql`update mail_outbox set state = 'failed'`;
  const set = (state: string) =>
    attempt(store.database, admin.claims, (sql) => sql`update mail_outbox set state = ${state}, attempts = 0`);
  expect(await set("sent")).toBe("42501");
  expect(await set("queued")).toMatch(/^ok [1-9]/);
  expect(await set("queued")).toBe("ok 0");
});

test.each([
  ["name", "x".repeat(121)],
  ["name", " "],
  ["email", "not an address"],
  ["email", `${"x".repeat(250)}@x.example`],
  ["phone", "1".repeat(41)],
  ["company", "x".repeat(161)],
  ["service", ""],
  ["message", "x".repeat(5001)],
  ["source", "x".repeat(2001)],
  ["status", "elsewhere"],
])("a message whose %s is out of bounds is refused", async (column, value) => {
  await expect(submit({ ...message, [column]: value }, [])).rejects.toMatchObject({ code: "23514" });
});

type Answer = { readonly id: string; readonly reference: string; readonly repeated: boolean };

async function submit(fields: Record<string, string>, mails: Record<string, string>[]): Promise<Answer> {
  const [row] = await store.database.asCaller(
    SERVICE,
    (sql) => sql<{ answer: Answer }[]>`
      select submit_contact_message(${sql.json(fields)}, ${sql.json(mails)}) as answer`,
  );
  if (!row) throw new Error("no answer");
  return row.answer;
}
