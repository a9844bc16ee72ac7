import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../../server/log.ts";
import { createMailQueue } from "../../../server/mail/mail-queue.ts";
import { createOutbox } from "../../../server/mail/outbox.ts";
import { printMails } from "../../../server/mail/print-mails.ts";
import { createSmtp } from "../../../server/mail/smtp.ts";
import { createMailWorker } from "../../../server/mail/worker.ts";
import { createTestDatabase, type TestDatabase } from "../../fixtures/database/database.ts";
import { startSmtp } from "../../fixtures/mail/smtp.ts";

const outbox = createOutbox({ domain: "agency.example" });
const contactMail = {
  to: "team@agency.example",
  subject: "A message",
  text: "Hello\n",
  kind: "contact-notification",
  confidential: false,
};
const signInMail = { to: "ada@people.example", subject: "Sign in", text: "Code 123456", kind: "magiclink" };

let store: TestDatabase;
beforeEach(async () => {
  store = await createTestDatabase();
});
afterEach(() => store.drop());

test("a mail is sent only if its transaction commits", async () => {
  const smtp = await startMailServer();
  const { sql } = store.database;
  await sql
    .begin(async (transaction) => {
      await outbox.send({ ...contactMail, subject: "Never" }, transaction);
      throw new Error("rollback");
    })
    .catch(() => {});
  await sql.begin((transaction) => outbox.send({ ...contactMail, html: "<p>Hello</p>" }, transaction));
  expect(await worker(smtp).drain()).toBe(1);
  expect(smtp.received).toHaveLength(1);
  expect(smtp.received[0]).toMatch(/^Subject: A message$/m);
  expect(smtp.received[0]).toMatch(/text\/plain[\s\S]*text\/html/);
  expect(smtp.received[0]).toMatch(/^Message-ID: <[0-9a-f-]{36}@agency\.example>$/m);
});

test("three concurrent workers deliver each of 100 mails once", async () => {
  const smtp = await startMailServer();
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => outbox.send({ ...contactMail, subject: `No ${i}` }, store.database.sql)),
  );
  const workers = [worker(smtp), worker(smtp), worker(smtp)];
  const sent = await Promise.all(workers.map(({ drain }) => drain()));
  expect(sent.reduce((sum, count) => sum + count)).toBe(100);
  const subjects = smtp.received.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
  expect(new Set(subjects).size).toBe(100);
  expect(smtp.received).toHaveLength(100);
});

test("a running worker is notified of a new mail", async () => {
  const smtp = await startMailServer();
  const running = worker(smtp);
  await running.start();
  await outbox.send(contactMail, store.database.sql);
  await expect.poll(() => smtp.received.length).toBe(1);
  await running.stop();
});

test("an unreachable server or a failed login is retried without limit", async () => {
  await outbox.send(contactMail, store.database.sql);
  const { port } = new URL((await startMailServer({ password: "correct-horse-9" })).url);
  const down = worker({ url: "smtp://127.0.0.1:1" }, { maxAttempts: 3 });
  const closed = worker({ url: `smtp://ada:wrong@127.0.0.1:${port}` }, { maxAttempts: 3 });
  for (const unreached of [down, down, closed, closed, down, closed]) await tryNow(unreached);
  expect(await stateOf()).toMatchObject({ state: "queued", attempts: 6, due: false });
  expect((await stateOf())?.last_error).toMatch(/Invalid login/);
  await tryNow(worker(await startMailServer()));
  expect(await stateOf()).toMatchObject({ state: "sent", attempts: 7 });
});

test("a refused mail fails with the reason after the last attempt, and outages do not count as attempts", async () => {
  const smtp = await startMailServer();
  await outbox.send({ ...contactMail, to: "full@later.example" }, store.database.sql);
  for (let outage = 0; outage < 4; outage++) await tryNow(worker({ url: "smtp://127.0.0.1:1" }));
  const refused = worker(smtp, { maxAttempts: 3 });
  await tryNow(refused);
  await tryNow(refused);
  expect(await stateOf()).toMatchObject({ state: "queued", attempts: 6 });
  await tryNow(refused);
  expect(await stateOf()).toMatchObject({ state: "failed", attempts: 7 });
  expect((await stateOf())?.last_error).toMatch(/Mailbox full/);
});

test("a permanent error is not retried, a full mailbox is", async () => {
  const smtp = await startMailServer();
  await outbox.send({ ...contactMail, to: "nobody@refused.example" }, store.database.sql);
  await worker(smtp).drain();
  expect(await stateOf()).toMatchObject({ state: "failed", attempts: 1 });
  await store.database.sql`delete from mail_outbox`;
  await outbox.send({ ...contactMail, to: "full@later.example" }, store.database.sql);
  await worker(smtp).drain();
  expect(await stateOf()).toMatchObject({ state: "queued", attempts: 1, due: false });
});

test("a second delivery after a crash carries the same Message-ID", async () => {
  const smtp = await startMailServer();
  await outbox.send(contactMail, store.database.sql);
  await worker(smtp).drain();
  // Simulates a crash after the server accepted the mail and before its state was stored.
  await store.database.sql`update mail_outbox set state = 'sending', claimed_until = now() - interval '1 second'`;
  await worker(smtp).drain();
  const ids = smtp.received.map((mail) => /^Message-ID: (.*)$/m.exec(mail)?.[1]);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

test("a worker that lost its claim cannot change the state of the mail", async () => {
  await outbox.send(contactMail, store.database.sql);
  const queue = createMailQueue(store.database.sql);
  const [slow] = await queue.claim(1);
  await store.database.sql`update mail_outbox set claimed_until = now() - interval '1 second'`;
  const [quick] = await queue.claim(1);
  if (!slow || !quick) throw new Error("not claimed");
  await queue.settle(quick, { outcome: "sent" });
  await queue.settle(slow, { outcome: "queued", reason: "too slow", waitMs: 0 });
  expect(await stateOf()).toMatchObject({ state: "sent", last_error: null });
});

test("a sign-in mail is erased after delivery and not sent when expired", async () => {
  const smtp = await startMailServer();
  await outbox.send(signInMail, store.database.sql);
  await worker(smtp).drain();
  expect(smtp.received[0]).toContain("Code 123456");
  expect((await store.database.sql`select from mail_bodies`).count).toBe(0);
  await store.database.sql`delete from mail_outbox`;

  await outbox.send(signInMail, store.database.sql);
  await store.database.sql`update mail_outbox set created_at = now() - interval '2 hours'`;
  await worker(smtp).drain();
  expect(smtp.received).toHaveLength(1);
  expect(await stateOf()).toMatchObject({ state: "failed" });
  expect((await store.database.sql`select from mail_bodies`).count).toBe(0);
});

test("without a mail server, in development, a new mail is printed after its commit and stays queued", async () => {
  const { sql } = store.database;
  await outbox.send({ ...contactMail, subject: "Of yesterday" }, sql);
  const printed: string[] = [];
  const end = await printMails(sql, (mail) => printed.push(mail));
  await sql
    .begin(async (transaction) => {
      await outbox.send({ ...contactMail, subject: "Never" }, transaction);
      throw new Error("rollback");
    })
    .catch(() => {});
  await outbox.send(signInMail, sql);
  await outbox.send(contactMail, sql);
  await expect.poll(() => printed.length).toBe(2);
  await end();
  expect(printed).toEqual([
    "\nMail to ada@people.example: Sign in\n\nCode 123456",
    "\nMail to team@agency.example: A message\n\nHello\n",
  ]);
  expect((await sql`select from mail_outbox where state = 'queued'`).count).toBe(3);
});

test("neither subject nor address can add a header or a recipient", async () => {
  const smtp = await startMailServer();
  await outbox.send({ ...contactMail, subject: "Hi\r\nBcc: victim@else.example" }, store.database.sql);
  await worker(smtp).drain();
  expect(smtp.received[0]).not.toMatch(/^Bcc/m);
  expect(smtp.recipients).toEqual(["team@agency.example"]);
  const twoLines = outbox.send({ ...contactMail, to: "a@x.example\r\nRCPT TO:<b@y.example>" }, store.database.sql);
  await expect(twoLines).rejects.toMatchObject({ code: "23514" });
  await outbox.send({ ...contactMail, to: "a@x.example, b@y.example" }, store.database.sql);
  await worker(smtp).drain();
  expect(smtp.recipients).not.toContain("b@y.example");
});

type Smtp = { readonly url: string };

function worker({ url }: Smtp, more: { maxAttempts?: number } = {}) {
  const transport = createSmtp({ url, from: () => "Plumbline <hello@agency.example>" });
  onTestFinished(() => transport.close());
  return createMailWorker({ queue: createMailQueue(store.database.sql), transport, log: createLog(() => {}), ...more });
}

async function tryNow({ drain }: ReturnType<typeof worker>): Promise<void> {
  await store.database.sql`update mail_outbox set next_attempt_at = now()`;
  await drain();
}

async function stateOf() {
  const [row] = await store.database.sql`
    select state, attempts, last_error, next_attempt_at <= now() as due from mail_outbox`;
  return row;
}

async function startMailServer({ password }: { password?: string } = {}) {
  const received: string[] = [];
  const recipients: string[] = [];
  const { url, close } = await startSmtp({
    refuse(address) {
      if (address.endsWith("@refused.example")) return { responseCode: 550, message: "No such mailbox" };
      if (address.endsWith("@later.example")) return { responseCode: 452, message: "Mailbox full" };
      recipients.push(address);
      return undefined;
    },
    ...(password && { password }),
    onMail: (raw) => received.push(raw.replaceAll("\r\n", "\n")),
  });
  onTestFinished(close);
  return { url, received, recipients };
}
