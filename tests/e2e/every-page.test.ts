import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { expectAccessible } from "../fixtures/browser/accessibility.ts";
import {
  hydrate,
  launchBrowser,
  listenForComplaints,
  listenForScripts,
  readThrough,
  recordShifts,
  shiftOf,
} from "../fixtures/browser/browser.ts";
import { EAGER, MISSING, ROUTES } from "../fixtures/site/routes.ts";

const site = inject("siteUrl");
const ALL = [...ROUTES, "/search?q=zyzzyva", ...MISSING.map(({ path }) => path)];
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Where pages are hydrated, too, which is the same at any width. */
const WIDE = 1280;

describe.each([360, WIDE])("at %i px, light and dark,", (width) => {
  test.each(ALL)("%s is still, fetches no script before intent, is accessible, and hydrates quietly", async (path) => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: "light",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const complaints = listenForComplaints(page);
    const scripts = listenForScripts(page);
    await page.addInitScript(recordShifts);
    await page.goto(site + path, { waitUntil: "networkidle" });
    await readThrough(page);

    expect(await shiftOf(page), "cumulative layout shift").toBeLessThan(0.001);
    if (!EAGER.includes(path)) expect(scripts).toEqual([]);
    await expectAccessible(page);
    if (width === WIDE) await hydrate(page);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test("the header underlines the current page", async () => {
  const page = await browser.newPage({ viewport: { width: WIDE, height: 800 } });
  await page.goto(`${site}/work`);
  const current = page.locator(".header .nav [aria-current]");
  expect(await current.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe("underline");
  await page.close();
});
