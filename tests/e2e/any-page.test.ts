import * as fc from "fast-check";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessibleAtBothWidths } from "../fixtures/browser/accessibility.ts";
import { hydrate, launchBrowser, listenForComplaints } from "../fixtures/browser/browser.ts";
import { findLayoutFaults } from "../fixtures/browser/layout-faults.ts";
import { watchPage } from "../fixtures/browser/watched-page.ts";
import { scaled } from "../fixtures/scale.ts";
import { anyPage, anyText, longestWord, longestWords, spoil } from "../fixtures/site/any-entry.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { openNewsroom, readPage, type Newsroom, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

const NUM_PAGES = scaled(8, 60);
/** Another number makes other pages: CONTENT_SEED=7 npm test -- tests/e2e/any-page.test.ts */
const seed = Number(process.env.CONTENT_SEED ?? 1);
const draw = <Value>(values: fc.Arbitrary<Value>, numRuns = 1) => fc.sample(values, { numRuns, seed });
const pages = [
  ...draw(anyPage(longestWords)),
  ...draw(anyPage(longestWord)),
  ...draw(anyPage(anyText), NUM_PAGES - 2),
].map((data, index) => ({ collection: "pages", key: `page-${index}`, data: { ...data, path: `/pages/any-${index}` } }));

let browser: Browser;
let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;

beforeAll(async () => {
  browser = await launchBrowser();
  site = await spawnSite(WITH_ADMIN);
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
  const { error } = await newsroom.client.from("entries").insert(pages);
  if (error) throw new Error(error.message, { cause: error });
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

test.each(pages)("$data.path fits a phone and a desk, is accessible and quiet", async ({ data }) => {
  expect(site.log.filter((line) => line.includes("does not fit its schema"))).toEqual([]);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = listenForComplaints(page);
  const ran = await watchPage(page);
  expect((await page.goto(site.url + data.path))?.status()).toBe(200);
  await expectAccessibleAtBothWidths(page, undefined, [360, 1440]);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // Words of any signs may break.
    const faults = await findLayoutFaults(page, false);
    expect(faults.filter((fault) => fault.endsWith("overlap"))).toEqual([]);
  }
  await hydrate(page);
  expect([...complaints, ...ran]).toEqual([]);
  await context.close();
});

test("pages that their schema or the database refuses change nothing", async () => {
  const read = () => Promise.all(pages.map(({ data }) => readPage(site.url, data.path)));
  const before = await read();
  for (const page of pages) {
    const [spoiled] = draw(spoil(page));
    const { data } = spoiled as typeof page;
    const row = { collection: "pages", key: `spoiled-${page.key}`, data };
    // Of a path that fits, the database refuses a second page.
    await newsroom.client.from("entries").insert({ ...row, data: { ...data, path: `${page.data.path}-spoiled` } });
    expect((await newsroom.client.from("entries").insert({ ...row, key: `taken-${page.key}` })).error?.code).toBe(
      "P0001",
    );
  }
  expect(await read()).toEqual(before);
});
