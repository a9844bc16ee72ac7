import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../fixtures/browser/browser.ts";

const site = inject("siteUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("the headline font loads with the page, the body font after it", async () => {
  const { page, fonts } = await openPage();
  await page.goto(`${site}/blog/balance-is-a-number`, { waitUntil: "domcontentloaded" });
  await expect.poll(() => isLoaded(page, "700 1em Headline")).toBe(true);
  await expect.poll(() => isLoaded(page, "1em Body"), { timeout: 90_000 }).toBe(true);
  expect(fonts).toEqual([expect.stringContaining("bricolage"), expect.stringContaining("instrument")]);
  await page.context().close();
});

test("a visitor from another page of the site gets the body font without waiting for pictures", async () => {
  const { page } = await openPage();
  await page.route("**/art/**", () => {});
  await page.goto(`${site}/about`, { waitUntil: "domcontentloaded", referer: `${site}/` });
  await expect.poll(() => isLoaded(page, "1em Body"), { timeout: 90_000 }).toBe(true);
  await page.context().close();
});

test("without scripts the body font loads with the page", async () => {
  const { page, fonts } = await openPage({ javaScriptEnabled: false });
  await page.goto(`${site}/about`);
  await expect.poll(() => fonts.length, { timeout: 90_000 }).toBe(2);
  await page.context().close();
});

async function openPage(options: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.push(request.url());
  });
  return { page, fonts };
}

/** `document.fonts.check` alone is also true for fonts that no rule declares. */
function isLoaded(page: Page, font: string): Promise<boolean> {
  return page.evaluate(
    (wanted) =>
      [...document.fonts].some(({ family, status }) => wanted.endsWith(family) && status === "loaded") &&
      document.fonts.check(wanted),
    font,
  );
}
