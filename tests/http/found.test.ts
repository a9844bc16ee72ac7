import { XMLParser, XMLValidator } from "fast-xml-parser";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, WITH_ADMIN } from "../fixtures/site/newsroom.ts";
import { ROUTES } from "../fixtures/site/routes.ts";
import { graphOf } from "../fixtures/site/structured-data.ts";

const NOT_INDEXED = /^\/(auth(?!ors)|account|newsroom|search|messages|blog\/new|blog\?category=Nobody)/;
const indexed = ROUTES.filter((route) => !NOT_INDEXED.test(route));
const AWKWARD = 'Tom & Jerry’s <b>"5 > 4"</b> \u0001 ]]> test';

let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;
const read = async (path: string) => (await get(site.url, path)).body.toString();

beforeAll(async () => {
  site = await spawnSite(WITH_ADMIN);
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
  await newsroom.publish({
    title: "Tom & Jerry’s “5 > 4”",
    excerpt: 'With & < > "',
    tags: ["a&b"],
    category: "Field Notes",
  });
});
afterAll(() => site.stop());

describe("the head of a page", () => {
  test.each(indexed)("%s has a canonical URL, a share card and structured data", async (route) => {
    const html = await read(route);
    expect(html).toContain(`<link rel="canonical" href="${site.url}${route === "/" ? "/" : route}"/>`);
    for (const name of ["og:title", "og:description", "og:url", "og:image"]) {
      expect(html, name).toMatch(new RegExp(`<meta property="${name}" content="[^"]+"`));
    }
    for (const node of graphOf(html))
      for (const field of REQUIRED[node["@type"]] ?? []) expect(node, field).toHaveProperty(field);
  });

  test.each([
    ["/contact?service=design&job=designer", "/contact"],
    ["/blog?page=1", "/blog"],
    ["/blog?page=first&utm_source=x", "/blog"],
    ["/blog?page=01&category=Design", "/blog?category=Design"],
  ])("the canonical URL of %s is %s", async (asked, known) => {
    expect(await read(asked)).toContain(`<link rel="canonical" href="${site.url}${known}"/>`);
  });

  test("the title of a list names its category and page", async () => {
    expect(await read("/blog?category=Design")).toMatch(/<title>[^<]*, Design \| /);
  });

  test("a noindex page has no share card and no structured data", async () => {
    for (const route of ROUTES.filter((one) => NOT_INDEXED.test(one))) {
      const html = await read(route);
      expect(html, route).toContain('<meta name="robots" content="noindex"');
      expect(html, route).not.toContain("og:title");
      expect(html, route).not.toContain("ld+json");
    }
  });

  test.each([
    ["/", ["Organization", "WebSite"]],
    ["/services/design", ["Service", "BreadcrumbList"]],
    ["/work/" + ROUTES.find((route) => route.startsWith("/work/"))?.slice(6), ["CreativeWork", "BreadcrumbList"]],
    ["/blog/balance-is-a-number", ["BlogPosting", "BreadcrumbList"]],
    ["/careers", ["JobPosting", "JobPosting", "JobPosting", "BreadcrumbList"]],
    ["/contact", ["ContactPage", "Organization", "BreadcrumbList"]],
    ["/about", ["Organization", "Person", "Person", "Person", "Person", "BreadcrumbList"]],
  ])("%s is described as %j", async (route, types) => {
    expect(graphOf(await read(route)).map((node) => node["@type"])).toEqual(types);
  });

  test("the share card is a 1200 × 630 picture and exists only at its own URL", async () => {
    const path = await cardOf("/blog/tom-jerrys-5-4");
    const card = await get(site.url, path);
    expect(card.headers["content-type"]).toBe("image/jpeg");
    expect(card.headers["cache-control"]).toContain("immutable");
    expect(await sharp(card.body).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect((await get(site.url, path.replace(/[0-9a-f]{12}/, "000000000000"))).status).toBe(404);
  });

  test("every title has a share card", async () => {
    for (const title of ["One\nword\na\nline\nas\nin\na\npoem", "W".repeat(200), "鉛錘線".repeat(60), "\u200b"]) {
      const { id, slug } = await newsroom.publish({ title, slug: "a-hard-title" });
      const card = await get(site.url, await cardOf(`/blog/${slug}`));
      expect(await sharp(card.body).metadata(), title).toMatchObject({ width: 1200, height: 630 });
      await newsroom.remove(id);
    }
  });

  test("the share card of a withdrawn post is a 404", async () => {
    const { id, slug } = await newsroom.publish({ title: "Said too early" });
    const card = await cardOf(`/blog/${slug}`);
    expect((await get(site.url, card)).status).toBe(200);
    await newsroom.change(id, { status: "draft" });
    expect((await get(site.url, card)).status).toBe(404);
  });
});

describe("feeds", () => {
  test("the RSS feed has the required elements", async () => {
    const { channel } = parse(await read("/feed.xml")).rss;
    expect(channel).toMatchObject({
      title: expect.any(String),
      link: `${site.url}/blog`,
      description: expect.any(String),
    });
    expect(channel.item.length).toBeGreaterThanOrEqual(4);
    for (const item of channel.item) {
      expect(item.title && item.link && item.description).toBeTruthy();
      expect(new Date(item.pubDate).toUTCString()).toBe(item.pubDate);
      expect((await get(site.url, item.link.slice(site.url.length))).status).toBe(200);
    }
    expect(channel.item[0].title).toBe("Tom & Jerry’s “5 > 4”");
  });

  test("the Atom feed has the required elements", async () => {
    const { feed } = parse(await read("/feed.atom"));
    expect(feed.id && feed.title).toBeTruthy();
    expect(new Date(feed.updated).toISOString()).toBe(feed.updated);
    const ids = feed.entry.map((entry: { id: string }) => entry.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain(`${site.url}/blog/1`);
    for (const entry of feed.entry) {
      expect(entry.title && entry.author.name && entry.summary && entry.content).toBeTruthy();
      expect(new Date(entry.updated).toISOString()).toBe(entry.updated);
    }
  });

  test("the JSON feed has the required members", async () => {
    const feed = JSON.parse(await read("/feed.json"));
    expect(feed).toMatchObject({ version: "https://jsonfeed.org/version/1.1", feed_url: `${site.url}/feed.json` });
    for (const item of feed.items) expect(item.id && item.url && item.content_html && item.date_published).toBeTruthy();
  });

  test("a category has its own feed, and an unused one has none", async () => {
    const { channel } = parse(await read("/feed/field-notes.xml")).rss;
    expect([channel.item].flat().map(({ title }) => title)).toEqual(["Tom & Jerry’s “5 > 4”"]);
    expect((await get(site.url, "/feed/nobody.xml")).status).toBe(404);
  });

  test("feeds contain the exact times of a stored post, including a second change on one day", async () => {
    const published_at = "2026-01-01T05:05:07.123Z";
    const { id } = await newsroom.publish({ title: "Just after midnight", category: "Clocks", published_at });
    for (const content of ["<p>Once.</p>", "<p>Twice.</p>"]) {
      await newsroom.change(id, { content });
      const changed = await lastChangeOf(id);
      const { channel } = parse(await read("/feed/clocks.xml")).rss;
      expect(channel.lastBuildDate).toBe(changed.toUTCString());
      expect(channel.item).toMatchObject({ pubDate: "Thu, 01 Jan 2026 05:05:07 GMT", "content:encoded": content });
      const { feed } = parse(await read("/feed/clocks.atom"));
      expect(feed.updated).toBe(changed.toISOString());
      expect(feed.entry).toMatchObject({ published: published_at, updated: changed.toISOString() });
      const [item] = JSON.parse(await read("/feed/clocks.json")).items;
      expect(item).toMatchObject({ date_published: published_at, date_modified: changed.toISOString() });
    }
  });

  test("a post keeps its feed id when its slug changes", async () => {
    const { id } = await newsroom.publish({ title: "Before the move", category: "Moves" });
    const before = await readIds("/feed/moves");
    await newsroom.change(id, { slug: "after-the-move" });
    expect(await readIds("/feed/moves")).toEqual(before);
    expect(new Set(before).size).toBe(1);
    const { headers } = await get(site.url, before[0]?.slice(site.url.length) ?? "");
    expect(headers.location).toBe("/blog/after-the-move");
  });

  test("links in feeds are absolute, and code samples do not change", async () => {
    const code = '<code>&#x3C;a href="/contact"></code>';
    const content = `<p><a href="../work">Work</a> <a href="#part">Part</a> ${code}</p>`;
    await newsroom.publish({ title: "Leading on", category: "Links", content });
    const shown = `<p><a href="${site.url}/work">Work</a> <a href="${site.url}/blog/leading-on#part">Part</a> ${code}</p>`;
    expect(parse(await read("/feed/links.xml")).rss.channel.item["content:encoded"]).toBe(shown);
    expect(parse(await read("/feed/links.atom")).feed.entry.content["#text"]).toBe(shown);
    expect(JSON.parse(await read("/feed/links.json")).items[0].content_html).toBe(shown);
    expect(await read("/blog/leading-on.md")).toContain(
      `[Work](${site.url}/work) [Part](${site.url}/blog/leading-on#part) \`<a href="/contact">\``,
    );
  });

  test("characters that XML does not allow are removed", async () => {
    const post = await newsroom.publish({
      title: AWKWARD,
      excerpt: AWKWARD,
      tags: [AWKWARD.slice(0, 30)],
      author_name: AWKWARD,
    });
    for (const path of ["/feed.xml", "/feed.atom", "/sitemap.xml"]) {
      const xml = await read(path);
      expect(XMLValidator.validate(xml), path).toBe(true);
      expect(xml).toContain(post.slug);
    }
    expect(graphOf(await read(`/blog/${post.slug}`))[0]).toMatchObject({ "@type": "BlogPosting" });
  });
});

describe("sitemaps and files", () => {
  test("the sitemap lists every indexable page, and each exists", async () => {
    const { url } = parse(await read("/sitemap.xml")).urlset;
    const listed: string[] = url.map(({ loc }: { loc: string }) => loc.slice(site.url.length));
    const pages = indexed.filter((route) => !route.includes("?"));
    expect(listed).toEqual(expect.arrayContaining([...pages]));
    expect(new Set(listed).size).toBe(listed.length);
    for (const path of listed) expect((await get(site.url, path)).status, path).toBe(200);
    for (const entry of url.slice(0, 40)) {
      const picture: string | undefined = entry["image:image"]?.["image:loc"];
      if (picture) expect((await get(site.url, picture.slice(site.url.length))).status, picture).toBe(200);
    }
  });

  test("a change to an older post updates lastmod of its page and of the pages that list it", async () => {
    const { id, slug } = await newsroom.publish({ title: "Changed once more" });
    await newsroom.publish({ title: "Published after it" });
    await newsroom.change(id, { content: "<p>Changed.</p>" });
    const { url } = parse(await read("/sitemap.xml")).urlset;
    const dated = url.filter(({ loc }: { loc: string }) =>
      [`/blog/${slug}`, "/blog", "/"].includes(loc.slice(site.url.length)),
    );
    const changed = (await lastChangeOf(id)).toISOString();
    expect(dated.map(({ lastmod }: { lastmod: string }) => lastmod)).toEqual([changed, changed, changed]);
  });

  test("beyond a thousand posts the sitemap becomes an index", async () => {
    await newsroom.publishMany(1_000);
    const { sitemap } = parse(await read("/sitemap.xml")).sitemapindex;
    expect(sitemap.map(({ loc }: { loc: string }) => loc.slice(site.url.length))).toEqual([
      "/sitemap-0.xml",
      "/sitemap-1.xml",
      "/sitemap-2.xml",
    ]);
    const counts = [];
    for (const { loc } of sitemap)
      counts.push([parse(await read(loc.slice(site.url.length))).urlset.url].flat().length);
    expect(counts.slice(1)[0]).toBe(1_000);
    expect((await get(site.url, "/sitemap-3.xml")).status).toBe(404);
  });

  test("robots.txt, the manifest, security.txt and llms.txt exist", async () => {
    expect(await read("/robots.txt")).toContain(`Sitemap: ${site.url}/sitemap.xml`);
    const { icons } = JSON.parse(await read("/site.webmanifest"));
    for (const { src } of icons) expect((await get(site.url, src)).status, src).toBe(200);
    const expires = new Date(/^Expires: (.*)$/m.exec(await read("/.well-known/security.txt"))?.[1] ?? "").getTime();
    expect(expires).toBeGreaterThan(Date.now() + 30 * 86_400_000);
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
    const links = Array.from((await read("/llms.txt")).matchAll(/\]\(([^)]+)\)/g), ([, link = ""]) =>
      link.slice(site.url.length),
    );
    expect(links.length).toBeGreaterThan(12);
    for (const link of links) expect((await get(site.url, link)).status, link).toBe(200);
    expect(await read("/services/strategy.md")).toMatch(/^# Strategy & Consulting\n/);
    expect(await read("/blog/balance-is-a-number.md")).toMatch(/^# Balance is a number\n[\s\S]*\n## /);
  });
});

/** The properties that Google asks for, by type. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  BlogPosting: ["headline", "image", "datePublished", "dateModified", "author", "publisher"],
  BreadcrumbList: ["itemListElement"],
  JobPosting: ["title", "description", "datePosted", "hiringOrganization", "jobLocation", "employmentType"],
  Organization: ["name", "url", "logo"],
  Person: ["name", "jobTitle"],
  Service: ["name", "provider", "description"],
  CreativeWork: ["name", "description", "creator"],
  WebSite: ["name", "url", "potentialAction"],
  ContactPage: ["name", "url"],
};

async function cardOf(page: string): Promise<string> {
  const address = /property="og:image" content="([^"]+)"/.exec(await read(page))?.[1] ?? "";
  return address.slice(site.url.length);
}

async function lastChangeOf(id: number): Promise<Date> {
  const { data } = await newsroom.client.from("blog_posts").select("updated_at").eq("id", id).single();
  return new Date(data?.updated_at);
}

/** Of a feed with one entry, in each of its formats. */
async function readIds(path: string): Promise<string[]> {
  const { channel } = parse(await read(`${path}.xml`)).rss;
  const { feed } = parse(await read(`${path}.atom`));
  const { items } = JSON.parse(await read(`${path}.json`));
  expect(channel.item.guid["@_isPermaLink"]).toBe("true");
  return [channel.item.guid["#text"], feed.entry.id, items[0].id];
}

function parse(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false, htmlEntities: true }).parse(xml);
}
