import { afterAll, beforeAll, expect, test } from "vitest";
import { posts } from "../../content/posts.ts";
import { shipped } from "../../content/shipped.ts";
import { type Mailbox, openMailbox } from "../fixtures/mail/mailbox.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, readPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

const SAMPLE = /plumbline|new york|portland|mercer yard|alder works|\b555\b|constance vail/i;
const SAMPLE_LISTS = ["case-studies", "testimonials", "leaders", "authors", "jobs"] as const;

let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  site = await spawnSite({ ...WITH_ADMIN, ADMIN_EMAIL: "ada@plumbline.example", SMTP_URL: mailbox.url });
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
  await makeNordlicht();
}, 240_000);
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

test("nothing of the sample is on any public page, feed, manifest, share card text or error page", async () => {
  const sitemap = await readPage(site.url, "/sitemap.xml");
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || "/");
  expect(pages.length).toBeGreaterThan(15);
  const files = [
    "/feed.xml",
    "/atom.xml",
    "/feed.json",
    "/site.webmanifest",
    "/llms.txt",
    "/robots.txt",
    "/sitemap.xml",
  ];
  const screens = ["/auth", "/account", "/search?q=work", "/newsroom", "/no-such-page", "/blog/no-such-post"];
  const found: string[] = [];
  for (const path of new Set([...pages, ...files, ...screens])) {
    const text = await readPage(site.url, path);
    const hit = SAMPLE.exec(text);
    if (hit) found.push(`${path}: …${text.slice(Math.max(0, hit.index - 60), hit.index + 60)}…`);
  }
  expect(found).toEqual([]);
});

test("a message is answered with mails that name the owner's site alone", async () => {
  const message = { name: "Kai", email: "kai@people.example", service: "Other", message: "A line." };
  await newsroom.client.functions.invoke("send-contact-email", { body: message });
  await expect.poll(() => mailbox.received.length).toBeGreaterThan(1);
  const all = mailbox.received.join("\n").replaceAll("=\r\n", "").replaceAll("ada@plumbline.example", "");
  expect(all).toContain("Nordlicht");
  expect(SAMPLE.exec(all)?.[0]).toBeUndefined();
});

test("lists without samples are left out, and nothing is broken", async () => {
  const home = await readPage(site.url, "/");
  expect(home).not.toMatch(/aria-labelledby="(?:work|testimonials)"/);
  expect(await readPage(site.url, "/about")).not.toContain('id="leaders"');
  expect((await get(site.url, "/work")).status).toBe(200);
});

/** What the owner writes in the newsroom. */
async function makeNordlicht(): Promise<void> {
  const { client } = newsroom;
  const store = async (collection: string, data: object, key = "main", hidden = false) => {
    const { error } = await client.from("entries").insert({ collection, key, data: data as never, hidden });
    if (error) throw new Error(`${collection}: ${error.message}`, { cause: error });
  };
  await store("identity", { ...shipped.identity, name: "Nordlicht", description: "An agency in Hamburg." });
  await store("contact", {
    ...shipped.contact,
    phone: "+49 40 1234 0142",
    email: "moin@nordlicht.example",
    offices: [{ city: "Hamburg", street: "Kehrwieder 8", region: "", code: "20457", country: "DE" }],
    timeZone: "Europe/Berlin",
    social: [],
  });
  await store("facts", { ...shipped.facts, founded: 2019, legalLine: "Nordlicht GmbH, Hamburg" });
  const story = { ...shipped["page-about"].story, paragraphs: ["We began in {founded}.", "In {cities}."] };
  await store("page-about", { ...shipped["page-about"], story });
  const sections = [{ title: "Law", text: "The law of Germany." }];
  for (const name of ["privacy", "terms"] as const) {
    await store(name, { ...shipped[name], sections, search: { title: "Law", description: "The law of Germany." } });
  }
  for (const name of SAMPLE_LISTS) for (const { id, ...data } of shipped[name]) await store(name, data, id, true);
  const ids = posts.map(({ id }) => id);
  await client.from("blog_posts").update({ deleted_at: new Date().toISOString() }).in("id", ids).throwOnError();
  await newsroom.publish({ title: "Moin" });
}
