import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../backend/log.ts";
import { startRetention } from "../../server/contact/retention.ts";
import { createMailState } from "../../server/mail/mail-state.ts";
import { createSmtp } from "../../server/mail/smtp.ts";
import { createMailWorker, type Listen } from "../../server/mail/worker.ts";
import { addAccount } from "../fixtures/auth/callers.ts";
import { registerToken, createRestFixture, type RestFixture } from "../fixtures/database/rest-scratch.ts";
import { startSmtp } from "../fixtures/mail/smtp.ts";

const GOOD = { name: "Ada", email: "ada@engine.example", service: "Other", message: "Our checkout leans." };

let fixture: RestFixture;
beforeAll(async () => {
  fixture = await createRestFixture();
  registerToken("admin-token", (await addAccount(fixture.database, { role: "admin" })).claims);
  registerToken("user-token", (await addAccount(fixture.database)).claims);
});
beforeEach(async () => {
  await sql()`delete from contact_messages`;
  await sql()`delete from mail_outbox`;
});
afterAll(() => fixture.drop());

test("an admin can list by status, search and count messages", async () => {
  for (const name of ["Ada", "Bob", "Grace 100%"]) await submit({ name });
  await submit({ name: "Spammer", status: "quarantine", spam_reasons: ["links"] });
  const inbox = await admin()
    .from("contact_messages")
    .select("name", { count: "exact" })
    .eq("status", "inbox")
    .range(0, 1);
  expect([inbox.count, inbox.data?.length]).toEqual([3, 2]);
  const search = (words: string) =>
    admin()
      .from("contact_messages")
      .select("name", { count: "exact" })
      .or(`name.ilike.*${words}*,email.ilike.*${words}*,message.ilike.*${words}*`);
  expect(await search("grace")).toMatchObject({ count: 1, data: [{ name: "Grace 100%" }] });
  expect((await search("CHECKOUT")).count).toBe(4);
  const quarantined = await admin()
    .from("contact_messages")
    .select("name, spam_score, spam_reasons")
    .eq("status", "quarantine");
  expect(quarantined.data).toEqual([{ name: "Spammer", spam_score: 0, spam_reasons: ["links"] }]);
});

test("an admin can mark as read, annotate, archive and erase a message with its mails", async () => {
  const { id } = await submit();
  const change = { read_at: new Date().toISOString(), notes: "Called back.", status: "archive" };
  const changed = await admin().from("contact_messages").update(change).eq("id", id).select("notes, status").single();
  expect(changed.data).toEqual({ notes: "Called back.", status: "archive" });
  await admin().from("contact_messages").delete().eq("id", id).throwOnError();
  expect(await states()).toEqual([]);
  expect(await sql()`select from mail_bodies`).toHaveLength(0);
});

test("an admin sees the state and error of each mail", async () => {
  const { id } = await submit();
  await sql()`update mail_outbox set state = 'failed', attempts = 10, last_error = 'ECONNREFUSED'`;
  const columns = "kind, state, attempts, last_error";
  const mails = await admin().from("mail_outbox").select(columns).eq("contact_message_id", id);
  expect(mails.data).toEqual([
    { kind: "contact-notification", state: "failed", attempts: 10, last_error: "ECONNREFUSED" },
    { kind: "contact-receipt", state: "failed", attempts: 10, last_error: "ECONNREFUSED" },
  ]);
  await admin()
    .from("mail_outbox")
    .update({ state: "queued", attempts: 0 })
    .eq("contact_message_id", id)
    .throwOnError();
  expect(await states()).toEqual(["queued", "queued"]);
});

test("'Not spam' releases the mail to the worker", async () => {
  const received = await startWorker();
  const { id } = await submit({ status: "quarantine" });
  expect(await states()).toEqual(["held"]);
  await admin().from("contact_messages").update({ status: "inbox" }).eq("id", id).throwOnError();
  await expect.poll(() => received).toEqual(["team@agency.example"]);
  await expect.poll(states).toEqual(["sent"]);
});

test("a message archived from quarantine is delivered only when moved to the inbox", async () => {
  const { id } = await submit({ status: "quarantine" });
  await admin().from("contact_messages").update({ status: "archive" }).eq("id", id).throwOnError();
  expect(await states()).toEqual(["held"]);
  await admin().from("contact_messages").update({ status: "inbox" }).eq("id", id).throwOnError();
  expect(await states()).toEqual(["queued"]);
});

test("'Spam' holds unsent mails, and no mail is sent twice", async () => {
  const { id } = await submit();
  await sql()`update mail_outbox set state = 'sent' where kind = 'contact-notification'`;
  const move = (status: string) => admin().from("contact_messages").update({ status }).eq("id", id).throwOnError();
  await move("quarantine");
  expect(await states()).toEqual(["sent", "held"]);
  await move("inbox");
  expect(await states()).toEqual(["sent", "queued"]);
});

test("visitors and users cannot release, read or erase messages or read mail_lateness", async () => {
  await submit({ status: "quarantine" });
  await sql()`update mail_outbox set state = 'queued', queued_at = now() - interval '1 hour'`;
  for (const key of ["anon-key", "user-token"]) {
    const messages = fixture.as(key).from("contact_messages");
    expect((await messages.select()).data ?? []).toEqual([]);
    await messages.update({ status: "inbox" }).neq("reference", "");
    await fixture.as(key).from("contact_messages").delete().neq("reference", "");
    expect((await fixture.as(key).rpc("erase_old_messages", { days: 1 })).error?.code).toBe("42501");
    expect((await fixture.as(key).rpc("mail_lateness")).data ?? null).toBeNull();
  }
  expect(await sql()`select status from contact_messages`).toMatchObject([{ status: "quarantine" }]);
});

test("mail is late when the oldest undelivered one has been due for longer than allowed", async () => {
  const readState = createMailState(fixture.as("service-key"), 15);
  expect(await readState()).toBe("ok");
  await submit();
  await sql()`update mail_outbox set queued_at = now() - interval '14 minutes'`;
  expect(await readState()).toBe("ok");
  await sql()`update mail_outbox set queued_at = now() - interval '16 minutes'`;
  expect(await readState()).toBe("late");
  expect((await admin().rpc("mail_lateness")).data).toBeGreaterThan(950);

  await sql()`update mail_outbox set state = 'failed'`;
  expect(await readState(), "a notification that failed for good").toBe("late");
  await sql()`update mail_outbox set state = 'sent' where kind = 'contact-notification'`;
  expect(await readState(), "only a receipt cannot be delivered").toBe("ok");
  await sql()`update mail_outbox set state = 'held'`;
  expect(await readState(), "what waits in quarantine").toBe("ok");
  expect(await createMailState(fixture.as("no-key-at-all"), 15)()).toBe("unknown");
});

test("a mail released after a week is not late", async () => {
  const { id } = await submit({ status: "quarantine" });
  await sql()`update mail_outbox set queued_at = now() - interval '7 days'`;
  await admin().from("contact_messages").update({ status: "inbox" }).eq("id", id).throwOnError();
  expect(await createMailState(fixture.as("service-key"), 15)()).toBe("ok");
});

test("messages older than the retention period are erased with their mails", async () => {
  const old = await submit({ name: "Old" });
  const young = await submit({ name: "Young", email: "young@engine.example" });
  const application = await submit({ email: "old-job@engine.example", other_fields: { job: "Surveyor" } });
  const kept = await submit({ email: "young-job@engine.example", other_fields: { job: "Surveyor" } });
  await sql()`update contact_messages set created_at = now() - interval '91 days' where id = ${application.id}`;
  await sql()`update contact_messages set created_at = now() - interval '89 days' where id = ${kept.id}`;
  await sql()`insert into message_files (message_id, name, size, bytes)
    values (${application.id}, 'old.pdf', 5, '%PDF-'), (${kept.id}, 'kept.pdf', 5, '%PDF-')`;
  await sql()`update contact_messages set created_at = now() - interval '31 days' where id = ${old.id}`;
  await sql()`insert into mail_outbox (kind, recipient, message_id, state, created_at)
    values ('magiclink', 'x@x.example', '<old@x>', 'sent', now() - interval '31 days')`;
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const retention = { service: fixture.as("service-key"), days: 30, applicationDays: () => 90, log };
  startRetention(retention);
  startRetention(retention);
  const left = [{ id: young.id }, { id: kept.id }];
  await expect.poll(() => sql()`select id from contact_messages order by created_at desc`).toMatchObject(left);
  await expect.poll(() => lines.join()).toMatch(/old messages erased.*"messages":2/);
  const owners = await sql()`select distinct contact_message_id as id from mail_outbox`;
  expect(new Set(owners.map(({ id }) => id))).toEqual(new Set(left.map(({ id }) => id)));
  expect(await sql()`select name from message_files`).toMatchObject([{ name: "kept.pdf" }]);
  // The build before names one number of days for all messages.
  await fixture.as("service-key").rpc("erase_old_messages", { days: 30 }).throwOnError();
  expect(await sql()`select id from contact_messages`).toMatchObject([{ id: young.id }]);
});

const sql = () => fixture.database.sql;
const admin = () => fixture.as("admin-token");
const states = async () => (await sql()`select state from mail_outbox order by kind`).map(({ state }) => String(state));

let mails = 0;

async function submit(more: Record<string, unknown> = {}): Promise<{ id: string }> {
  const mail = (kind: string, to: string) => {
    mails += 1;
    return { kind, to, message_id: `<${mails}@agency.example>`, subject: "S", text: "T" };
  };
  const { data } = await fixture
    .as("service-key")
    .rpc("submit_contact_message", {
      message: { ...GOOD, ...more },
      mails: [mail("contact-notification", "team@agency.example"), mail("contact-receipt", GOOD.email)],
    })
    .throwOnError();
  return data as { id: string };
}

/** Starts a mail server and a worker; returns the recipients of received mails. */
async function startWorker(): Promise<string[]> {
  const received: string[] = [];
  const { url, close } = await startSmtp({ onMail: (_raw, recipients) => received.push(...recipients) });
  const transport = createSmtp({ url, from: () => "hello@agency.example" });
  const listen: Listen = async (channel, onNews) => void (await sql().listen(channel, onNews, () => onNews()));
  const service = fixture.as("service-key");
  const worker = createMailWorker({ service, listen, transport, log: createLog(() => {}) });
  await worker.start();
  onTestFinished(async () => {
    await worker.stop();
    await close();
  });
  return received;
}
