import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../fixtures/browser.ts";

const site = inject("siteUrl");
const POST = "/blog/balance-is-a-number";
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("what is not seen first waits for what is", async () => {
  const page = await openWatched();
  const readFolded = () => page.evaluate(() => (globalThis as unknown as Watched).watched.folded);
  // Nothing waits where the first frame comes before the rest of the page does.
  await expect
    .poll(async () => {
      await page.goto("about:blank");
      await page.goto(site);
      return readFolded();
    })
    .toBeGreaterThan(5);
  await page.context().close();
});

test.each(["/", POST, "/services", "/terms"])("%s is soon whole, and in the text's face everywhere", async (path) => {
  const page = await openWatched();
  await page.goto(site + path);
  await page.waitForFunction(() => document.documentElement.dataset.dressing === "over");
  const { mostAtOnce, dressed } = await page.evaluate(() => (globalThis as unknown as Watched).watched);
  expect(mostAtOnce, "the face is put on part by part").toBeLessThan(dressed);
  expect(await page.locator("[data-folded]").count()).toBe(0);
  const strange = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement, nodeValue }) =>
      nodeValue?.trim() && parentElement && !parentElement.closest("script, style, noscript") ? 1 : 2,
    );
    const families = new Set<string>();
    while (texts.nextNode()) families.add(getComputedStyle(texts.currentNode.parentElement as Element).fontFamily);
    return [...families].filter((family) => !/^(Instrument|Bricolage|ui-monospace|monospace)/.test(family));
  });
  expect(strange).toEqual([]);
  await page.context().close();
});

test("what takes no part in the first view waits for it: the text's face, the manifest", async () => {
  const page = await openWatched();
  await page.goto(site + POST);
  await expect.poll(() => page.evaluate(() => document.fonts.check("1em Instrument"))).toBe(true);
  const waited = await page.evaluate(() => {
    const face = performance.getEntriesByType("resource").find(({ name }) => name.includes("instrument-sans"));
    const [seen] = performance.getEntriesByName("first-contentful-paint");
    return face && seen && face.startTime - seen.startTime;
  });
  expect(waited).toBeGreaterThanOrEqual(0);
  expect(await page.locator("head > link[rel=manifest]").getAttribute("href")).toBe("/site.webmanifest");
  await page.context().close();
});

test("a page that hydrates by itself does so once it was seen", async () => {
  const page = await openWatched();
  await page.goto(`${site}/auth`);
  await page.locator(".auth-column.hydrated").waitFor();
  const waited = await page.evaluate(() => {
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    const [seen] = performance.getEntriesByName("first-paint");
    return Math.min(...scripts.map(({ startTime }) => startTime)) - (seen?.startTime ?? Infinity);
  });
  expect(waited).toBeGreaterThanOrEqual(0);
  await page.context().close();
});

test("where the browser does not tell what it paints, all comes the same", async () => {
  const page = await openWatched();
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto(site + POST);
  await page.waitForFunction(() => document.documentElement.dataset.dressing === "over");
  expect(await page.locator("html[data-waiting]").count()).toBe(0);
  await page.goto(`${site}/auth`, { referer: `${site}/` });
  await page.locator(".auth-column.hydrated").waitFor();
  await page.context().close();
});

test("pictures further down wait for the first view, or for somebody who scrolls", async () => {
  const page = await openWatched();
  const readStarts = () =>
    page.evaluate(() => {
      const [seen] = performance.getEntriesByName("first-contentful-paint");
      const lazy = new Set([...document.querySelectorAll<HTMLImageElement>("[loading=lazy]")].map((i) => i.currentSrc));
      const fetched = performance.getEntriesByType("resource").filter(({ name }) => lazy.has(name));
      return fetched.map(({ startTime }) => startTime - (seen?.startTime ?? 0));
    });
  await page.goto(site);
  await expect.poll(async () => (await readStarts()).length).toBeGreaterThan(5);
  expect(Math.min(...(await readStarts()))).toBeGreaterThanOrEqual(0);

  // The first view's own picture never comes, so the page never loads.
  await page.route(/hero/, () => {});
  await page.goto("about:blank");
  await page.goto(site, { waitUntil: "commit" });
  await page.locator("footer").waitFor();
  expect(await readStarts()).toEqual([]);
  await page.mouse.wheel(0, 200);
  await expect.poll(async () => (await readStarts()).length).toBeGreaterThan(5);
  await page.context().close();
});

test("a link into a page leads there, and a page that is loaded again is where it was", async () => {
  const page = await openWatched();
  await page.goto(`${site}/#testimonials`);
  const top = () => page.locator("#testimonials").evaluate((heading) => Math.abs(heading.getBoundingClientRect().top));
  await expect.poll(top).toBeLessThan(300);
  await page.goto(`${site}/terms`);
  await page.waitForFunction(() => document.documentElement.dataset.dressing === "over");
  await page.evaluate(() => scrollTo(0, 2_000));
  await page.reload();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(2_000);
  await page.context().close();
});

test("a page that hydrates drops the marks, so that what React makes later comes in the text's face", async () => {
  const page = await openWatched();
  await page.goto(`${site}/about`);
  await page.waitForFunction(() => document.documentElement.dataset.dressing === "over");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
  await expect.poll(() => page.locator("[data-dressing], [data-dressed]").count()).toBe(0);
  await page.context().close();
});

test("who comes from another page of the site gets all at once", async () => {
  const page = await openWatched();
  await page.goto(`${site}/about`, { referer: `${site}/` });
  expect(await page.evaluate(() => (globalThis as unknown as Watched).watched)).toEqual({
    folded: 0,
    dressed: 0,
    mostAtOnce: 0,
  });
  expect(await page.locator("html[data-dressing]").count()).toBe(0);
  await page.context().close();
});

type Watched = { watched: { folded: number; dressed: number; mostAtOnce: number } };

/** A phone whose page counts what is folded, and how many parts get the face between two frames. */
async function openWatched(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const watched = { folded: 0, dressed: 0, mostAtOnce: 0 };
    Object.assign(globalThis, { watched });
    const marks = (records: MutationRecord[], name: string) =>
      records.filter(({ attributeName, oldValue }) => attributeName === name && oldValue === null).length;
    new MutationObserver((records) => {
      const dressed = marks(records, "data-dressed");
      watched.folded += marks(records, "data-folded");
      watched.dressed += dressed;
      watched.mostAtOnce = Math.max(watched.mostAtOnce, dressed);
    }).observe(document, {
      attributes: true,
      attributeOldValue: true,
      subtree: true,
      attributeFilter: ["data-folded", "data-dressed"],
    });
  });
  return page;
}
