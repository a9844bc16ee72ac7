import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser, recordShifts, shiftOf } from "../fixtures/browser/browser.ts";
import { overBadLine } from "../fixtures/network/in-pieces.ts";

let browser: Browser;
let line: Awaited<ReturnType<typeof overBadLine>>;

beforeAll(async () => {
  browser = await launchBrowser();
  line = await overBadLine(inject("siteUrl"));
});
afterAll(async () => {
  await browser.close();
  line.close();
});

test.each(["/blog", "/auth", "/services"])("%s does not shift while it arrives in pieces", async (path) => {
  const visits = [360, 1280].map(async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: "reduce" });
    await page.addInitScript(recordShifts);
    await page.goto(line.url + path);
    await page.waitForFunction(() => document.documentElement.dataset.fontSwap !== "");
    expect(await shiftOf(page), `at ${width} px`).toBeLessThan(0.001);
    await page.close();
  });
  await Promise.all(visits);
});
