import { writeFile } from "node:fs/promises";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { posts } from "../../content/posts.ts";
import { shipped } from "../../content/shipped.ts";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, readPage, waitForPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

type Site = Awaited<ReturnType<typeof spawnSite>>;
let first: Site;
/** On the same database. */
let second: Site;
/** Its backend is the first one, over HTTP: Supabase mode. */
let remote: Site;
let newsroom: Newsroom;

beforeAll(async () => {
  first = await spawnSite(WITH_ADMIN);
  const { anonKey, serviceRoleKey } = await first.readKeys();
  const keys = { SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey };
  second = await spawnSite({
    DATABASE_URL: (await startEmbedded({ dataDir: first.dataDir, join: true })).url,
    ...keys,
  });
  remote = await spawnSite({ SUPABASE_URL: first.url, ...keys });
  newsroom = await openNewsroom(first.url, anonKey);
}, 240_000);
afterAll(async () => {
  for (const site of [remote, second, first]) await site.stop();
});

describe("a published entry", () => {
  test("is on every page of this process in the next response, and on the others without a restart", async () => {
    const phone = "+1 212 555 0199";
    for (const site of [first, second, remote]) expect(await readPage(site.url, "/about")).not.toContain(phone);
    await publish("contact", "main", { ...shipped.contact, phone });
    for (const path of ["/about", "/contact", "/terms", "/llms.txt", "/no-such-page"]) {
      expect(await readPage(first.url, path), path).toContain(phone);
    }
    expect(await readPage(first.url, "/contact")).toContain('href="tel:+12125550199"');
    for (const site of [second, remote]) await waitForPage(site.url, "/about", phone);
  });

  test("names the site in titles, structured data, feeds, cards and the manifest", async () => {
    await publish("identity", "main", { ...shipped.identity, name: "Straight & Sons" });
    expect(await readPage(first.url, "/about")).toContain("<title>About | Straight &amp; Sons</title>");
    expect(await readPage(first.url, "/")).toContain('"name":"Straight & Sons"');
    expect(await readPage(first.url, "/")).toContain('property="og:site_name" content="Straight &amp; Sons"');
    expect(await readPage(first.url, "/feed.xml")).toContain("<title>Straight &amp; Sons, ");
    expect(JSON.parse(await readPage(first.url, "/site.webmanifest"))).toMatchObject({ name: "Straight & Sons" });
    await newsroom.client.from("entries").delete().eq("collection", "identity");
    expect(await readPage(first.url, "/about")).toContain("| Plumbline</title>");
  });

  test("tells language, dates, founding year, legal form and whether strangers may sign up", async () => {
    const facts = { founded: 1998, dates: "numbers", legalLine: "Nordlicht GmbH, HRB 12345.", signUp: "closed" };
    const contact = { ...shipped.contact, timeZone: "Pacific/Kiritimati" };
    const office = { city: "Hamburg", street: "Kehrwieder 8", code: "20457", country: "DE" };
    const { client } = newsroom;
    await publish("languages", "main", { first: "de" });
    await publish("facts", "main", facts);
    await publish("contact", "main", { ...contact, offices: [office] });
    const post = { title: "Frueh", excerpt: "e", content: "<p>c</p>", published_at: "2026-01-01T20:30:00Z" };
    const { data } = await client.auth.getUser();
    expect((await client.from("blog_posts").insert({ ...post, created_by: data.user?.id })).error).toBeNull();
    expect(await readPage(first.url, "/blog/frueh"), "the day of the site's zone").toContain(">02.01.2026</time>");
    const home = await readPage(first.url, "/");
    for (const part of [
      '<html lang="de"',
      "Nordlicht GmbH, HRB 12345.",
      '"foundingDate":"1998"',
      '"inLanguage":"de"',
    ]) {
      expect(home).toContain(part);
    }
    expect(await readPage(first.url, "/feed.xml")).toContain("<language>de</language>");
    expect(await readPage(first.url, "/feed.atom")).toContain('xml:lang="de"');
    expect(JSON.parse(await readPage(first.url, "/feed.json"))).toMatchObject({ language: "de" });
    expect(await readPage(first.url, "/contact")).toContain("20457 Hamburg");
    const careers = await readPage(first.url, "/careers");
    expect(careers, "the office is gone, the place stays").toContain(
      '"addressLocality":"New York","addressCountry":"DE"',
    );
    const stranger = { email: "stranger@people.example", password: "correct-horse-9" };
    expect((await client.auth.signUp(stranger)).error?.code).toBe("signup_disabled");
    expect(await readPage(first.url, "/auth")).not.toContain("Sign up");
    await publish("facts", "main", { ...facts, dates: "long", legalLine: "", signUp: "open" });
    await client.from("blog_posts").delete().eq("slug", "frueh");
    for (const name of ["languages", "facts", "contact"]) await client.from("entries").delete().eq("collection", name);
    expect(await readPage(first.url, "/")).toContain('<html lang="en"');
  });

  test("adds own fields to the contact form, with and without scripts, and leaves bare calls alone", async () => {
    const budget = { label: "Budget", kind: "choice", answer: "required", options: ["Small", "Large"] };
    const consent = { label: "I agree to the terms", kind: "consent", answer: "required", options: [], link: "/terms" };
    await publish("form", "main", { fields: [budget, consent] });
    const page = await readPage(first.url, "/contact");
    expect(page).toMatch(/<select[^>]+name="own_1_budget"/);
    expect(page).toMatch(
      /type="checkbox"[^>]+name="own_2_i_agree_to_the_terms"|name="own_2_i_agree_to_the_terms"[^>]+type="checkbox"/,
    );
    const body = { name: "Kai", email: "kai@people.example", service: "Other", message: "A line." };
    const call = (sent: object) => newsroom.client.functions.invoke("send-contact-email", { body: sent });
    expect((await call(body)).error, "the specification's fields").toBeNull();
    expect((await call({ ...body, fields: {} })).error).not.toBeNull();
    const post = (more: Record<string, string>) =>
      fetch(`${first.url}/contact`, { method: "POST", body: new URLSearchParams({ ...body, ...more }) });
    expect((await post({})).status).toBe(400);
    expect((await post({ own_1_budget: "Large", own_2_i_agree_to_the_terms: "yes" })).status).toBe(200);
    await newsroom.client.from("entries").delete().eq("collection", "form");
    const { data } = await newsroom.client.from("contact_messages").select("other_fields").order("created_at");
    expect(data?.at(-1)?.other_fields).toMatchObject({ own_1_budget: "Large", own_1_budget_label: "Budget" });
  });

  test("adds to a list and can end by date", async () => {
    const [job] = shipped.jobs;
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await publish("jobs", "surveyor", { ...job, title: "Surveyor of lines", closes: day(2) });
    expect(await readPage(first.url, "/careers")).toContain("Surveyor of lines");
    expect(await readPage(first.url, "/contact?job=surveyor")).toContain(
      "I would like to apply for Surveyor of lines.",
    );
    await publish("jobs", "surveyor", { ...job, title: "Surveyor of lines", closes: day(-2) });
    expect(await readPage(first.url, "/careers")).not.toContain("Surveyor of lines");
  });

  test("of a case study gets a page, and is in lists, sitemap, search and structured data", async () => {
    const [study] = shipped["case-studies"];
    const gallery = [
      { picture: { picture: "post-cairn", alt: "Stones." }, caption: "Before and after.", device: "window" },
    ];
    await publish("case-studies", "quay-and-sons", { ...study, title: "A harbor in order", client: "Quay", gallery });
    const page = await readPage(first.url, "/work/quay-and-sons");
    expect(page).toContain("<title>A harbor in order | ");
    expect(page).toContain('"name":"A harbor in order"');
    expect(page).toMatch(/\/art\/post-cairn\..*<figcaption>Before and after\.<\/figcaption>/s);
    for (const path of ["/", "/work", "/sitemap", "/search?q=harbor"]) {
      expect(await readPage(first.url, path), path).toContain("A harbor in order");
    }
    expect(await readPage(first.url, "/sitemap.xml")).toContain("/work/quay-and-sons</loc>");
    expect(await readPage(first.url, "/work")).toContain("Four projects we can talk about.");
    await newsroom.client.from("entries").delete().eq("collection", "case-studies");
    expect((await fetch(`${first.url}/work/quay-and-sons`)).status).toBe(404);
  });

  test("of a service changes its page, Markdown, lists and the contact form's choice", async () => {
    const [, design] = shipped.services;
    await publish("services", "design", { ...design, title: "Drawing", lead: "We draw for {name}." });
    expect(await readPage(first.url, "/services/design")).toContain("We draw for Plumbline.");
    expect(await readPage(first.url, "/services/design.md")).toContain("# Drawing");
    for (const path of ["/", "/services", "/work", "/llms.txt"]) {
      expect(await readPage(first.url, path), path).toContain("Drawing");
    }
    const form = await readPage(first.url, "/contact?service=design");
    expect(form).toMatch(/<option[^>]* selected=""[^>]*>Drawing/);
    expect(form).toContain("I would like to talk about Drawing.");
    await newsroom.client.from("entries").delete().eq("collection", "services");
  });

  test("changes openings, search texts, legal texts and navigation", async () => {
    const search = { title: "Our people", description: "About {leaders} people." };
    await publish("page-about", "main", { ...shipped["page-about"], search, heading: "Straight since 2010." });
    const about = await readPage(first.url, "/about");
    expect(about).toContain("<title>Our people | ");
    expect(about).toContain('name="description" content="About four people."');
    expect(about).toMatch(/<h1>Straight since 2010.<\/h1>/);
    const sections = [{ title: "What holds", text: "Two things.\n\n- The line\n- The law of {name}" }];
    await publish("terms", "main", { ...shipped.terms, updated: "2026-03-01", sections });
    const terms = await readPage(first.url, "/terms");
    expect(terms).toMatch(/<h2[^>]*id="what-holds">What holds<\/h2><p>Two things.<\/p><ul><li>The line<\/li>/);
    expect(terms).toContain("March 1, 2026");
    expect(await readPage(first.url, "/sitemap.xml")).toContain("/terms</loc><lastmod>2026-03-01</lastmod>");
    const header = [...shipped.navigation.header, { label: "Join us", href: "/careers" }];
    await publish("navigation", "main", { ...shipped.navigation, header });
    // In the header and in the menu of phones.
    expect((await readPage(first.url, "/contact")).split(">Join us</a>")).toHaveLength(3);
    await newsroom.client.from("entries").delete().in("collection", ["page-about", "terms", "navigation"]);
  });

  test("words the newsletter form, or hides it wherever it is", async () => {
    const pages = ["/blog", "/blog/tag/research", "/authors/maud-ellery", `/blog/${posts[0]?.slug}`];
    const note = "Nothing goes out before spring.";
    for (const path of pages) expect(await readPage(first.url, path), path).toContain(shipped.newsletter.note);
    await publish("newsletter", "main", { ...shipped.newsletter, note });
    for (const path of pages) expect(await readPage(first.url, path), path).toContain(note);
    await publish("newsletter", "main", { ...shipped.newsletter, form: "hidden" });
    for (const path of pages) expect(await readPage(first.url, path), path).not.toMatch(/newsletter-form|type="email"/);
    await newsroom.client.from("entries").delete().eq("collection", "newsletter");
  });

  test("that is a saved answer is on no page, in no file and read by no visitor", async () => {
    await publish("answers", "price", { title: "Price", text: "Two days, for our eyes only" });
    const { anonKey } = await first.readKeys();
    for (const path of ["/rest/v1/entries?select=*", "/", "/newsroom/site.data", "/newsroom/messages.data"]) {
      const response = await fetch(first.url + path, { headers: { apikey: anonKey } });
      expect(await response.text(), path).not.toContain("our eyes only");
    }
    expect(await readFile(join(first.dataDir, "content.json"), "utf8")).not.toContain("our eyes only");
    await newsroom.client.from("entries").delete().eq("collection", "answers");
  });

  test("shows HTML in every field as text", async () => {
    const html = `<img src=x onerror=alert(1)>`;
    const [testimonial] = shipped.testimonials;
    await publish("testimonials", "html", { ...testimonial, quote: html, name: html, title: html, company: html });
    await publish("closing", "main", { title: html, text: html, action: "<script>go()</script>" });
    const page = await readPage(first.url, "/");
    expect(page).not.toContain("<img src=x");
    expect(page).not.toContain("<script>go()");
    expect(page.split("&lt;img src=x onerror=alert(1)&gt;").length - 1).toBeGreaterThanOrEqual(6);
    await newsroom.client.from("entries").delete().in("collection", ["testimonials", "closing"]);
  });

  test("that does not fit its schema changes nothing", async () => {
    const before = await readPage(first.url, "/about");
    await publish("figures", "main", { stats: "none" });
    await publish("leaders", "nobody", { name: 7 });
    expect(await readPage(first.url, "/about")).toBe(before);
    expect(first.log.some((line) => line.includes("an entry does not fit its schema"))).toBe(true);
  });

  test("that is hidden is on no page of any process, and its data reaches nobody", async () => {
    const [value] = shipped.values;
    if (!value) throw new Error("Values ship");
    const data = { ...value, text: "Not for strangers" };
    const row = { collection: "values", key: value.id, data, position: 100, hidden: true };
    expect((await newsroom.client.from("entries").insert(row)).error).toBeNull();
    expect(await readPage(first.url, "/about")).not.toContain(`>${value.title}<`);
    for (const site of [second, remote]) {
      const shown = async () => expect(await readPage(site.url, "/about")).not.toContain(`>${value.title}<`);
      await vi.waitFor(shown, { timeout: 90_000, interval: 50 });
    }
    const { anonKey } = await first.readKeys();
    for (const path of [
      "/rest/v1/entries?select=*",
      "/rest/v1/rpc/live_entries",
      "/about.data",
      "/newsroom/site.data",
    ]) {
      const response = await fetch(first.url + path, { headers: { apikey: anonKey } });
      expect(await response.text(), path).not.toContain("Not for strangers");
    }
    expect(await readFile(join(first.dataDir, "content.json"), "utf8")).not.toContain("Not for strangers");
    await newsroom.client.from("entries").delete().eq("collection", "values");
    expect(await readPage(first.url, "/about")).toContain(`>${value.title}<`);
  });

  test("appears at its time", async () => {
    const live_from = new Date(Date.now() + 3_000).toISOString();
    const data = { ...shipped.closing, title: "Winter opening" };
    const { error } = await newsroom.client
      .from("entries")
      .insert({ collection: "closing", key: "main", data, live_from });
    expect(error).toBeNull();
    expect(await readPage(first.url, "/")).not.toContain("Winter opening");
    for (const site of [first, second, remote]) await waitForPage(site.url, "/", "Winter opening");
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(live_from));
  });
});

test("a draft drops no page and reaches no visitor", async () => {
  await vi.waitFor(async () => expect(await isCached("/services")).toBe(true), { timeout: 30_000 });
  const data = { ...shipped.closing, title: "Not yet" };
  const { error } = await newsroom.client.from("entry_drafts").insert({ collection: "closing", key: "main", data });
  expect(error).toBeNull();
  expect(await isCached("/services")).toBe(true);
  expect(await readPage(first.url, "/")).not.toContain("Not yet");
});

test("a start without a backend shows what was live last, and nothing if that is not known", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-kept-"));
  await publish("figures", "main", {
    stats: [
      { figure: "77", label: "lines" },
      { figure: "2", label: "offices" },
    ],
  });
  await vi.waitFor(async () => expect(await readFile(join(first.dataDir, "content.json"), "utf8")).toContain('"77"'));
  await vi.waitFor(async () => expect(await readFile(join(first.dataDir, "posts.json"), "utf8")).toContain("balance"));
  const unreachable = { SUPABASE_URL: "http://localhost:9", SUPABASE_ANON_KEY: "a", SUPABASE_SERVICE_ROLE_KEY: "s" };
  const start = async () => {
    const site = await spawnSite({ ...unreachable, DATA_DIR: dataDir });
    onTestFinished(() => site.stop());
    return site.url;
  };
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const unknown = await start();
  for (const path of ["/", "/about", "/blog", "/feed.xml", "/no-such-page"]) {
    const response = await fetch(unknown + path);
    expect([path, response.status, response.headers.has("retry-after")]).toEqual([path, 503, true]);
    expect(await response.text(), path).not.toContain("Plumbline");
  }
  await writeFile(join(dataDir, "content.json"), await readFile(join(first.dataDir, "content.json")));
  const withContent = await start();
  expect(await readPage(withContent, "/about")).toContain("77</span> <span>lines");
  for (const path of ["/", "/blog", "/blog/balance-is-a-number", "/feed.xml", "/search?q=balance"]) {
    const response = await fetch(withContent + path);
    expect([path, response.status, response.headers.has("retry-after")]).toEqual([path, 503, true]);
  }
  await writeFile(join(dataDir, "posts.json"), await readFile(join(first.dataDir, "posts.json")));
  const withPosts = await start();
  for (const path of ["/", "/blog", "/sitemap", "/blog/tag/layout", "/authors/petra-okafor"]) {
    expect(await readPage(withPosts, path), path).toContain("Balance is a number");
  }
  expect((await fetch(`${withPosts}/search?q=balance`)).status, "only the database can search").toBe(503);
  expect(await readPage(withPosts, "/blog/balance-is-a-number")).toContain("Five smooth stones balanced in a stack.");
});

async function publish(collection: string, key: string, data: object): Promise<void> {
  const { client } = newsroom;
  const entry = client.from("entries");
  const changed = await entry.update({ data }).eq("collection", collection).eq("key", key).select("id");
  const { error } = changed.data?.length
    ? changed
    : await client.from("entries").insert({ collection, key, data, position: 100 });
  if (error) throw new Error(error.message, { cause: error });
}

/** Only responses that are not cached have a request id. */
async function isCached(path: string): Promise<boolean> {
  const response = await fetch(first.url + path);
  await response.text();
  return !response.headers.has("x-request-id");
}
