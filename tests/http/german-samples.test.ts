import type { Root, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { openNewsroom, readPage, waitForPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

let site: Awaited<ReturnType<typeof spawnSite>>;

const PATIENT = { timeout: 60_000, interval: 200 };

/** German is added, what comes with the site in German is stored by that, and then it is public. */
beforeAll(async () => {
  site = await spawnSite(WITH_ADMIN);
  const { client } = await openNewsroom(site.url, (await site.readKeys()).anonKey);
  const german = (isPublic: "yes" | "no") => ({ first: "en", others: [{ tag: "de", public: isPublic }] });
  const entry = { collection: "languages", key: "main", data: german("no") };
  await client.from("entries").insert(entry).throwOnError();
  const posts = () => client.from("blog_posts").select("id", { count: "exact", head: true }).eq("locale", "de");
  await vi.waitFor(async () => {
    if ((await posts()).count !== 3) throw new Error("The German posts are not stored yet");
  }, PATIENT);
  await client
    .from("entries")
    .update({ data: german("yes") })
    .eq("collection", "languages")
    .throwOnError();
  await waitForPage(site.url, "/de", '<html lang="de"');
});
afterAll(() => site.stop());

const locationsIn = (sitemap: string) =>
  Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = ""]) => new URL(address).pathname);

test("each page of the site is there in German too", async () => {
  const [english, german] = await Promise.all(
    ["/sitemap.xml", "/de/sitemap.xml"].map((path) => readPage(site.url, path)),
  );
  const isPage = (path: string) => !/\/blog\/tag\//.test(path);
  expect(locationsIn(german ?? "").filter(isPage)).toHaveLength(locationsIn(english ?? "").filter(isPage).length);
});

test("no text of a German page is the English one", async () => {
  const found: string[] = [];
  for (const path of locationsIn(await readPage(site.url, "/de/sitemap.xml"))) {
    const html = await readPage(site.url, path);
    expect(html, path).toContain('<html lang="de"');
    const [, original] = /<link rel="alternate" hreflang="en" href="([^"]+)"/.exec(html) ?? [];
    if (!original) continue;
    const english = textsIn(await readPage(site.url, new URL(original).pathname));
    for (const text of textsIn(html)) if (english.has(text) && !NAMES.test(text)) found.push(`${path}: ${text}`);
  }
  expect(found).toEqual([]);
});

/** People, clients, places, networks and figures. */
const NAMES =
  /^(?:[\p{Lu}\d][\p{L}’.&-]*[ ,.]*)+$|^\+?[\d.,]+|@|^©|\d{5}|^(?:Oakmere|Tallis Mutual|Harrow Lane)\b|^Floor \d|^Portraits: |^\S+ \S+ \| Plumbline$/u;

/** What people read or hear in a page, apart from parts that are in another language on purpose. */
function textsIn(html: string): ReadonlySet<string> {
  const texts = new Set<string>();
  const add = (text: unknown) => {
    const plain = typeof text === "string" ? text.replace(/\s+/g, " ").trim() : "";
    if (/\p{L}{2}.*\s.*\p{L}/u.test(plain)) texts.add(plain);
  };
  const visit = (node: Root | RootContent): void => {
    if (node.type === "text") return add(node.value);
    if (node.type !== "element" && node.type !== "root") return;
    if (node.type === "element") {
      const { tagName, properties } = node;
      if (
        ["script", "style", "noscript", "code", "pre"].includes(tagName) ||
        (properties["lang"] && tagName !== "html")
      )
        return;
      for (const name of ["alt", "title", "placeholder", "ariaLabel"]) add(properties[name]);
      if (tagName === "meta" && properties["name"] === "description") add(properties["content"]);
    }
    for (const child of node.children) visit(child);
  };
  visit(fromHtml(html));
  return texts;
}
