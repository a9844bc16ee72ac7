import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../fixtures/browser/browser.ts";

const site = inject("siteUrl");
const POST = "/blog/balance-is-a-number";
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("sections below the first screen are laid out after the first paint", async () => {
  const page = await openObserved();
  const readDeferred = () => page.evaluate(() => (globalThis as unknown as Observed).observed.deferred);
  // Nothing is deferred if the first frame is painted before the rest of the page arrives.
  await expect
    .poll(async () => {
      await page.goto("about:blank");
      await page.goto(site);
      return readDeferred();
    })
    .toBeGreaterThan(5);
  await page.context().close();
});

test.each(["/", POST, "/services", "/terms"])("%s is soon complete and uses the web fonts everywhere", async (path) => {
  const page = await openObserved();
  await page.goto(site + path);
  await page.waitForFunction(() => document.documentElement.dataset.fontSwap === "done");
  const { maxPerFrame, swapped } = await page.evaluate(() => (globalThis as unknown as Observed).observed);
  expect(maxPerFrame, "the font is swapped in batches").toBeLessThan(swapped);
  expect(await page.locator("[data-deferred-layout]").count()).toBe(0);
  const otherFonts = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement, nodeValue }) =>
      nodeValue?.trim() && parentElement && !parentElement.closest("script, style, noscript") ? 1 : 2,
    );
    const families = new Set<string>();
    while (texts.nextNode()) families.add(getComputedStyle(texts.currentNode.parentElement as Element).fontFamily);
    return [...families].filter((family) => !/^(Body|Headline|ui-monospace|monospace)/.test(family));
  });
  expect(otherFonts).toEqual([]);
  await page.context().close();
});

test("the body font and the manifest are fetched after the first paint", async () => {
  const page = await openObserved();
  await page.goto(site + POST);
  await expect.poll(() => page.evaluate(() => document.fonts.check("1em Body"))).toBe(true);
  const delayMs = await page.evaluate(() => {
    const font = performance.getEntriesByType("resource").find(({ name }) => name.includes("instrument-sans"));
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return font && paint && font.startTime - paint.startTime;
  });
  expect(delayMs).toBeGreaterThanOrEqual(0);
  expect(await page.locator("head > link[rel=manifest]").getAttribute("href")).toBe("/site.webmanifest");
  await page.context().close();
});

test("a page that hydrates without user intent does so after the first paint", async () => {
  const page = await openObserved();
  await page.goto(`${site}/auth`);
  await page.locator(".auth-column.hydrated").waitFor();
  const delayMs = await page.evaluate(() => {
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
    const [paint] = performance.getEntriesByName("first-paint");
    return Math.min(...scripts.map(({ startTime }) => startTime)) - (paint?.startTime ?? Infinity);
  });
  expect(delayMs).toBeGreaterThanOrEqual(0);
  await page.context().close();
});

test("a browser without paint timing gets the fonts, pictures and hydration too", async () => {
  const page = await openObserved();
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto(site + POST);
  await page.waitForFunction(() => document.documentElement.dataset.fontSwap === "done");
  expect(await page.locator("html[data-deferred-pictures]").count()).toBe(0);
  await page.goto(`${site}/auth`, { referer: `${site}/` });
  await page.locator(".auth-column.hydrated").waitFor();
  await page.context().close();
});

test("lazy pictures are fetched after the first paint or on scroll", async () => {
  const page = await openObserved();
  const readStarts = () =>
    page.evaluate(() => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      const below = document.querySelectorAll<HTMLImageElement>("img:not([fetchpriority])");
      const lazy = new Set([...below].map((image) => image.currentSrc));
      const fetched = performance.getEntriesByType("resource").filter(({ name }) => lazy.has(name));
      return fetched.map(({ startTime }) => startTime - (paint?.startTime ?? 0));
    });
  await page.goto(site);
  await expect.poll(async () => (await readStarts()).length).toBeGreaterThan(5);
  expect(Math.min(...(await readStarts()))).toBeGreaterThanOrEqual(0);

  // The hero picture never arrives, so the load event never fires.
  await page.route(/hero/, () => {});
  await page.goto("about:blank");
  await page.goto(site, { waitUntil: "commit" });
  await page.locator("footer").waitFor();
  expect(await readStarts()).toEqual([]);
  await page.mouse.wheel(0, 200);
  await expect.poll(async () => (await readStarts()).length).toBeGreaterThan(5);
  await page.context().close();
});

test("fragment links scroll to their target, and a reload restores the scroll position", async () => {
  const page = await openObserved();
  await page.goto(`${site}/#testimonials`);
  const top = () => page.locator("#testimonials").evaluate((heading) => Math.abs(heading.getBoundingClientRect().top));
  await expect.poll(top).toBeLessThan(300);
  await page.goto(`${site}/terms`);
  await page.waitForFunction(() => document.documentElement.dataset.fontSwap === "done");
  await page.evaluate(() => scrollTo(0, 2_000));
  await page.reload();
  // A line above that breaks elsewhere in the fallback font moves the position by its height.
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 2_000))).toBeLessThan(40);
  await page.context().close();
});

test("hydration removes the font swap attributes", async () => {
  const page = await openObserved();
  await page.goto(`${site}/about`);
  await page.waitForFunction(() => document.documentElement.dataset.fontSwap === "done");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
  await expect.poll(() => page.locator("[data-font-swap], [data-font-swapped]").count()).toBe(0);
  await page.context().close();
});

test("nothing is deferred for a visitor who comes from another page of the site", async () => {
  const page = await openObserved();
  await page.goto(`${site}/about`, { referer: `${site}/` });
  expect(await page.evaluate(() => (globalThis as unknown as Observed).observed)).toEqual({
    deferred: 0,
    swapped: 0,
    maxPerFrame: 0,
  });
  expect(await page.locator("html[data-font-swap]").count()).toBe(0);
  await page.context().close();
});

type Observed = { observed: { deferred: number; swapped: number; maxPerFrame: number } };

/** Opens a page that counts deferred sections, and how many elements get the web font in one frame. */
async function openObserved(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const observed = { deferred: 0, swapped: 0, maxPerFrame: 0 };
    Object.assign(globalThis, { observed });
    const marks = (records: MutationRecord[], name: string) =>
      records.filter(({ attributeName, oldValue }) => attributeName === name && oldValue === null).length;
    new MutationObserver((records) => {
      const swapped = marks(records, "data-font-swapped");
      observed.deferred += marks(records, "data-deferred-layout");
      observed.swapped += swapped;
      observed.maxPerFrame = Math.max(observed.maxPerFrame, swapped);
    }).observe(document, {
      attributes: true,
      attributeOldValue: true,
      subtree: true,
      attributeFilter: ["data-deferred-layout", "data-font-swapped"],
    });
  });
  return page;
}
