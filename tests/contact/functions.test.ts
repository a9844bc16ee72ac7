import { randomUUID } from "node:crypto";
import { FunctionsClient } from "@supabase/functions-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { site } from "../../content/site.ts";
import { createStorageFixture, SITE, type StorageFixture } from "../fixtures/database/storage.ts";
import { expectOpenToOtherSites } from "../fixtures/network/cross-origin.ts";

let fixture: StorageFixture;

beforeAll(async () => {
  fixture = await createStorageFixture();
});
beforeEach(async () => {
  await fixture.sql`delete from public.contact_messages`;
  fixture.lines.length = 0;
});
afterAll(() => fixture.drop());

const GOOD = {
  name: "Ada Lovelace",
  email: "ada@engine.example",
  phone: "+44 20 7946 0000",
  company: "Analytical & Co <Ltd>",
  service: "Analytics & Insights",
  message: "First line.\nSecond line with <b>markup</b> & an emoji 🧮.",
  source: "http://localhost/contact?service=analytics",
};

test("a message is stored completely, with a mail to the agency and a receipt to the sender", async () => {
  const { data, error } = await invoke(GOOD);
  expect(error).toBeNull();
  expect(data).toEqual({ reference: expect.stringMatching(/^[0-9A-Z]{10}$/) });
  const { reference } = data as { reference: string };
  expect(await messages()).toMatchObject([{ ...GOOD, reference, status: "inbox" }]);

  const [notification, receipt, ...others] = await mails();
  expect(others).toEqual([]);
  expect(notification).toMatchObject({
    kind: "contact-notification",
    recipient: site.email,
    reply_to: GOOD.email,
    state: "queued",
    confidential: false,
    subject: `Analytics & Insights: message from Ada Lovelace (${reference})`,
  });
  expect(notification?.text_body).toContain(GOOD.message);
  expect(notification?.html_body).toContain("First line.<br>\nSecond line with &lt;b&gt;markup&lt;/b&gt; &amp;");
  expect(receipt).toMatchObject({ kind: "contact-receipt", recipient: GOOD.email, reply_to: site.email });
  expect(receipt?.text_body).toContain(reference);
  expect(receipt?.text_body).toMatch(/^http:\/\/localhost\/messages\/[\w-]{54}$/m);
  expect(receipt?.html_body).toMatch(/<a href="http:\/\/localhost\/messages\/[\w-]{54}">/);
  expect(notification?.message_id).toMatch(/^<[\w-]+@plumbline\.example>$/);
  expect(receipt?.message_id).not.toBe(notification?.message_id);
});

test("a receipt repeats no text of the sender", async () => {
  await invoke({ ...GOOD, name: "Buy pills at evil.example", company: "evil.example", message: "evil.example" });
  const receipt = (await mails())[1];
  expect(receipt?.kind).toBe("contact-receipt");
  expect(JSON.stringify(receipt)).not.toContain("evil.example");
});

test("phone, company and source are optional", async () => {
  const { phone: _, company: __, source: ___, ...required } = GOOD;
  expect((await invoke(required)).error).toBeNull();
  expect(await messages()).toMatchObject([{ phone: "", company: "", source: "" }]);
});

test("the contact form's FunctionsClient can send a message", async () => {
  const headers = { Authorization: `Bearer ${fixture.keys.anonKey}` };
  const customFetch = async (input: string | URL | Request, init?: RequestInit) =>
    fixture.app.fetch(new Request(input, init));
  const client = new FunctionsClient(`${SITE}/functions/v1`, { headers, customFetch });
  expect((await client.invoke("send-contact-email", { body: GOOD })).error).toBeNull();
  expect(await messages()).toHaveLength(1);
});

test("an idempotency key stores one message, also for concurrent requests", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const first = await invoke(GOOD, headers);
  const again = await Promise.all([invoke(GOOD, headers), invoke(GOOD, headers), invoke(GOOD, headers)]);
  expect(again.map(({ data }) => data)).toEqual(again.map(() => first.data));
  expect(await messages()).toHaveLength(1);
  expect(await mails()).toHaveLength(2);

  const together = { "idempotency-key": randomUUID() };
  const both = await Promise.all(Array.from({ length: 8 }, () => invoke(GOOD, together)));
  expect(new Set(both.map(({ data }) => data.reference)).size).toBe(1);
  expect(await messages()).toHaveLength(2);
  // Two notifications, and one receipt: a second within the hour is not sent.
  expect(await mails()).toHaveLength(3);
});

test("a different message with a used idempotency key is stored too", async () => {
  const headers = { "idempotency-key": "the-same-key-twice" };
  await invoke(GOOD, headers);
  await invoke({ ...GOOD, message: "Something else." }, headers);
  expect(await messages()).toMatchObject([{ message: GOOD.message }, { message: "Something else." }]);
});

test("without an idempotency key each request stores a message", async () => {
  await invoke(GOOD);
  await invoke(GOOD);
  expect(await messages()).toHaveLength(2);
});

test.each<[field: string, what: string, value: unknown]>([
  ["name", "a header after a line break", "Eve\r\nBcc: everybody@victims.example"],
  ["name", "a bare line feed", "Eve\nBcc: everybody@victims.example"],
  ["name", "a NUL", "Eve\0"],
  ["name", "half a character", "Eve \ud83d"],
  ["name", "nothing", ""],
  ["name", "blanks", " \t "],
  ["name", "a number", 42],
  ["name", "null", null],
  ["name", "a list", ["Eve"]],
  ["name", "an object", { toString: "Eve" }],
  ["name", "121 characters", "x".repeat(121)],
  ["email", "a header after a line break", "eve@evil.example\r\nBcc: everybody@victims.example"],
  ["email", "two addresses", "eve@evil.example, adam@evil.example"],
  ["email", "a display name", "Eve <eve@evil.example>"],
  ["email", "no ending", "eve@evil"],
  ["email", "nothing", ""],
  ["email", "false", false],
  ["email", "255 characters", `${"x".repeat(243)}@evil.example`],
  ["phone", "a line break", "1\r\n2"],
  ["phone", "41 characters", "1".repeat(41)],
  ["company", "an escape", "\u001b[31m"],
  ["service", "an unknown one", "World domination"],
  ["service", "another case", "other"],
  ["service", "a property of all objects", "__proto__"],
  ["message", "nothing", "\n\n"],
  ["message", "a NUL", "before\0after"],
  ["message", "half a character", "\udfff"],
  ["message", "5,001 characters", "x".repeat(5_001)],
  ["source", "2,001 characters", "x".repeat(2_001)],
  ["source", "a line break", "http://localhost/\r\nx"],
])("%s with %s is refused beside its field, and nothing is stored", async (field, _what, value) => {
  const { error } = await invoke({ ...GOOD, [field]: value });
  const response = error.context as Response;
  expect(response.status).toBe(400);
  const body = await response.json();
  expect(body.message).toBe("Please check the fields that are marked.");
  expect(Object.keys(body.fields)).toEqual([field]);
  expect(body.fields[field]).toEqual(expect.any(String));
  expect(await messages()).toHaveLength(0);
  expect(await mails()).toHaveLength(0);
});

test("all invalid fields are reported together", async () => {
  const { error } = await invoke({ name: "" });
  expect(Object.keys((await error.context.json()).fields).toSorted()).toEqual(["email", "message", "name", "service"]);
});

test.each<[what: string, body: string, status: number]>([
  ["no JSON", "{", 400],
  ["nothing", "", 400],
  ["null", "null", 400],
  ["a text", '"hello"', 400],
  ["a list", "[]", 400],
  ["more than 64 KB", JSON.stringify({ ...GOOD, message: "x".repeat(70_000) }), 413],
  ["deep nesting", `{"name":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, 400],
])("a body that is %s is refused", async (_what, body, status) => {
  const response = await post(body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ message: expect.any(String), fields: expect.any(Object) });
  expect(await messages()).toHaveLength(0);
});

test("internal columns cannot be set by the body", async () => {
  const extra = { id: randomUUID(), reference: "MINE", status: "archive", notes: "x", idempotency_key: "x".repeat(20) };
  await invoke({ ...GOOD, ...extra, mails: [{ to: "victim@victims.example" }] });
  const [stored] = await messages();
  expect(stored).toMatchObject({ status: "inbox", notes: "", idempotency_key: null });
  expect(stored?.id).not.toBe(extra.id);
  expect(stored?.reference).not.toBe("MINE");
  expect(await mails()).toHaveLength(2);
});

test("an invalid idempotency key is refused", async () => {
  for (const key of ["short", "x".repeat(201), "with blanks in it", "ümlaut-ümlaut"]) {
    expect((await post(JSON.stringify(GOOD), { "idempotency-key": key })).status, key).toBe(400);
  }
  expect(await messages()).toHaveLength(0);
});

test("an API key is required, a valid session is not", async () => {
  const init = { method: "POST", body: JSON.stringify(GOOD), headers: { "content-type": "application/json" } };
  expect((await fixture.request("/functions/v1/send-contact-email", init)).status).toBe(401);
  expect((await post(JSON.stringify(GOOD), { apikey: "wrong" })).status).toBe(401);
  expect(await messages()).toHaveLength(0);

  const user = await fixture.signIn("user");
  await user.signOut();
  expect((await user.client.functions.invoke("send-contact-email", { body: GOOD })).error).toBeNull();
  expect(await messages()).toHaveLength(1);
  expect((await post(JSON.stringify(GOOD), { authorization: "Bearer of.no.session" })).status).toBe(200);
  expect(await messages()).toHaveLength(2);
});

test("unknown functions, methods and content types are refused", async () => {
  const { error } = await fixture.visitor().client.functions.invoke("nothing", { body: {} });
  expect(error.context.status).toBe(404);
  const headers = fixture.visitor().headers;
  const deletion = { method: "DELETE", headers };
  expect((await fixture.request("/functions/v1/send-contact-email", deletion)).status).toBe(405);
  expect((await post(JSON.stringify(GOOD), { "content-type": "text/plain" })).status).toBe(415);
  expect(await messages()).toHaveLength(0);
});

test("other origins may send the headers of functions-js", async () => {
  const wanted = "authorization,apikey,x-client-info,content-type,idempotency-key";
  await expectOpenToOtherSites(fixture.request, "/functions/v1/send-contact-email", wanted);
});

test("if the mails cannot be stored, neither is the message, and the log has no text of the sender", async () => {
  await fixture.sql`alter table public.mail_bodies rename to mail_bodies_gone`;
  const { error } = await invoke(GOOD);
  await fixture.sql`alter table public.mail_bodies_gone rename to mail_bodies`;
  expect(error.context.status).toBe(503);
  expect(await error.context.json()).toEqual({ message: "Please try again later." });
  expect(await messages()).toHaveLength(0);
  expect(fixture.lines).toHaveLength(1);
  expect(fixture.lines[0]).not.toMatch(/Ada|engine\.example|markup/);
});

function invoke(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  return fixture.visitor().client.functions.invoke("send-contact-email", { body, headers });
}

function post(body: string, headers: Record<string, string> = {}) {
  const all = { ...fixture.visitor().headers, "content-type": "application/json", ...headers };
  return fixture.request("/functions/v1/send-contact-email", { method: "POST", body, headers: all });
}

const messages = () => fixture.sql`select * from public.contact_messages order by created_at`;
const mails = () => fixture.sql`
  select * from public.mail_outbox join public.mail_bodies on mail_id = id order by created_at, kind`;
