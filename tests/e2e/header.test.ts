import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser, MOTION_SCRIPT, recordShifts, shiftOf } from "../fixtures/browser/browser.ts";

const site = inject("siteUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const bottomOfHeader = (page: Page) =>
  page.locator("body > .header").evaluate((header) => Math.round(header.getBoundingClientRect().bottom));

async function scroll(page: Page, distance: number): Promise<void> {
  await page.evaluate((by) => scrollBy(0, by), distance);
}

test.each([
  { path: "/about", width: 1280 },
  { path: "/", width: 390 },
])("the header of $path returns on scrolling up at $width px, and nothing shifts", async ({ path, width }) => {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.addInitScript(recordShifts);
  const script = page.waitForResponse(site + MOTION_SCRIPT);
  await page.goto(site + path, { waitUntil: "networkidle" });
  await script;
  const height = await bottomOfHeader(page);
  await scroll(page, 1_500);
  await expect.poll(() => bottomOfHeader(page)).toBeLessThanOrEqual(0);
  await expect
    .poll(async () => {
      await scroll(page, -20);
      return bottomOfHeader(page);
    })
    .toBe(height);
  if (width === 390) {
    await page.locator(".menu-toggle").click();
    await page.getByRole("navigation", { name: "Mobile" }).getByRole("link", { name: "Services" }).waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  }
  await scroll(page, 300);
  await expect.poll(() => bottomOfHeader(page)).toBeLessThanOrEqual(0);
  // Keyboard focus in the header shows it.
  await page.locator("body > .header .logo").focus();
  await expect.poll(() => bottomOfHeader(page)).toBe(height);
  expect(await shiftOf(page), "cumulative layout shift").toBeLessThan(0.001);
  await page.close();
});

test.each([360, 1280])(
  "at %i px the header's button changes the scheme at once, and nothing hydrates first",
  async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 740 }, colorScheme: "dark" });
    const page = await context.newPage();
    const script = page.waitForResponse(site + MOTION_SCRIPT);
    await page.goto(`${site}/about`, { waitUntil: "networkidle" });
    await script;
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    const button = page.getByRole("button", { name: "Light or dark" });
    const [logo, box] = await Promise.all([page.locator(".header .logo span").boundingBox(), button.boundingBox()]);
    // The icon has a padding of twelve pixels.
    expect(logo!.x + logo!.width).toBeLessThanOrEqual(box!.x + 12);
    await button.dispatchEvent("click");
    await expect.poll(scheme).toBe("light");
    expect(await page.evaluate(() => "__reactRouterDataRouter" in globalThis)).toBe(false);
    await button.click();
    await expect.poll(scheme).toBe("dark");
    expect(await page.locator("[name=theme][value=dark]").isChecked()).toBe(true);
    await context.close();
  },
);
