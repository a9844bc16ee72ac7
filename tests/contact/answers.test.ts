import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../backend/log.ts";
import { checkAnswers } from "../../server/doctor/local-checks.ts";
import { type Answers, createAnswers } from "../../server/mail/answers.ts";
import { createReplyAddress } from "../../server/mail/reply-address.ts";
import { createSmtp } from "../../server/mail/smtp.ts";
import { createMailWorker } from "../../server/mail/worker.ts";
import { addAccount } from "../fixtures/auth/callers.ts";
import { createRestFixture, registerToken, type RestFixture } from "../fixtures/database/rest-scratch.ts";
import { type Dovecot, startDovecot } from "../fixtures/mail/dovecot.ts";
import { startSmtp } from "../fixtures/mail/smtp.ts";
import { scaled } from "../fixtures/scale.ts";

const ROUNDS = scaled(5, 50);
const MB = 1024 ** 2;

type Row = Record<string, unknown> & { files: readonly Record<string, unknown>[] };

let fixture: RestFixture;
let mailbox: Dovecot;
const replyAddress = createReplyAddress("answers@agency.example", "a-secret-of-the-tests-0123456789");
beforeAll(async () => {
  [fixture, mailbox] = await Promise.all([createRestFixture(), startDovecot()]);
  const admin = await addAccount(fixture.database, { role: "admin" });
  registerToken("admin-token", admin.claims);
});
afterAll(() => Promise.all([fixture.drop(), mailbox.close()]));

test("an answer over SMTP and IMAP comes into the thread, and the next reply is to it", async () => {
  const { id, sent } = await converse();
  const original = sent.at(-1) ?? "";
  expect(header(original, "Reply-To")).toMatch(/^answers\+[0-9a-v]{42}@agency\.example$/);
  const message = await answerBySmtp(original);
  expect(await poll()).toBe(1);
  const { replies } = await thread(id);
  expect(replies[1]).toMatchObject({ direction: "received", kind: "mail", sender: "ada@engine.example", files: [] });
  expect(replies[1]?.text).toContain("Thursday suits me.\n\nOn Monday Plumbline wrote:\n> Moin.");
  expect(await find(id)).toMatchObject({ state: "in_progress", read_at: null });
  const mails = await outbox(id);
  expect(mails.filter(({ kind }) => kind === "contact-answer")).toMatchObject([{ recipient: "team@agency.example" }]);
  expect(await mailbox.count()).toMatchObject({ unread: 0 });

  const [next = ""] = await sendReply(id, "Until then.", 2);
  expect(header(next, "In-Reply-To")).toBe(message);
  expect(header(next, "References")?.split(" ")).toEqual(
    expect.arrayContaining([header(original, "Message-ID"), message]),
  );
});

test("an answer is matched by its signed address or by Message-ID, never by subject or a forged address", async () => {
  const { id, mailId, sent } = await converse();
  const address = await replyAddress.sign(mailId);
  const forged = `${address.slice(0, 12)}${address[12] === "0" ? "1" : "0"}${address.slice(13)}`;
  const own = header(sent.at(-1) ?? "", "Message-ID") ?? "";
  const subject = header(sent.at(-1) ?? "", "Subject") ?? "";
  await mailbox.deliver(mail({ To: address.toUpperCase() }, "By address"));
  await mailbox.deliver(mail({ To: "x@elsewhere.example", "Delivered-To": address }, "By a list"));
  await mailbox.deliver(mail({ To: "answers@agency.example", "In-Reply-To": own }, "By Message-ID"));
  await mailbox.deliver(mail({ To: forged, Subject: subject }, "By a forged address"));
  await mailbox.deliver(mail({ To: "answers@agency.example", Subject: subject }, "By subject"));
  await poll();
  expect(textsOf(await thread(id))).toEqual(["Moin.", "By address", "By a list", "By Message-ID"]);
  for (const text of ["By a forged address", "By subject"]) {
    expect(await strayOf(text)).toMatchObject({
      status: "quarantine",
      state: "spam",
      spam_reasons: ["no-conversation"],
    });
  }
});

test("a second copy and a mail that was marked unread again are stored once, another with that Message-ID too", async () => {
  const { id, mailId } = await converse();
  const to = { To: await replyAddress.sign(mailId), "Message-ID": "<same@engine.example>" };
  for (const text of ["Once", "Once", "Another"]) await mailbox.deliver(mail(to, text));
  expect(await poll()).toBe(2);
  expect(textsOf(await thread(id))).toEqual(["Moin.", "Once", "Another"]);
});

test("mail of programs is shown as such, and nobody is notified; a report marks the reply as not delivered", async () => {
  const { id, mailId } = await converse();
  const to = await replyAddress.sign(mailId);
  await markRead(id);
  await mailbox.deliver(mail({ To: to, "Auto-Submitted": "auto-replied", Precedence: "bulk" }, "I am away."));
  await poll();
  expect((await thread(id)).replies.at(-1)).toMatchObject({ kind: "automatic", text: "I am away." });
  expect((await find(id)).read_at).not.toBeNull();

  await mailbox.deliver(bounce("x@agency.example", "delayed", "4.4.1 later"));
  await mailbox.deliver(bounce(to, "delayed", "4.4.1 later"));
  await poll();
  expect((await thread(id)).replies.at(-1)).toMatchObject({ kind: "bounce" });
  expect(await outbox(id)).toContainEqual(expect.objectContaining({ id: mailId, state: "sent" }));
  await mailbox.deliver(bounce(to, "failed", "smtp; 550 5.1.1 no such user"));
  await poll();
  const failed = { id: mailId, state: "failed", last_error: "Returned: smtp; 550 5.1.1 no such user" };
  expect(await outbox(id)).toContainEqual(expect.objectContaining(failed));
  expect((await outbox(id)).filter(({ kind }) => kind === "contact-answer")).toEqual([]);
  expect((await find(id)).read_at).toBeNull();
});

test("a report that knows no signed address changes nothing in a thread, whatever it quotes", async () => {
  const { id, mailId, sent } = await converse();
  const quoted = header(sent.at(-1) ?? "", "Message-ID") ?? "";
  await mailbox.deliver(bounce("answers@agency.example", "failed", "forged", { References: quoted }));
  await poll();
  expect(textsOf(await thread(id))).toEqual(["Moin."]);
  expect(await outbox(id)).toContainEqual(expect.objectContaining({ id: mailId, state: "sent" }));
});

test("another sender is named and never mailed", async () => {
  const { id, mailId } = await converse();
  await mailbox.deliver(mail({ From: "Eve <eve@other.example>", To: await replyAddress.sign(mailId) }, "Me instead"));
  await poll();
  expect((await thread(id)).replies.at(-1)).toMatchObject({ sender: "eve@other.example" });
  await sendReply(id, "To Ada only", 2);
  const recipients = (await outbox(id)).map(({ recipient }) => recipient);
  expect(recipients).not.toContain("eve@other.example");
  const shown = await fixture.as("service-key").rpc("exchanged_replies", { of_message: id }).throwOnError();
  expect(shown.data).toContainEqual(expect.objectContaining({ text: "Me instead", sender: "eve@other.example" }));
});

test("HTML is its text, and files are kept by what their bytes are, under harmless names", async () => {
  const { id, mailId } = await converse();
  const html =
    '<!-- x --><style>p { color: red }</style><p>Gr&uuml;&szlig;e <b>from</b><br>Ada &lt;3</p><script>alert(1)</script><img src="https://spy.example/x.png" alt="">';
  await deliverComposed({
    to: await replyAddress.sign(mailId),
    html,
    attachments: [
      { filename: "../../etc/pass\u202Egnp.exe", content: Buffer.from("MZ\0\0") },
      { filename: "plan.pdf", content: Buffer.from("%PDF-1.7 <script>alert(1)</script>") },
      { filename: "trick.pdf", contentType: "application/pdf", content: "PK\u0003\u0004 zip" },
    ],
  });
  await poll();
  const answer = (await thread(id)).replies.at(-1);
  expect(answer?.text).toBe("Grüße from\nAda <3");
  expect(answer?.files).toMatchObject([
    { name: "passgnp.exe", type: "application/octet-stream", size: 4, isKept: true },
    { name: "plan.pdf", type: "application/pdf", isKept: true },
    { name: "trick.pdf", type: "application/zip", isKept: true },
  ]);
  const [file] = await fixture.database.sql`select bytes from message_files where id = ${String(answer?.files[0]?.id)}`;
  expect(String(file?.bytes)).toBe("MZ\0\0");
});

test("of a mail of 25 MB the text and what fits are kept, and the rest is named", async () => {
  const { id, mailId } = await converse();
  await deliverComposed({
    to: await replyAddress.sign(mailId),
    text: "See the files.",
    attachments: [
      { filename: "small.bin", content: Buffer.alloc(MB, 1) },
      { filename: "large.bin", content: Buffer.alloc(17 * MB, 2) },
    ],
  });
  await poll();
  const answer = (await thread(id)).replies.at(-1);
  expect(answer?.text).toMatch(/^See the files\.\n\n\(This email has 2[45] MB/);
  expect(answer?.files).toMatchObject([
    { name: "large.bin", isKept: false },
    { name: "small.bin", isKept: true, size: MB },
  ]);
});

test("on a disk with little room the text is stored, and its files stay in the mailbox", async () => {
  const { id, mailId } = await converse();
  const attachments = [{ filename: "a.bin", content: Buffer.from("abc") }];
  await deliverComposed({ to: await replyAddress.sign(mailId), text: "Full?", attachments });
  await poll({ hasRoomForFiles: () => false });
  const answer = (await thread(id)).replies.at(-1);
  expect(answer).toMatchObject({ text: "Full?", files: [{ name: "a.bin", size: 3, isKept: false }] });
});

test("the malformed mails of Python's tests are all stored or named, and none stops the others", async () => {
  const folder = process.env.MALFORMED_MAILS ?? expect.fail("MALFORMED_MAILS is not set");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".txt"));
  expect(names.length).toBeGreaterThan(40);
  const before = await countAnswers();
  for (const name of names) await mailbox.deliver(await readFile(join(folder, name)));
  for (const raw of ["", "\0\0\0", "Content-Type: multipart/mixed\r\n\r\n", `<div>`.repeat(30_000)]) {
    await mailbox.deliver(`Content-Type: text/html\r\n${raw}`);
  }
  let stored = 0;
  for (let round = 0; round < 3; round++) stored += await poll();
  expect(await mailbox.count()).toMatchObject({ unread: 0 });
  expect((await countAnswers()) - before).toBe(stored);
  // Three pairs of Python's mails are the same mail.
  expect(stored).toBeGreaterThanOrEqual(names.length - 3);
  const { sql } = fixture.database;
  const empty = await sql`select r.id from message_replies r where r.text = '(This email has no text.)'
    and not exists (select from message_files where reply_id = r.id)`;
  expect([...empty]).toEqual([]);
});

test(`a crash at every step of ${ROUNDS} rounds loses no answer and stores none twice`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, mailId } = await converse();
    await deliverComposed({
      to: await replyAddress.sign(mailId),
      text: `Round ${round}`,
      attachments: [{ filename: "a.bin", content: Buffer.from("abc") }],
    });
    // The connection to the database ends before the commit.
    await expect(poll({ database: dyingDatabase() })).rejects.toThrow(/terminat|CONNECTION/i);
    expect(textsOf(await thread(id))).toEqual(["Moin."]);
    expect(await mailbox.count()).toMatchObject({ unread: 1 });
    // Stored, and not marked.
    await expect(poll({ onStored: die })).rejects.toThrow("killed");
    expect(await mailbox.count()).toMatchObject({ unread: 1 });
    expect(await poll()).toBe(0);
    expect(await mailbox.count()).toMatchObject({ unread: 0 });
    const { replies } = await thread(id);
    expect(replies.map(({ text, files }) => [text, files.length])).toEqual([
      ["Moin.", 0],
      [`Round ${round}`, 1],
    ]);
  }
});

test("two processes read the mailbox in turns, and a dead mailbox is an error that stores nothing", async () => {
  const { id, mailId } = await converse();
  const [one, other] = [createPoller(), createPoller()];
  await mailbox.deliver(mail({ To: await replyAddress.sign(mailId) }, "For one of them"));
  await expireLease();
  expect(await one.poll()).toBe(1);
  await mailbox.deliver(mail({ To: await replyAddress.sign(mailId) }, "For the same"));
  expect(await other.poll()).toBe(0);
  expect(await one.poll()).toBe(1);
  expect(textsOf(await thread(id))).toEqual(["Moin.", "For one of them", "For the same"]);
  await expect(poll({ imapUrl: "imap://a:b@127.0.0.1:1" })).rejects.toThrow("ECONNREFUSED");
});

test("an erased message takes answers and files with it, and a later answer belongs to none", async () => {
  const { sql } = fixture.database;
  const { id, mailId } = await converse();
  const to = await replyAddress.sign(mailId);
  await deliverComposed({ to, text: "With a file", attachments: [{ filename: "a", content: "abc" }] });
  await poll();
  const [file] = await sql`select id from message_files where message_id = ${id}`;
  await fixture.as("admin-token").from("contact_messages").delete().eq("id", id).throwOnError();
  expect((await sql`select from message_replies where message_id = ${id}`).count).toBe(0);
  expect((await sql`select from message_files where id = ${String(file?.id)}`).count).toBe(0);
  // An answer to an erased message belongs to none.
  await mailbox.deliver(mail({ To: to }, "Too late"));
  await poll();
  expect(await strayOf("Too late")).toMatchObject({ status: "quarantine" });
});

test("the doctor opens the mailbox and says how many mails wait, or why it cannot", async () => {
  const check = async (imapUrl: string) => (await checkAnswers({ replies: { imapUrl, address: "a@x.example" } }))[0];
  await mailbox.deliver(mail({ To: "answers@agency.example" }, "Waiting"));
  expect(await check(mailbox.url)).toMatchObject({ level: "ok", says: expect.stringContaining("; 1 mails wait") });
  expect(await check(mailbox.url.replace("pa%3A", "no%3A"))).toMatchObject({ level: "wrong" });
});

type Options = Partial<Parameters<typeof createAnswers>[0]>;

const createPoller = (options: Options = {}): Answers =>
  createAnswers({
    database: fixture.database,
    imapUrl: mailbox.url,
    replyAddress,
    contactTo: "team@agency.example",
    siteUrl: "https://agency.example",
    log: createLog(() => {}),
    ...options,
  });

/** As a process does after the one before it has died. */
async function poll(options?: Options): Promise<number> {
  await expireLease();
  return createPoller(options).poll();
}

const expireLease = () => fixture.database.sql`delete from contact_limits where subject = 'mailbox of answers'`;

function die(): never {
  throw new Error("killed");
}

/** Its connection is gone between the last statement and the commit. */
function dyingDatabase(): Options["database"] {
  const { database } = fixture;
  return {
    asCaller: (claims, work) =>
      database.asCaller(claims, async (sql) => {
        const result = await work(sql);
        if (result !== "stored") return result;
        const [backend] = await sql`select pg_backend_pid() as pid`;
        await database.sql`select pg_terminate_backend(${backend?.pid})`;
        await sql`select 1`;
        return result;
      }),
  };
}

/** A message with one reply that was sent. */
async function converse(): Promise<{ id: string; mailId: string; sent: readonly string[] }> {
  const notification = { kind: "contact-notification", to: "team@agency.example" };
  const { data } = await fixture
    .as("service-key")
    .rpc("submit_contact_message", {
      message: { name: "Ada", email: "ada@engine.example", service: "Other", message: "Hello" },
      mails: [{ ...notification, message_id: `<${randomUUID()}@agency.example>`, subject: "S", text: "T" }],
    })
    .throwOnError();
  const { id } = data as { id: string };
  const sent = await sendReply(id, "Moin.", 0);
  const reply = (await outbox(id)).find(({ kind }) => kind === "contact-reply");
  return { id, mailId: String(reply?.id), sent };
}

/** Returns the raw mails to visitors that were delivered. */
async function sendReply(id: string, words: string, seen: number): Promise<readonly string[]> {
  const received: string[] = [];
  const { url, close } = await startSmtp({ onMail: (raw) => received.push(raw.replaceAll("\r\n", "\n")) });
  const transport = createSmtp({ url, from: () => "Plumbline <hello@agency.example>" });
  onTestFinished(async () => {
    transport.close();
    await close();
  });
  const sent = { of_message: id, reply: randomUUID(), words, seen };
  expect((await fixture.as("admin-token").rpc("send_reply", sent).throwOnError()).data).toBe(true);
  const service = fixture.as("service-key");
  await createMailWorker({ service, transport, replyAddress, log: createLog(() => {}) }).drain();
  return received.filter((raw) => raw.includes("Subject: Re: "));
}

/** As RFC 5322 shows it in appendix A.2; returns the Message-ID. */
async function answerBySmtp(original: string): Promise<string> {
  const arrived: string[] = [];
  const { url, close } = await startSmtp({ onMail: (raw) => arrived.push(raw) });
  onTestFinished(close);
  const visitor = createTransport(url);
  const messageId = `<${randomUUID()}@engine.example>`;
  const own = header(original, "Message-ID");
  await visitor.sendMail({
    from: "Ada <ada@engine.example>",
    to: header(original, "Reply-To"),
    subject: header(original, "Subject"),
    messageId,
    inReplyTo: own,
    references: `${header(original, "References") ?? ""} ${own}`,
    text: "Thursday suits me.\n\nOn Monday Plumbline wrote:\n> Moin.",
  });
  visitor.close();
  await mailbox.deliver(arrived[0] ?? "");
  return messageId;
}

async function deliverComposed(composed: Parameters<ReturnType<typeof createTransport>["sendMail"]>[0]): Promise<void> {
  const whole = {
    from: "ada@engine.example",
    subject: "Re",
    messageId: `<${randomUUID()}@engine.example>`,
    ...composed,
  };
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(whole);
  await mailbox.deliver(message as Buffer);
}

function mail(headers: Record<string, string>, text: string): string {
  const all = { From: "Ada <ada@engine.example>", "Message-ID": `<${randomUUID()}@engine.example>`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [...lines, "", text, ""].join("\r\n");
}

function bounce(to: string, action: string, diagnostic: string, headers: Record<string, string> = {}): string {
  const type = "multipart/report; report-type=delivery-status; boundary=b";
  const status = `Reporting-MTA: dns; mx.example\r\n\r\nAction: ${action}\r\nStatus: 5.1.1\r\nDiagnostic-Code: ${diagnostic}\r\n`;
  const body = `--b\r\n\r\nIt could not be delivered.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${status}\r\n--b--`;
  const from = "Mail Delivery System <MAILER-DAEMON@mx.example>";
  return mail({ From: from, "Return-Path": "<>", To: to, ...headers, "Content-Type": type }, body);
}

/** Unfolded. */
const header = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)$`, "im").exec(raw)?.[1]?.replaceAll(/\s+/g, " ");

async function thread(id: string): Promise<{ replies: readonly Row[] }> {
  const found = await fixture.as("admin-token").rpc("message_thread", { of_message: id }).throwOnError();
  return found.data as { replies: readonly Row[] };
}

const textsOf = ({ replies }: { replies: readonly Row[] }) => replies.map(({ text }) => text);

async function find(id: string): Promise<Record<string, unknown>> {
  const [row] = await fixture.database.sql`select * from contact_messages where id = ${id}`;
  return row ?? expect.fail("erased");
}

/** The message that a mail without a conversation has become. */
async function strayOf(text: string): Promise<Record<string, unknown>> {
  const [row] = await fixture.database.sql`select m.* from contact_messages m
    join message_replies r on r.message_id = m.id where r.text = ${text}`;
  return row ?? expect.fail(`${text} is lost`);
}

const outbox = (id: string) => fixture.database.sql`select * from mail_outbox where contact_message_id = ${id}`;
const markRead = (id: string) => fixture.database.sql`update contact_messages set read_at = now() where id = ${id}`;

async function countAnswers(): Promise<number> {
  const rows = await fixture.database.sql`select from message_replies where direction = 'received'`;
  return rows.count;
}
