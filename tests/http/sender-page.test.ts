import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findReceiptLink } from "../fixtures/mail/contact-receipt.ts";
import { type Mailbox, openMailbox } from "../fixtures/mail/mailbox.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

let mailbox: Mailbox;
let site: Awaited<ReturnType<typeof spawnSite>>;
beforeAll(async () => {
  mailbox = await openMailbox();
  site = await spawnSite({ SMTP_URL: mailbox.url, CONTACT_TO: "team@plumbline.example" });
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

test("the receipt's link shows what was exchanged, nothing that is for the team, and erases all of it", async () => {
  const { anonKey, serviceRoleKey } = await site.readKeys();
  const connect = (key: string) => createClient(site.url, key, { auth: { persistSession: false } });
  const service = connect(serviceRoleKey);
  const account = { email: "maud@plumbline.example", password: "a-password-of-some-length" };
  const { data: created } = await service.auth.admin.createUser({ ...account, email_confirm: true });
  const admin = connect(anonKey);
  await service.from("user_roles").upsert({ user_id: created.user?.id, role: "admin" }).throwOnError();
  await admin.auth.signInWithPassword(account);

  const body = { name: "Grace", email: "grace@people.example", service: "Other", message: "Our checkout leans." };
  await connect(anonKey).functions.invoke("send-contact-email", { body });
  const link = new URL(await findReceiptLink(service, body.email));
  const { data: stored } = await service.from("contact_messages").select("id").eq("email", body.email).single();
  const message = stored?.id as string;
  const team = { notes: "Secret note", state: "won", assignee: created.user?.id };
  await admin.from("contact_messages").update(team).eq("id", message).throwOnError();
  const send = { of_message: message, reply: crypto.randomUUID(), words: "We measure <b>first</b>.", seen: 0 };
  expect((await admin.rpc("send_reply", send).throwOnError()).data).toBe(true);
  const draft = { of_message: message, base: "", words: "Secret draft" };
  await admin.rpc("save_reply_draft", draft).throwOnError();

  const page = async () => (await get(site.url, link.pathname)).body.toString();
  await expect.poll(page).toContain("We measure &lt;b&gt;first&lt;/b&gt;.");
  expect(await page()).toContain("Our checkout leans.");
  for (const secret of ["Secret note", "Secret draft", "maud@"]) expect(await page()).not.toContain(secret);

  const erased = await fetch(link, { method: "POST", headers: { origin: link.origin }, redirect: "manual" });
  expect(erased.status).toBe(303);
  expect((await get(site.url, link.pathname)).status).toBe(404);
  for (const table of ["message_replies", "reply_drafts"]) {
    expect((await admin.from(table).select("message_id")).data, table).toEqual([]);
  }
  const mails = await service.from("mail_outbox").select("kind").eq("contact_message_id", message);
  expect(mails.data).toEqual([]);
});
