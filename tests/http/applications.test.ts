import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { MAX_FILE_BYTES } from "../../domain/contact/message-file.ts";
import { contactWords } from "../../domain/contact/words.ts";
import { findReceiptLink } from "../fixtures/mail/contact-receipt.ts";
import { createPdf } from "../fixtures/mail/pdf.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, readPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

const { file: WORDS } = contactWords.en;
const JOB = "/careers/analytics-specialist";
const TITLE = "Analytics Specialist";
const FIELDS = { name: "Ada", email: "ada@people.example", service: "Other", message: "I measure <b>first</b>." };

let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;
let service: SupabaseClient;
beforeAll(async () => {
  site = await spawnSite({ ...WITH_ADMIN, TRUST_PROXY: "1" });
  const { anonKey, serviceRoleKey } = await site.readKeys();
  newsroom = await openNewsroom(site.url, anonKey);
  service = createClient(site.url, serviceRoleKey, { auth: { persistSession: false } });
});
afterAll(() => site.stop());

test("by default there are no pages of jobs: Apply Now leads to /contact, and nothing names them", async () => {
  await turn("off");
  expect((await get(site.url, JOB)).status).toBe(404);
  expect((await post(FIELDS)).status).toBe(404);
  const careers = await readPage(site.url, "/careers");
  expect(careers).toContain('href="/contact?job=analytics-specialist"');
  expect(careers).toContain('"JobPosting"');
  for (const path of ["/careers", "/sitemap", "/sitemap.xml", "/llms.txt", "/privacy"]) {
    expect(await readPage(site.url, path), path).not.toMatch(/careers\/|When you apply/);
  }
  expect((await post({ ...FIELDS, email: "other@people.example" }, "/contact")).status).toBe(200);
});

describe("turned on", () => {
  beforeAll(() => turn("on"));

  test("each job has a page that tells its own facts", async () => {
    const page = await readPage(site.url, JOB);
    for (const part of [
      `<title>${TITLE} | Plumbline</title>`,
      `<h1 class="grid-left">${TITLE}</h1>`,
      '"JobPosting"',
      `"url":"${site.url}${JOB}"`,
      '"BreadcrumbList"',
      'encType="multipart/form-data"',
      'type="file"',
      "for 180 days",
    ]) {
      expect(page).toContain(part);
    }
    const careers = await readPage(site.url, "/careers");
    expect(careers).toContain(`href="${JOB}"`);
    expect(careers).not.toMatch(/JobPosting|contact\?job=/);
    for (const path of ["/sitemap", "/sitemap.xml", "/llms.txt"]) expect(await readPage(site.url, path)).toContain(JOB);
    expect(await readPage(site.url, "/search?q=analytics+specialist")).toContain(JOB);
    expect(await readPage(site.url, `${JOB}.md`)).toContain("Portland or remote in the US");
    expect(await readPage(site.url, "/privacy")).toContain("When you apply for a job");
    expect((await get(site.url, "/careers/nothing")).status).toBe(404);
    expect((await get(site.url, `${JOB}/more`)).status).toBe(404);
  });

  test("without scripts an application arrives with its file, and its sender's page tells of it and erases it", async () => {
    const { status, body } = await post({ ...FIELDS, file: fileOf(createPdf({ size: 300_000 })) });
    expect(status, body).toBe(200);
    expect(body).toContain("Your application and your PDF are stored.");
    const { data } = await service
      .from("contact_messages")
      .select("id, other_fields")
      .eq("email", FIELDS.email)
      .single();
    expect(data?.other_fields).toEqual({ job: TITLE });
    const link = new URL(await findReceiptLink(service, FIELDS.email));
    const page = await readPage(site.url, link.pathname);
    expect(page).toContain("cv.pdf, 0.3 MB");
    expect(page).toContain(TITLE);
    await fetch(link, { method: "POST", headers: { origin: link.origin }, redirect: "manual" });
    expect((await service.from("message_files").select("id")).data).toEqual([]);
  });

  test.each<[string, Record<string, string | File>, string]>([
    ["no file", {}, WORDS.missing],
    ["a zip named .pdf", { file: fileOf(Buffer.from("PK\u0003\u0004")) }, WORDS.notPdf],
    ["more than 10 MB", { file: fileOf(createPdf({ size: MAX_FILE_BYTES + 1 })) }, WORDS.tooLarge],
    ["a wrong address", { email: "ada", file: fileOf(createPdf()) }, WORDS.again],
  ])("with %s the form says it beside the field and keeps what was typed", async (_, more, words) => {
    const { status, body } = await post({ ...FIELDS, ...more });
    expect(status).toBe(400);
    expect(body).toContain(words);
    expect(body).toContain("I measure &lt;b&gt;first&lt;/b&gt;.");
    expect((await service.from("message_files").select("id")).data).toEqual([]);
  });

  test("a body far beyond 10 MB, one of another site and one of another job are refused", async () => {
    const large = await post({ ...FIELDS, file: fileOf(createPdf({ size: MAX_FILE_BYTES + 200_000 })) });
    expect([large.status, large.body]).toEqual([413, expect.stringContaining("10 MB")]);
    const file = fileOf(createPdf());
    expect((await post({ ...FIELDS, file }, JOB, { origin: "https://evil.example" })).status).toBe(400);
    expect((await post({ ...FIELDS, file }, "/careers/nothing")).status).toBe(404);
    expect((await post({ ...FIELDS, job: "nothing" }, "/contact")).status).toBe(200);
    expect((await service.from("message_files").select("id")).data).toEqual([]);
  });

  test("the fourth application of a network within an hour waits, and its text stays", async () => {
    const from = { "x-forwarded-for": "192.0.2.9" };
    for (let n = 0; n < 3; n++) {
      const sent = await post({ ...FIELDS, message: `Number ${n}`, file: fileOf(createPdf()) }, JOB, from);
      expect(sent.status).toBe(200);
    }
    const { status, body } = await post({ ...FIELDS, message: "Number 3", file: fileOf(createPdf()) }, JOB, from);
    expect(status).toBe(429);
    expect(body).toContain("Number 3");
  });

  test("a job that is hidden has no page and takes no applications any more", async () => {
    const key = "analytics-specialist";
    await publish("jobs", key, shipped.jobs.find(({ id }) => id === key) ?? {}, true);
    expect((await get(site.url, JOB)).status).toBe(404);
    expect((await post({ ...FIELDS, file: fileOf(createPdf()) })).status).toBe(404);
  });
});

const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], "cv.pdf", { type: "application/pdf" });

async function post(fields: Record<string, string | File>, path = JOB, headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await fetch(site.url + path, { method: "POST", body, headers: { origin: site.url, ...headers } });
  return { status: response.status, body: await response.text() };
}

const turn = (applications: "off" | "on") => publish("facts", "main", { ...shipped.facts, applications });

async function publish(collection: string, key: string, data: object, hidden = false): Promise<void> {
  await newsroom.client.from("entries").delete().match({ collection, key });
  await newsroom.client.from("entries").insert({ collection, key, data, hidden }).throwOnError();
}
