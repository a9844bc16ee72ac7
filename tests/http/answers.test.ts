import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findReceiptLink } from "../fixtures/mail/contact-receipt.ts";
import { type Dovecot, startDovecot } from "../fixtures/mail/dovecot.ts";
import { get } from "../fixtures/network/http.ts";
import { type ProtocolSite, startProtocolSite } from "../fixtures/site/protocol-site.ts";

let mailbox: Dovecot;
let site: ProtocolSite;
beforeAll(async () => {
  mailbox = await startDovecot();
  site = await startProtocolSite({ REPLY_IMAP_URL: mailbox.url, REPLY_ADDRESS: "answers@agency.example" });
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

test("an answer to a receipt comes to the sender's page with its files, which nobody else can read", async () => {
  const body = { name: "Grace", email: "grace@people.example", service: "Other", message: "Our checkout leans." };
  await site.browser().functions.invoke("send-contact-email", { body });
  const received = () => site.mailbox.received.find((raw) => raw.includes("\r\nTo: grace@people.example"));
  await expect.poll(received).toMatch(/^Reply-To: answers\+[0-9a-v]{42}@agency\.example/m);
  const to = /answers\+[0-9a-v]{42}@agency\.example/.exec(received() ?? "")?.[0];
  await mailbox.deliver(
    [
      "From: Grace <grace@people.example>",
      `To: ${to}`,
      `Message-ID: <${randomUUID()}@people.example>`,
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b\r\n\r\nIt <b>leans</b> more.\r\n--b",
      'Content-Disposition: attachment; filename="secret-plan.pdf"',
      "Content-Type: application/pdf\r\n",
      "%PDF-1.7\r\n--b--",
    ].join("\r\n"),
  );
  const link = new URL(await findReceiptLink(site.service, body.email));
  const page = async () => (await get(site.url, link.pathname)).body.toString();
  await expect.poll(page).toContain("It &lt;b&gt;leans&lt;/b&gt; more.");
  expect(await page()).toContain("secret-plan.pdf");
  expect(await mailbox.count()).toMatchObject({ unread: 0 });

  const admin = await site.admin();
  const { data: files } = await admin.from("message_files").select("id, name").throwOnError();
  expect(files).toMatchObject([{ name: "secret-plan.pdf" }]);
  const file = files?.[0]?.id as string;
  const read = (client: SupabaseClient) => client.functions.invoke(`message-file/${file}`, { method: "GET" });
  expect(await ((await read(admin)).data as Blob).text()).toContain("%PDF-1.7");
  const { client: stranger } = await site.person("eve");
  for (const client of [site.browser(), stranger, site.service]) {
    expect((await read(client)).error).not.toBeNull();
    expect((await client.from("message_files").select("bytes")).data ?? []).toEqual([]);
  }
  for (const client of [site.browser(), stranger, admin]) {
    const forged = { mail: null, answer: {}, notice: {} };
    expect((await client.rpc("receive_answer", forged)).error).not.toBeNull();
    const row = { message_id: randomUUID(), reply_id: randomUUID(), name: "x", type: "text/plain", size: 1 };
    expect((await client.from("message_files").insert(row)).error).not.toBeNull();
  }

  const erased = await fetch(link, { method: "POST", headers: { origin: link.origin }, redirect: "manual" });
  expect(erased.status).toBe(303);
  expect((await admin.from("message_files").select("id")).data).toEqual([]);
  expect((await admin.from("message_replies").select("id")).data).toEqual([]);
});
