import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictures } from "../../content/pictures.ts";
import { shipped } from "../../content/shipped.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, WITH_ADMIN } from "../fixtures/site/newsroom.ts";
import { graphOf } from "../fixtures/site/structured-data.ts";

let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;
const read = async (path: string) => (await get(site.url, path)).body.toString();

beforeAll(async () => {
  site = await spawnSite(WITH_ADMIN);
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
});
afterAll(() => site.stop());

test("a post's own search texts, original and card are in its head, and the sitemap leaves it out", async () => {
  const picture = `${pictures.hero.src}-800.webp`;
  const original = "https://elsewhere.example/first?a=1&b=2";
  const { id, slug } = await newsroom.publish({
    title: "Said elsewhere first",
    search_title: "Found by <this> title",
    search_description: 'Found by "this" text.',
    canonical_url: original,
    card_url: picture,
  });
  const html = await read(`/blog/${slug}`);
  expect(html).toContain("<title>Found by &lt;this&gt; title | Plumbline</title>");
  expect(html).toContain('<meta name="description" content="Found by &quot;this&quot; text."');
  expect(html).toContain('property="og:title" content="Found by &lt;this&gt; title"');
  expect(html).toContain('<link rel="canonical" href="https://elsewhere.example/first?a=1&amp;b=2"/>');
  expect(html).toMatch(/<h1[^>]*>Said elsewhere first<\/h1>/);
  expect(graphOf(html)[0]).toMatchObject({
    headline: "Said elsewhere first",
    description: 'Found by "this" text.',
    url: original,
  });
  const card = sharp((await get(site.url, await cardOf(`/blog/${slug}`))).body);
  const { width, height, data } = await readPixels(card);
  expect([width, height]).toEqual([1200, 630]);
  const expected = sharp((await get(site.url, picture)).body).resize(1200, 630, {
    fit: "cover",
    position: "attention",
  });
  expect(Math.abs((await readPixels(expected)).mean - mean(data))).toBeLessThan(4);
  expect(await read("/sitemap.xml")).not.toContain(`/blog/${slug}<`);
  await newsroom.change(id, { canonical_url: "" });
  expect(await read("/sitemap.xml")).toContain(`/blog/${slug}<`);
});

test.each([
  { search_title: "x".repeat(121) },
  { search_description: "x".repeat(321) },
  { canonical_url: "/a-path" },
  { canonical_url: "javascript:alert(1)" },
  { canonical_url: "https://with space.example" },
  { card_url: "//elsewhere.example/a.webp" },
  { authors: ["Not a key"] },
])("the database refuses %j", async (fields) => {
  await expect(newsroom.publish({ title: "Refused", ...fields })).rejects.toThrow(/violates check constraint/);
});

test("a card from another site is not used", async () => {
  const { id, slug } = await newsroom.publish({
    title: "Foreign card",
    card_url: "https://elsewhere.example/a.webp",
  });
  expect((await get(site.url, await cardOf(`/blog/${slug}`))).status).toBe(200);
  expect(await read(`/blog/${slug}`)).not.toContain("elsewhere.example");
  await newsroom.remove(id);
});

test("services and case studies have search texts of their own", async () => {
  const entries = [
    { collection: "services", path: "/services/", entry: shipped.services.find(({ id }) => id === "design") },
    { collection: "services", path: "/services/", entry: shipped.services.find(({ id }) => id === "strategy") },
    { collection: "case-studies", path: "/work/", entry: shipped["case-studies"][0] },
  ];
  for (const { collection, path, entry } of entries) {
    const { id: key = "", ...data } = entry ?? {};
    const search = { title: "Found by this", description: "And by that.", canonical: "https://elsewhere.example/it" };
    const stored = { collection, key, data: { ...data, search } };
    expect((await newsroom.client.from("entries").insert(stored)).error).toBeNull();
    const html = await read(path + key);
    expect(html).toContain("<title>Found by this | Plumbline</title>");
    expect(html).toContain('<meta name="description" content="And by that."');
    expect(html).toContain('<link rel="canonical" href="https://elsewhere.example/it"/>');
    expect(graphOf(html)[0]).toMatchObject({ description: "And by that.", url: search.canonical });
    expect(await read("/sitemap.xml")).not.toContain(`${path}${key}<`);
    const removed = newsroom.client.from("entries").delete().eq("collection", collection).eq("key", key);
    expect((await removed).error).toBeNull();
    expect(await read("/sitemap.xml")).toContain(`${path}${key}<`);
  }
});

async function cardOf(page: string): Promise<string> {
  const address = /property="og:image" content="([^"]+)"/.exec(await read(page))?.[1] ?? "";
  return address.slice(site.url.length);
}

async function readPixels(picture: Sharp) {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { ...info, data, mean: mean(data) };
}

const mean = (data: Buffer) => data.reduce((sum, value) => sum + value, 0) / data.length;
