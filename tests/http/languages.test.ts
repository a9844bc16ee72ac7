import { createClient } from "@supabase/supabase-js";
import { DOMParser } from "@xmldom/xmldom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { createPdf } from "../fixtures/mail/pdf.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, readPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";
import { graphOf } from "../fixtures/site/structured-data.ts";

let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;
let inOneLanguage: Readonly<Record<string, string>>;

const UNCHANGED = [
  "/",
  "/about",
  "/services/design",
  "/sitemap.xml",
  "/robots.txt",
  "/feed.xml",
  "/llms.txt",
  "/no-such-page",
];

beforeAll(async () => {
  site = await spawnSite(WITH_ADMIN);
  const { anonKey, serviceRoleKey } = await site.readKeys();
  newsroom = await openNewsroom(site.url, anonKey);
  // As if the German samples had been stored before and deleted: these tests write their own texts.
  await createClient(site.url, serviceRoleKey)
    .rpc("seed_samples", { samples: { name: "language de" } })
    .throwOnError();
  inOneLanguage = await readAll();
});
afterAll(() => site.stop());

const see = (path: string) => readPage(site.url, path);
const statusOf = async (path: string) => (await get(site.url, path)).status;
const readAll = async () =>
  Object.fromEntries(await Promise.all(UNCHANGED.map(async (path) => [path, await see(path)] as const)));
const linksIn = (html: string) =>
  Array.from(
    html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"\/>/g),
    ([, tag, href]) => `${tag} ${href}`,
  );

test("a language that is not public changes no byte of any page", async () => {
  await languages("no");
  await translateHome();
  await translate("page-about", "main", { ...shipped["page-about"], heading: "Über uns" });
  await translate("figures", "main", shipped.figures);
  for (const { id, ...data } of shipped.values) await translate("values", id, data);
  expect(await readAll()).toEqual(inOneLanguage);
  for (const path of ["/de", "/de/about", "/de/feed.xml", "/de.data"]) expect(await statusOf(path), path).toBe(404);
});

test("a public language is at its address, in its language, and names the others", async () => {
  await languages("yes");
  const html = await see("/de");
  expect(html).toMatch(/<html lang="de"/);
  expect(html).toContain("Senkrecht");
  expect(html).toContain('href="/de/about"');
  expect(linksIn(html)).toEqual([`en ${site.url}/`, `de ${site.url}/de`, `x-default ${site.url}/`]);
  expect(linksIn(await see("/"))).toEqual(linksIn(html));
  expect(html).toContain(`<link rel="canonical" href="${site.url}/de"/>`);
  expect(html).toContain('property="og:locale" content="de_DE"');
  const home = graphOf(html).find((node) => node["@type"] === "WebSite");
  expect(home).toMatchObject({ inLanguage: "de", url: `${site.url}/de` });
  expect((await get(site.url, "/de/")).headers.location).toBe("/de");
  expect(await statusOf("/de.hydrate.js")).toBe(200);
  expect(await statusOf("/de.data")).toBe(200);
  expect(await statusOf("/de/about.data")).toBe(200);
  expect(await statusOf("/DE")).toBe(404);
});

test("the switcher keeps the place, without scripts, and names its language", async () => {
  await translate("services", "design", { ...entryOf("services", "design"), title: "Gestaltung" }, "gestaltung");
  await translate("page-service", "main", shipped["page-service"]);
  for (const { id, ...data } of shipped.phases) await translate("phases", id, data);
  for (const { id, ...data } of shipped["service-details"]) await translate("service-details", id, data);
  const english = await see("/services/design");
  expect(english).toMatch(/<a href="\/de\/services\/gestaltung" lang="de" hrefLang="de"[^>]*>Deutsch<\/a>/i);
  const german = await see("/de/services/gestaltung");
  expect(german).toMatch(/<a href="\/services\/design" lang="en" hrefLang="en"[^>]*>English<\/a>/i);
  expect(await see("/services/conversion")).not.toContain('hrefLang="de"');
});

test("a translated job has its page and form at the address of its language, and the message its own words", async () => {
  const data = { ...shipped.facts, applications: "on" };
  await newsroom.client.from("entries").insert({ collection: "facts", key: "main", data }).throwOnError();
  const job = { ...entryOf("jobs", "analytics-specialist"), title: "Fachkraft für Analytik" };
  await translate("jobs", "analytics-specialist", job);
  const path = "/de/careers/analytics-specialist";
  const page = await see(path);
  expect(page).toContain(`action="${path}#sent-title"`);
  expect(page).toContain(`"url":"${site.url}${path}"`);
  expect(page).toContain(`"logo":"${site.url}/icons/icon-512.png"`);
  expect(page).toMatch(/<a href="\/careers\/analytics-specialist" lang="en"/i);
  expect(await see("/de/careers/ux-ui-designer")).toContain("Stelle nicht gefunden");
  const post = async (to: string, fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return (await fetch(site.url + to, { method: "POST", body })).text();
  };
  const ada = { name: "Ada", email: "ada@people.example", message: "Ich messe zuerst." };
  const file = new File([createPdf({ size: 200_000 })], "cv.pdf");
  expect(await post(path, { ...ada, service: "Other" })).toContain("Bitte wählen Sie Ihre Bewerbung als PDF.");
  expect(await post(path, { ...ada, service: "Other", file })).toContain(
    "Ihre Bewerbung und Ihr PDF sind gespeichert.",
  );
  // The services of a form are those of its language.
  expect(await post("/de/contact", { ...ada, service: "Gestaltung" })).not.toContain(
    "Bitte wählen Sie, worum es geht.",
  );
  const stored = await newsroom.client.from("contact_messages").select("service, other_fields").order("created_at");
  expect(stored.data).toEqual([
    { service: "Other", other_fields: { job: job.title } },
    { service: "Gestaltung", other_fields: {} },
  ]);
  await newsroom.client.from("entries").delete().match({ collection: "facts", key: "main" }).throwOnError();
});

test("a page that is not translated is not there, and offers the language that has it", async () => {
  const missing = await get(site.url, "/de/careers");
  expect(missing.status).toBe(404);
  expect(missing.body.toString()).toMatch(
    /<a class="link" href="\/careers" lang="en" hrefLang="en">This page in English<\/a>/,
  );
  expect(await see("/de")).not.toContain('href="/de/careers"');
  expect(await see("/de/no-such-page-anywhere")).not.toContain("This page in English");
});

test("a link to the slug of the original leads to that of the translation", async () => {
  const moved = await get(site.url, "/de/services/design");
  expect([moved.status, moved.headers.location]).toEqual([302, `${site.url}/de/services/gestaltung`]);
});

test("no language is chosen for a visitor, and the offer is in the page for everybody", async () => {
  const plain = await get(site.url, "/");
  const german = await get(site.url, "/", { "accept-language": "de" });
  expect([german.status, german.headers.etag]).toEqual([200, plain.headers.etag]);
  expect(plain.body.toString()).toMatch(
    /class="language-offer" data-language="de" hidden=""[^>]*><a href="\/de"[^>]*>Diese Seite auf Deutsch/,
  );
});

test("the newsroom, the editor and previews have no language in their address", async () => {
  for (const path of ["/newsroom", "/newsroom/site", "/blog/new"]) {
    const { status, headers } = await get(site.url, `/de${path}?x=1`);
    expect([status, headers.location], path).toEqual([301, `${path}?x=1`]);
  }
  for (const path of ["/de/auth", "/de/account"]) expect(await statusOf(path), path).toBe(200);
});

test.each([
  ["/about", "This address only answers GET and HEAD.\n"],
  ["/de/about?x=1", "Diese Adresse beantwortet nur GET und HEAD.\n"],
  ["/de/%00", "Diese Adresse ist fehlerhaft.\n"],
])("an answer that is no page speaks the language of its address: %s", async (path, answer) => {
  const response = await fetch(site.url + path, { method: "PUT" });
  expect(await response.text()).toBe(answer);
});

test("posts are listed, found, fed and joined by language", async () => {
  const original = await newsroom.publish({ title: "Two ways to hang a line" });
  await newsroom.publish({ title: "Zwei Wege", locale: "de", translation_of: original.id, category: "Gestaltung" });
  for (const name of ["page-blog", "page-post"] as const) await translate(name, "main", shipped[name]);
  expect(await see("/de/blog")).toContain("Zwei Wege");
  expect(await see("/blog")).not.toContain("Zwei Wege");
  expect(await see("/de/feed.xml")).toContain(`<link>${site.url}/de/blog/zwei-wege</link>`);
  expect(await see("/de/feed.xml")).toContain("<language>de</language>");
  expect(await see("/feed.xml")).not.toContain("zwei-wege");
  const post = await see("/de/blog/zwei-wege");
  const links = [`en ${site.url}/blog/two-ways-to-hang-a-line`, `de ${site.url}/de/blog/zwei-wege`];
  expect(linksIn(post)).toEqual([...links, `x-default ${site.url}/blog/two-ways-to-hang-a-line`]);
  expect(await statusOf("/blog/zwei-wege")).toBe(404);
  expect((await get(site.url, `/de/blog/${original.slug}`)).headers.location).toBe(`${site.url}/de/blog/zwei-wege`);
  expect(await see("/de/blog/zwei-wege.md")).toContain(`${site.url}/de/blog/zwei-wege`);
  const list = await see("/de/llms.txt");
  expect(list).toContain(`${site.url}/de/blog/zwei-wege.md`);
  expect(list).toContain("## Beiträge");
  expect(await see("/.well-known/security.txt")).toContain("Preferred-Languages: en, de\n");
});

test("share cards of a language are drawn from its texts", async () => {
  for (const path of ["/de", "/de/services/gestaltung", "/de/blog/zwei-wege"]) {
    const [, card = ""] = /property="og:image" content="([^"]+)"/.exec(await see(path)) ?? [];
    expect(new URL(card).pathname).toMatch(/^\/share\/de/);
    expect(await statusOf(new URL(card).pathname), path).toBe(200);
  }
});

test("hreflang is the same in head and sitemaps, as an XML parser reads them, and each page is named back", async () => {
  const robots = await see("/robots.txt");
  const maps = Array.from(robots.matchAll(/Sitemap: (.*)/g), ([, address = ""]) => new URL(address).pathname);
  expect(maps).toEqual(["/sitemap.xml", "/de/sitemap.xml"]);
  const named = new Map<string, string[]>();
  for (const map of maps) for (const [address, links] of readSitemap(await see(map))) named.set(address, links);
  expect([...named.keys()].filter((address) => address.includes("/de")).length).toBeGreaterThan(3);
  for (const [address, links] of named) {
    if (links.length > 0)
      expect(
        links.some((link) => link.endsWith(` ${address}`)),
        address,
      ).toBe(true);
    for (const link of links) expect(named.get(link.split(" ")[1] ?? ""), link).toEqual(links);
    expect(linksIn(await see(new URL(address).pathname)), address).toEqual(links);
  }
});

test("a public language cannot be taken apart; hidden again, it is gone and the pages are as before", async () => {
  const { error } = await newsroom.client.from("entries").delete().match({ collection: "footer", locale: "de" });
  expect(error?.message).toContain("Hide the language first.");
  await languages("no");
  expect(await statusOf("/de")).toBe(404);
  expect(await see("/about")).toBe(inOneLanguage["/about"]);
});

/** The addresses of a sitemap, each with "de https://…" of its languages. */
function readSitemap(xml: string): readonly (readonly [string, string[]])[] {
  const document = new DOMParser({
    errorHandler: (_: string, message: string) => expect.fail(message),
  }).parseFromString(xml, "text/xml");
  const urls = document.getElementsByTagNameNS("http://www.sitemaps.org/schemas/sitemap/0.9", "url");
  return Array.from(urls, (url) => {
    const loc = url.getElementsByTagNameNS("http://www.sitemaps.org/schemas/sitemap/0.9", "loc")[0];
    const links = Array.from(url.getElementsByTagNameNS("http://www.w3.org/1999/xhtml", "link"));
    return [
      loc?.textContent ?? "",
      links.map((link) => `${link.getAttribute("hreflang")} ${link.getAttribute("href")}`),
    ] as const;
  });
}

async function languages(isPublic: "yes" | "no") {
  await store("languages", "main", "", { first: "en", others: [{ tag: "de", public: isPublic }] });
}

async function translateHome() {
  await translate("identity", "main", { ...shipped.identity, tagline: "Senkrecht seit Jahren" });
  for (const name of ["navigation", "footer", "page-home", "closing"] as const)
    await translate(name, "main", shipped[name]);
}

const translate = (collection: string, key: string, data: object, slug?: string) =>
  store(collection, key, "de", data, slug);

async function store(collection: string, key: string, locale: string, data: object, slug?: string) {
  const at = { collection, key, locale };
  const row = { data, ...(slug && { slug }) };
  const rows = () => newsroom.client.from("entries");
  const changed = await rows().update(row).match(at).select("id");
  const { error } = changed.data?.length ? changed : await rows().insert({ ...at, ...row });
  if (error ?? changed.error) throw new Error((error ?? changed.error)?.message);
}

function entryOf(collection: "services" | "jobs", key: string): object {
  const entries: readonly { readonly id: string }[] = shipped[collection];
  const { id: _id, ...data } = entries.find(({ id }) => id === key) ?? { id: "" };
  return data;
}
