import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../backend/log.ts";
import { createOutbox, printMails } from "../../server/mail/outbox.ts";
import { createSmtp } from "../../server/mail/smtp.ts";
import { createMailWorker, type Listen } from "../../server/mail/worker.ts";
import { createRestFixture, type RestFixture } from "../fixtures/database/rest-scratch.ts";
import { startSmtp } from "../fixtures/mail/smtp.ts";
import { freePort } from "../fixtures/network/free-port.ts";

const outbox = createOutbox({ domain: "agency.example" });
const contactMail = {
  to: "team@agency.example",
  subject: "A message",
  text: "Hello\n",
  kind: "contact-notification",
  confidential: false,
};
const signInMail = { to: "ada@people.example", subject: "Sign in", text: "Code 123456", kind: "magiclink" };

let store: RestFixture;
beforeEach(async () => {
  store = await createRestFixture();
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

test("after an outage everything that waits is sent at once, links to set a password first", async () => {
  const { sql } = store.database;
  for (let n = 0; n < 12; n++) await outbox.send({ ...contactMail, subject: `No ${n}` }, sql);
  await outbox.send(signInMail, sql);
  await outbox.send({ ...signInMail, subject: "New password", kind: "auth-recovery" }, sql);
  const port = await freePort();
  const waiting = worker({ url: `smtp://127.0.0.1:${port}` });
  // Five at a time find out; then it is one at a time, each later than the one before it, so that nothing is lost.
  for (let n = 0; n < 14; n++) await waiting.drain();
  expect(await sql`select from mail_outbox where state <> 'queued' or next_attempt_at <= now()`).toHaveLength(0);
  const [last] = await sql`select max(next_attempt_at) - now() <= interval '10 minutes' as soon from mail_outbox`;
  expect(last?.soon).toBe(true);

  const smtp = await startMailServer({ port });
  await outbox.send({ ...contactMail, subject: "A new one" }, sql);
  const beganAt = performance.now();
  expect(await waiting.drain()).toBe(15);
  expect(performance.now() - beganAt, "at most ten a second").toBeGreaterThan(1_400);
  const subjects = smtp.received.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
  expect(subjects[0], "the one that found the server back").toBe("A new one");
  expect(subjects.slice(1, 6)).toEqual(expect.arrayContaining(["New password", "Sign in"]));
  expect(new Set(subjects).size).toBe(15);
});

test("a server that is away is asked again after pauses, not with every new mail", async () => {
  const running = worker({ url: `smtp://127.0.0.1:${await freePort()}` });
  await outbox.send(contactMail, store.database.sql);
  await running.start();
  await expect.poll(stateOf).toMatchObject({ state: "queued", attempts: 1 });
  await outbox.send({ ...contactMail, subject: "Later" }, store.database.sql);
  await new Promise((resolve) => setTimeout(resolve, 500));
  const tried = await store.database.sql`select attempts from mail_outbox order by created_at`;
  expect(tried.map(({ attempts }) => attempts)).toEqual([1, 0]);
  await running.stop();
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
  const claim = async () => {
    const { data } = await service().rpc("claim_mails", { most: 1 }).throwOnError();
    return (data as { id: string; attempts: number }[])[0] ?? expect.fail("not claimed");
  };
  const slow = await claim();
  await store.database.sql`update mail_outbox set claimed_until = now() - interval '1 second'`;
  const quick = await claim();
  const settle = (mail: { id: string; attempts: number }, outcome: string, reason: string | null) =>
    service().rpc("settle_mail", { mail: mail.id, attempt: mail.attempts, outcome, reason }).throwOnError();
  await settle(quick, "sent", null);
  await settle(slow, "queued", "too slow");
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
  await printMails(service(), listen, (mail) => printed.push(mail));
  await sql
    .begin(async (transaction) => {
      await outbox.send({ ...contactMail, subject: "Never" }, transaction);
      throw new Error("rollback");
    })
    .catch(() => {});
  await outbox.send(signInMail, sql);
  await outbox.send(contactMail, sql);
  await expect.poll(() => printed.length).toBe(2);
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

const service = () => store.as("service-key");
const listen: Listen = async (channel, onNews) =>
  void (await store.database.sql.listen(channel, onNews, () => onNews()));

type Smtp = { readonly url: string };

function worker({ url }: Smtp, more: { maxAttempts?: number } = {}) {
  const transport = createSmtp({ url, from: () => "Plumbline <hello@agency.example>" });
  onTestFinished(() => transport.close());
  return createMailWorker({ service: service(), listen, transport, log: createLog(() => {}), ...more });
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

async function startMailServer({ password, port }: { password?: string; port?: number } = {}) {
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
    ...(port && { port }),
    onMail: (raw) => received.push(raw.replaceAll("\r\n", "\n")),
  });
  onTestFinished(close);
  return { url, received, recipients };
}
