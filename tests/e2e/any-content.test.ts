import * as fc from "fast-check";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { posts } from "../../content/posts.ts";
import { shipped } from "../../content/shipped.ts";
import { expectAccessibleAtBothWidths, expectNoOverflow } from "../fixtures/browser/accessibility.ts";
import { hydrate, launchBrowser, listenForComplaints } from "../fixtures/browser/browser.ts";
import { watchPage } from "../fixtures/browser/watched-page.ts";
import { anyText, everyEntry, longestWord, longestWords, spoil } from "../fixtures/site/any-entry.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { openNewsroom, readPage, type Newsroom, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

const PATHS = [
  "/",
  "/services",
  "/services/strategy",
  "/work",
  `/work/${shipped["case-studies"][0]?.id}`,
  "/blog",
  `/blog/${posts[0]?.slug}`,
  "/blog/tag/research",
  "/authors/maud-ellery",
  "/about",
  "/contact?service=design",
  "/careers",
  "/privacy",
  "/terms",
  "/sitemap",
  "/search?q=plumb",
];
/** Another number makes other entries: CONTENT_SEED=7 npm test -- tests/e2e/any-content.test.ts */
const seed = Number(process.env.CONTENT_SEED ?? 1);
const draw = (entries: ReturnType<typeof everyEntry>) => fc.sample(entries, { numRuns: 1, seed })[0] ?? [];

let browser: Browser;
let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;

beforeAll(async () => {
  browser = await launchBrowser();
  site = await spawnSite(WITH_ADMIN);
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

/** Posts are in the sample categories, which can be renamed, but not removed. */
async function publishOnly(rows: ReturnType<typeof draw>) {
  const entries = () => newsroom.client.from("entries");
  const removed = await entries().delete().or("collection.neq.categories,key.like.added-*");
  expect(removed.error).toBeNull();
  const [renamed = [], others = []] = [true, false].map((isKept) => rows.filter((row) => isSample(row) === isKept));
  const added = await entries().insert([...others]);
  expect(added.error).toBeNull();
  for (const { collection, key, data } of renamed) {
    const changed = await entries().update({ data }).match({ collection, key });
    expect(changed.error).toBeNull();
  }
  expect(site.log.filter((line) => line.includes("does not fit its schema"))).toEqual([]);
}

const isSample = ({ collection, key }: { collection: string; key: string }) =>
  collection === "categories" && !key.startsWith("added-");

test.each([
  ["the most entries with the longest texts", everyEntry(longestWords, "most")],
  ["the most entries with texts of one long word", everyEntry(longestWord, "most")],
  ["any entries, HTML and other scripts included,", everyEntry(anyText, "any")],
])("%s leave every page whole, quiet and accessible", async (_, entries) => {
  await publishOnly(draw(entries));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = listenForComplaints(page);
  const ran = await watchPage(page);
  for (const path of PATHS) {
    const response = await page.goto(site.url + path);
    expect(response?.status(), path).toBe(200);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoOverflow(page);
    }
    await expectAccessibleAtBothWidths(page, undefined, [390, 1440]);
    await hydrate(page);
    expect([...complaints, ...ran], path).toEqual([]);
  }
  await context.close();
});

test("entries that their schemas refuse change nothing, on no page", async () => {
  await publishOnly([]);
  const read = () => Promise.all(PATHS.map((path) => readPage(site.url, path)));
  const before = await read();
  const rows = draw(everyEntry(longestWords, "any").chain((entries) => fc.tuple(...entries.map(spoil))));
  // The database itself refuses a category without a name.
  const { error } = await newsroom.client.from("entries").insert(rows.filter((row) => !isSample(row)));
  expect(error).toBeNull();
  expect(await read()).toEqual(before);
  expect(site.log.filter((line) => line.includes("does not fit its schema")).length).toBeGreaterThan(0);
});
