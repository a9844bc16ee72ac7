import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { expectAccessible } from "../support/accessibility.ts";
import { launchBrowser, readThrough } from "../support/browser.ts";
import { MISSING, ROUTES } from "../support/routes.ts";

const site = inject("siteUrl");
const ALL = [...ROUTES, ...MISSING.map(({ path }) => path)];
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each([360, 1280])("at %i px, light and dark,", (width) => {
  test.each(ALL)("%s is accessible, quiet and still", async (path) => {
    // The policy would rightly refuse axe's script; it is under test in its own right below.
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      bypassCSP: true,
      colorScheme: "light",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const complaints = listenForComplaints(page);
    await page.addInitScript(recordShifts);
    await page.goto(site + path, { waitUntil: "networkidle" });
    await readThrough(page);

    expect(await page.evaluate(() => Reflect.get(globalThis, "shift")), "cumulative layout shift").toBeLessThan(0.001);
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test.each(ALL)("%s wakes under its own policy without a word on the console", async (path) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints = listenForComplaints(page);
  await page.goto(site + path);
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
  await page.waitForLoadState("networkidle");
  expect(complaints).toEqual([]);
  await context.close();
});

function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The browser itself reports a 404; for a missing page that line is the truth.
    if (!message.text().includes("status of 404")) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

/** Adds up every shift; the third decimal is where Chromium stops telling the score. */
function recordShifts() {
  Object.assign(globalThis, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      Object.assign(globalThis, { shift: Reflect.get(globalThis, "shift") + Reflect.get(entry, "value") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}
