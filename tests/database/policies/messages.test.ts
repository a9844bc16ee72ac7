import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, ANON, attempt, SERVICE, type Caller } from "../../fixtures/auth/callers.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";

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
  const submission = await submit(message, [{ ...mail, message_id: "<one@agency.example>" }]);
  expect(submission).toMatchObject({ repeated: false });
  const stored = await store.database.asCaller(
    admin.claims,
    (sql) => sql`select m.name, m.status, o.state, o.recipient, b.subject from contact_messages m
      join mail_outbox o on o.contact_message_id = m.id join mail_bodies b on b.mail_id = o.id
      where m.reference = ${submission.reference}`,
  );
  expect([...stored]).toEqual([
    { name: "Ada", status: "inbox", state: "queued", recipient: "team@agency.example", subject: "New" },
  ]);
});

test("a message is not stored if its mail cannot be stored", async () => {
  const bad = submit({ ...message, name: "Lost" }, [{ ...mail, subject: "x".repeat(301), message_id: "<bad@x>" }]);
  await expect(bad).rejects.toMatchObject({ code: "23514" });
  expect((await store.database.sql`select from contact_messages where name = 'Lost'`).count).toBe(0);
});

test("20 concurrent submissions with one key store one message and one mail and return the same reference", async () => {
  const submissions = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      submit({ ...message, idempotency_key: "pressed-often" }, [{ ...mail, message_id: `<often-${i}@x>` }]),
    ),
  );
  expect(new Set(submissions.map(({ reference }) => reference)).size).toBe(1);
  expect(submissions.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect((await store.database.sql`select from mail_outbox where message_id like '<often-%'`).count).toBe(1);
});

test("only the service role can submit a message", async () => {
  for (const claims of [ANON, admin.claims]) {
    expect(await attempt(store.database, claims, (sql) => sql`select submit_contact_message('{}')`)).toBe("42501");
  }
});

test("an admin can move and annotate a message but not change its content or sender", async () => {
  const change = (column: string, value: string | Date) =>
    attempt(store.database, admin.claims, (sql) => sql`update contact_messages set ${sql({ [column]: value })}`);
  expect(await change("status", "archive")).toMatch(/^ok/);
  expect(await change("notes", "Called back.")).toMatch(/^ok/);
  expect(await change("read_at", new Date())).toMatch(/^ok/);
  for (const column of ["message", "name", "email", "reference", "idempotency_key"]) {
    expect(await change(column, "forged"), column).toBe("42501");
  }
});

test("an admin can queue a failed mail again but set no other state", async () => {
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

type Submission = { readonly id: string; readonly reference: string; readonly repeated: boolean };

async function submit(fields: Record<string, string>, mails: Record<string, string>[]): Promise<Submission> {
  const [row] = await store.database.asCaller(
    SERVICE,
    (sql) => sql<{ submission: Submission }[]>`
      select submit_contact_message(${sql.json(fields)}, ${sql.json(mails)}) as submission`,
  );
  if (!row) throw new Error("submit_contact_message returned no row");
  return row.submission;
}
