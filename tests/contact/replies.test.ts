import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../backend/log.ts";
import { createSmtp, type Transport } from "../../server/mail/smtp.ts";
import { createMailWorker } from "../../server/mail/worker.ts";
import { addAccount, type Caller } from "../fixtures/auth/callers.ts";
import { createRestFixture, registerToken, type RestFixture } from "../fixtures/database/rest-scratch.ts";
import { startSmtp } from "../fixtures/mail/smtp.ts";
import { scaled } from "../fixtures/scale.ts";

const ROUNDS = scaled(5, 50);

let fixture: RestFixture;
let admin: Caller;
beforeAll(async () => {
  fixture = await createRestFixture();
  admin = await addAccount(fixture.database, { role: "admin" });
  registerToken("admin-token", admin.claims);
});
afterAll(() => fixture.drop());

test("a reply is a mail of a person in the conversation of its receipt", async () => {
  const received = await openMailServer();
  const { id, receipt } = await submit();
  await reply(id, "Moin.\n\nThursday at two.", 0);
  await received.worker().drain();
  await reply(id, "Or Friday.", 1);
  await received.worker().drain();
  const [first = "", second = ""] = received.mails.filter((raw) => raw.includes("Subject: Re: "));
  expect(header(first, "To")).toBe("ada@engine.example");
  expect(header(first, "Reply-To")).toBe("team@agency.example");
  expect(header(first, "In-Reply-To")).toBe(receipt);
  expect(header(first, "Auto-Submitted")).toBeUndefined();
  expect(first).toContain("Moin.\n\nThursday at two.");
  expect(header(second, "In-Reply-To")).toBe(header(first, "Message-ID"));
  expect(header(second, "References")).toBe(`${receipt} ${header(first, "Message-ID")}`);
});

test(`a reply that crashes at every step of ${ROUNDS} rounds arrives, and each copy has the same Message-ID`, async () => {
  const received = await openMailServer();
  for (let round = 0; round < ROUNDS; round++) {
    received.mails.length = 0;
    const { id } = await submit();
    const mine = randomUUID();
    await crashBeforeCommit(id, mine);
    expect(await fixture.database.sql`select from message_replies where message_id = ${id}`).toHaveLength(0);
    // The caller has no answer and tries again; the first answer is lost, too.
    expect(await reply(id, `Round ${round}`, 0, mine)).toBe(true);
    expect(await reply(id, `Round ${round}`, 0, mine)).toBe(true);
    // Claimed, and not sent.
    await fixture.as("service-key").rpc("claim_mails", { most: 100 }).throwOnError();
    await expireClaims();
    // Sent, and not recorded.
    await expect(received.worker(dieAfterSending).drain()).rejects.toThrow("killed");
    await expireClaims();
    await received.worker().drain();

    const copies = received.mails.filter((raw) => raw.includes(`Round ${round}`));
    expect(copies.length).toBeGreaterThanOrEqual(2);
    expect(new Set(copies.map((raw) => header(raw, "Message-ID")))).toEqual(new Set([`<${mine}@agency.example>`]));
    const thread = await fixture.as("admin-token").rpc("message_thread", { of_message: id }).throwOnError();
    expect(thread.data.replies).toMatchObject([{ id: mine, text: `Round ${round}`, mail: { state: "sent" } }]);
  }
});

/** The connection of the caller is gone between the last statement and the commit. */
async function crashBeforeCommit(id: string, mine: string): Promise<void> {
  const { database } = fixture;
  const crashed = database.asCaller(admin.claims, async (sql) => {
    await sql`select send_reply(${id}, ${mine}, 'Never', 0)`;
    const [backend] = await sql`select pg_backend_pid() as pid`;
    await database.sql`select pg_terminate_backend(${backend?.pid})`;
    return sql`select 1`;
  });
  await expect(crashed).rejects.toThrow(/terminat|CONNECTION/i);
}

const expireClaims = () =>
  fixture.database.sql`update mail_outbox set claimed_until = now() - interval '1 second' where state = 'sending'`;

const dieAfterSending = (transport: Transport): Transport => ({
  ...transport,
  async send(mail) {
    await transport.send(mail);
    throw new Error("killed");
  },
});

async function openMailServer() {
  const mails: string[] = [];
  const { url, close } = await startSmtp({ onMail: (raw) => mails.push(raw.replaceAll("\r\n", "\n")) });
  const transport = createSmtp({ url, from: () => "Plumbline <hello@agency.example>" });
  onTestFinished(async () => {
    transport.close();
    await close();
  });
  const service = fixture.as("service-key");
  const worker = (wrap = (whole: Transport) => whole) =>
    createMailWorker({ service, transport: wrap(transport), log: createLog(() => {}) });
  return { mails, worker };
}

/** Unfolded. */
const header = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)$`, "im").exec(raw)?.[1]?.replaceAll(/\s+/g, " ");

async function submit(): Promise<{ id: string; receipt: string }> {
  const receipt = `<${randomUUID()}@agency.example>`;
  const mail = (kind: string, to: string, message_id: string) => ({ kind, to, message_id, subject: "S", text: "T" });
  await fixture.database.sql`delete from mail_outbox where kind = 'contact-receipt'`;
  const { data } = await fixture
    .as("service-key")
    .rpc("submit_contact_message", {
      message: { name: "Ada", email: "ada@engine.example", service: "Other", message: "Hello" },
      mails: [
        mail("contact-notification", "team@agency.example", `<${randomUUID()}@agency.example>`),
        mail("contact-receipt", "ada@engine.example", receipt),
      ],
    })
    .throwOnError();
  return { id: (data as { id: string }).id, receipt };
}

async function reply(of_message: string, words: string, seen: number, mine: string = randomUUID()): Promise<boolean> {
  const sent = { of_message, reply: mine, words, seen };
  const { data } = await fixture.as("admin-token").rpc("send_reply", sent).throwOnError();
  return data as boolean;
}
