import { globSync } from "node:fs";
import type { Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { posts } from "../../content/posts.ts";
import { shipped } from "../../content/shipped.ts";
import { hydrate, launchBrowser, listenForComplaints } from "../fixtures/browser/browser.ts";
import { createPdf } from "../fixtures/mail/pdf.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { openNewsroom, readPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";
import { EAGER, MISSING, ROUTES } from "../fixtures/site/routes.ts";
import { graphOf } from "../fixtures/site/structured-data.ts";

let site: Awaited<ReturnType<typeof spawnSite>>;
let browser: Browser;
let english: Catalogue;
let german: Catalogue;

/** A site whose first language is German; its content stays English, so that the two are told apart. */
beforeAll(async () => {
  [english, german] = [await readCatalogues("en"), await readCatalogues("de")];
  site = await spawnSite(WITH_ADMIN);
  browser = await launchBrowser();
  const { client } = await openNewsroom(site.url, (await site.readKeys()).anonKey);
  const published = { collection: "languages", key: "main", data: { first: "de" } };
  await client.from("entries").insert(published).throwOnError();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const READ = ["alt", "ariaLabel", "placeholder", "title", "dataBefore", "dataAfter"];
const PAGES = [
  ...ROUTES.filter((path) => !EAGER.includes(path)),
  "/search?q=zyzzyva",
  ...MISSING.map(({ path }) => path),
];
/** What the owner wrote may say the same. */
const own = new Set(
  stringsIn([shipped, posts]).flatMap((text) => wordsOf(fromHtml(text, { fragment: true })).concat(text)),
);

describe("on a German site", () => {
  test.each(PAGES)("%s says nothing of the software in English", async (path) => {
    const html = await readPage(site.url, path);
    expect(html).toContain('<html lang="de"');
    expect(englishIn(html)).toEqual([]);
  });

  test("what machines read is German", async () => {
    const read = (path: string) => readPage(site.url, path);
    const nodes = graphOf(await read("/contact"));
    expect(nodes.find((node) => node["@type"] === "ContactPage")).toMatchObject({
      name: `Kontakt ${shipped.identity.name}`,
    });
    expect(JSON.stringify(nodes.find((node) => node["@type"] === "BreadcrumbList"))).toContain('"name":"Kontakt"');
    expect(await read("/llms.txt")).toMatch(/## Leistungen\n[^]+## Beiträge\n[^]+Offene Stellen\./);
    expect(await read("/feed.xml")).toContain("<language>de</language>");
    expect(await read("/site.webmanifest")).toContain('"lang":"de"');
    expect(await read("/.well-known/security.txt")).toContain("Preferred-Languages: de\n");
    expect(await (await fetch(`${site.url}/about`, { method: "PUT" })).text()).toContain("Diese Adresse beantwortet");
  });

  test("English words of the software would be found", async () => {
    const found = englishIn(await readPage(inject("siteUrl"), "/blog/tag/research"));
    expect(found).toEqual(
      expect.arrayContaining(["Skip to content", "Light or dark", "Open menu", "Subscribe to this tag"]),
    );
  });

  test.each(["/", "/blog", "/work/oakmere", "/search", "/nowhere"])("%s hydrates quietly", async (path) => {
    const page = await browser.newPage();
    const complaints = listenForComplaints(page);
    await page.goto(site.url + path);
    await hydrate(page);
    await page
      .getByRole("button", { name: "Menü öffnen" })
      .or(page.getByRole("link", { name: "Suche" }))
      .first()
      .waitFor();
    expect(complaints.filter((each) => !each.includes("404"))).toEqual([]);
    await page.close();
  });

  test("the form checks, sends and fails in German", async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/contact?service=design`);
    expect(await page.getByLabel("Nachricht").inputValue()).toContain("Ich möchte mit Ihnen über");
    await page.getByLabel("E-Mail").first().fill("nora@people");
    await page.getByRole("button", { name: "Nachricht senden" }).click();
    await page.getByText("Bitte nennen Sie uns Ihren Namen.").waitFor();
    await page.getByText("Diese Adresse ist nicht vollständig.").first().waitFor();
    await page.getByLabel("Vor- und Nachname").fill("Nora Berg");
    await page.getByLabel("E-Mail").first().fill("nora@people.example");
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/functions/"));
    await page.getByRole("button", { name: "Nachricht senden" }).click();
    expect((await sent).headers()["content-language"]).toBe("de");
    await expectToast(page, "Nachricht gesendet");
    await page.close();
  });

  test("the page of a job takes a PDF in German", async () => {
    const { client } = await openNewsroom(site.url, (await site.readKeys()).anonKey);
    const data = { ...shipped.facts, applications: "on" };
    await client.from("entries").insert({ collection: "facts", key: "main", data }).throwOnError();
    const [{ id: job } = expect.fail("no job")] = shipped.jobs;
    for (const path of [`/careers/${job}`, "/careers/nothing", "/careers"]) {
      expect(englishIn(await readPage(site.url, path)), path).toEqual([]);
    }
    expect(await readPage(site.url, "/privacy")).toContain("Wenn Sie sich bewerben");
    const page = await browser.newPage();
    await page.goto(`${site.url}/careers/${job}`);
    await page.getByLabel("Vor- und Nachname").fill("Nora Berg");
    await page.getByLabel("E-Mail").first().fill("nora-applied@people.example");
    const file = page.getByLabel("Ihre Bewerbung als PDF");
    await page.getByRole("button", { name: "Nachricht senden" }).click();
    await page.getByText("Bitte wählen Sie Ihre Bewerbung als PDF.").waitFor();
    await file.setInputFiles({ name: "Nora.pdf", mimeType: "application/pdf", buffer: Buffer.from(createPdf()) });
    await page.getByRole("button", { name: "Nachricht senden" }).click();
    await page.getByText("Ihre Bewerbung und Ihr PDF sind gespeichert.").waitFor();
    await page.close();
  });

  test("the option that is none of the services is German on the page and the same when it is sent", async () => {
    expect(await readPage(site.url, "/contact")).toContain('<option value="Other">Etwas anderes</option>');
  });

  test("without scripts the answer is German, too", async () => {
    const post = async (fields: Record<string, string>) =>
      (await fetch(`${site.url}/contact`, { method: "POST", body: new URLSearchParams(fields) })).text();
    expect(await post({ email: "kai@people" })).toContain("Bitte schreiben Sie ein oder zwei Sätze.");
    const message = { name: "Kai", email: "kai@people.example", service: "Other", message: "Eine Zeile." };
    expect(await post(message)).toContain("Nachricht gesendet");
  });

  test("a call of the function is answered in English unless it names a language", async () => {
    const { anonKey } = await site.readKeys();
    const call = async (more: Record<string, string>) => {
      const headers = { apikey: anonKey, "content-type": "application/json", ...more };
      const address = `${site.url}/functions/v1/send-contact-email`;
      return (await fetch(address, { method: "POST", headers, body: JSON.stringify({ name: "Kai" }) })).json();
    };
    expect(await call({})).toMatchObject({ fields: { message: "Please write a sentence or two." } });
    expect(await call({ "content-language": "de" })).toMatchObject({
      fields: { message: "Bitte schreiben Sie ein oder zwei Sätze." },
    });
  });

  test("an address that answers with one sentence answers in German", async () => {
    const response = await fetch(`${site.url}/about`, { method: "PUT" });
    expect(await response.text()).toBe("Diese Adresse beantwortet nur GET und HEAD.\n");
  });
});

describe("the newsroom of a German site", () => {
  const SCREENS = {
    "/newsroom": "Redaktion",
    "/newsroom/messages": "Nachrichten",
    "/newsroom/messages?folder=won": "Nachrichten",
    "/newsroom/numbers": "Zahlen",
    "/newsroom/pictures": "Bilder",
    "/newsroom/pictures?view=deleted": "Bilder",
    "/newsroom/redirects": "Weiterleitungen",
    "/newsroom/redirects?view=missing": "Weiterleitungen",
    "/newsroom/people": "Personen",
    "/newsroom/journal": "Protokoll",
    "/newsroom/download": "Alles herunterladen",
    "/newsroom/handbook/people": "Handbuch",
  };

  test("names its screens in German before scripts run", async () => {
    for (const [path, title] of Object.entries(SCREENS)) {
      const html = await readPage(site.url, path);
      expect(html, path).toContain(`<title>${title} | `);
      expect(englishIn(mainOf(html)), path).toEqual([]);
    }
  });

  test("says nothing of the software in English", async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/auth`);
    await page.getByLabel("E-Mail").first().fill(WITH_ADMIN.ADMIN_EMAIL);
    await page.getByLabel("Passwort", { exact: true }).fill(WITH_ADMIN.ADMIN_PASSWORD);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.waitForURL((url) => url.pathname !== "/auth");
    for (const [path, title] of Object.entries(SCREENS)) {
      await page.goto(site.url + path);
      await page.locator("main h1:not(.visually-hidden)").waitFor();
      await page.waitForLoadState("networkidle");
      expect(await page.title(), path).toContain(`${title} | `);
      expect(englishIn(mainOf(await page.content())), path).toEqual([]);
    }
    await page.close();
  });
});

const mainOf = (html: string) => /<main[^]*<\/main>/.exec(html)?.[0] ?? expect.fail("no main");

const englishIn = (html: string) =>
  wordsOf(fromHtml(html)).filter((text) => !own.has(text) && !german.has(text) && english.has(text));

async function expectToast(page: Page, title: string) {
  await page.locator(".toast", { hasText: title }).waitFor();
}

type Catalogue = { readonly has: (text: string) => boolean };

/** Short sentences with values are too much like any text. */
const MIN_LETTERS = 8;

/** All words of the software on public pages and in the newsroom. */
async function readCatalogues(language: string): Promise<Catalogue> {
  const root = new URL("../../", import.meta.url);
  const paths = globSync(`{app/{ui,contact,newsroom},content,domain,server}/**/messages/${language}.ts`, { cwd: root });
  const modules = await Promise.all(
    paths.map((path) => import(new URL(path, root).href) as Promise<{ words: unknown }>),
  );
  const texts = new Set<string>();
  const patterns: RegExp[] = [];
  for (const text of stringsIn(modules.map(({ words }) => words))) {
    if (!text.includes("⟦")) texts.add(text.trim());
    else if (text.replaceAll(/⟦\d⟧|\P{L}/gu, "").length >= MIN_LETTERS) patterns.push(patternOf(text.trim()));
  }
  return { has: (text) => texts.has(text) || patterns.some((pattern) => pattern.test(text)) };
}

const patternOf = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/⟦\d⟧/g, ".+")}$`, "s");

/** Functions get a mark for each of their values. */
function stringsIn(part: unknown): string[] {
  if (typeof part === "string") return [part];
  if (typeof part === "function") {
    const marks = Array.from({ length: part.length }, (_, index) => `⟦${index + 1}⟧`);
    return stringsIn((part as (...values: string[]) => unknown)(...marks));
  }
  return typeof part === "object" && part !== null ? Object.values(part).flatMap(stringsIn) : [];
}

/** What people read or hear of a page: texts and attributes. */
function wordsOf(node: Nodes): string[] {
  if (node.type === "text") return [node.value.replaceAll(/\s+/g, " ").trim()].filter(Boolean);
  if (!("children" in node)) return [];
  if (node.type !== "element") return node.children.flatMap(wordsOf);
  if (["script", "style", "noscript"].includes(node.tagName)) return [];
  const attributes = READ.flatMap((name) => node.properties[name] ?? []).map((value) => String(value).trim());
  return [...attributes.filter(Boolean), ...node.children.flatMap(wordsOf)];
}
