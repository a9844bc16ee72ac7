import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { expectAccessible } from "../support/accessibility.ts";
import { launchBrowser, readThrough } from "../support/browser.ts";
import { listenForComplaints } from "../support/complaints.ts";
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
    // The policy would rightly refuse axe's script; intent.test.ts has it under test in its own right.
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

/** Adds up every shift; the third decimal is where Chromium stops telling the score. */
function recordShifts() {
  Object.assign(globalThis, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      Object.assign(globalThis, { shift: Reflect.get(globalThis, "shift") + Reflect.get(entry, "value") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}
