import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser, listenForScripts, MOTION_SCRIPT } from "../fixtures/browser/browser.ts";

const site = inject("siteUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A page and the scripts it fetched. */
async function open(path: string, options: Parameters<Browser["newContext"]>[0] = {}) {
  const context: BrowserContext = await browser.newContext(options);
  const page = await context.newPage();
  const scripts = listenForScripts(page);
  await page.goto(site + path, { waitUntil: "networkidle" });
  return { page, scripts, context };
}

const hydrated = (page: Page) => page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);

// every-page.test.ts checks that no page fetches a script before user intent.
describe("before any intent", () => {
  test("the first view of home at 360 px weighs under 200 KB, fonts and pictures included", async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    // Other pictures are fetched once the page is idle, by a script that this test blocks.
    await page.route(`**${MOTION_SCRIPT}`, (route) => route.abort());
    await page.goto(site, { waitUntil: "networkidle" });
    await expect.poll(() => bytes).toBeGreaterThan(60_000);
    expect(bytes).toBeLessThan(200_000);
    await context.close();
  });

  test("the contact page hydrates without intent if the tab has a draft", async () => {
    const { page, context } = await open("/contact");
    await page.getByLabel("Message").fill("Half a thought");
    await hydrated(page);
    await page.getByLabel("Message").fill("Half a thought, kept");
    await page.waitForFunction(() => sessionStorage.length > 0);
    await page.goto(`${site}/about`);
    await page.goto(`${site}/contact`);
    await hydrated(page);
    await expect.poll(() => page.getByLabel("Message").inputValue()).toBe("Half a thought, kept");
    await context.close();
  });
});

describe("on intent", () => {
  test("hovering a link hydrates the page, and the next page opens without a reload", async () => {
    const { page, scripts, context } = await open("/");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Services" }).hover();
    await hydrated(page);
    expect(scripts.length).toBeGreaterThan(0);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Services" }).click();
    await page.waitForURL("**/services");
    await page.getByRole("heading", { level: 1, name: "Eight ways to get it straight." }).waitFor();
    expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
    await context.close();
  });

  test("the click that hydrates the page opens search", async () => {
    const { page, context } = await open("/about");
    await page.locator("header [aria-keyshortcuts]").dispatchEvent("click");
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/about");
    await context.close();
  });

  // "K" without Shift is Caps Lock.
  test.each(["/", "Control+k", "Control+K"])("%s opens search, hydrated or not", async (keys) => {
    const { page, context } = await open("/about");
    await page.keyboard.press(keys);
    const dialog = page.getByRole("dialog", { name: "Search" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    // Focus leaves a hidden element in the next frame.
    await page.waitForFunction(() => document.activeElement === document.body);
    await page.keyboard.press(keys);
    await dialog.waitFor();
    await context.close();
  });

  test("if scripts fail to load, the search link opens the search page", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto(`${site}/about`, { waitUntil: "networkidle" });
    await page.locator("header [aria-keyshortcuts]").click();
    await page.waitForURL("**/search");
    await context.close();
  });

  test("text typed before hydration is kept", async () => {
    const { page, context } = await open("/search");
    await page.evaluate(() => ((document.getElementById("q") as HTMLInputElement).value = "typed early"));
    await page.locator("#q").focus();
    await hydrated(page);
    expect(await page.locator("#q").inputValue()).toBe("typed early");
    await context.close();
  });
});

describe("the theme switch", () => {
  test("works without fetching scripts, persists, and does not flash", async () => {
    const { page, scripts, context } = await open("/about", { colorScheme: "light" });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const paper = await background();
    // Changing it from within the page is no user intent.
    await page.evaluate(() => {
      const dark = document.querySelector<HTMLInputElement>("[name=theme][value=dark]");
      if (!dark) throw new Error("There is no dark theme to choose.");
      dark.click();
    });
    expect(await background()).not.toBe(paper);
    expect(scripts).toEqual([]);

    await page.addInitScript(() => {
      requestAnimationFrame(() =>
        Object.assign(globalThis, { first: getComputedStyle(document.documentElement).backgroundColor }),
      );
    });
    await page.goto(`${site}/work`, { waitUntil: "networkidle" });
    expect(await page.evaluate(() => Reflect.get(globalThis, "first"))).toBe("rgb(12, 26, 32)");
    expect(await page.locator("[name=theme][value=dark]").isChecked()).toBe(true);

    await page.locator("label", { hasText: "System" }).click();
    await hydrated(page);
    expect(await background()).toBe(paper);
    await context.close();
  });

  test("applies to a page restored from the back/forward cache", async () => {
    const cachingBrowser = await launchBrowser({ keepsPages: true });
    const page = await cachingBrowser.newPage({ colorScheme: "light" });
    await page.goto(`${site}/about`);
    await page.evaluate(() => Object.assign(globalThis, { isRestored: true }));
    await page.evaluate(() => location.assign("/work"));
    await page.waitForURL(`${site}/work`);
    await page.locator("label", { hasText: /^Dark$/ }).click();
    await page.goBack({ waitUntil: "commit" });
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    expect(await page.evaluate(() => "isRestored" in globalThis)).toBe(true);
    expect(await page.locator("[name=theme][value=dark]").isChecked()).toBe(true);
    await cachingBrowser.close();
  });

  test("night pictures follow the chosen theme, not the system's", async () => {
    const { page, context } = await open("/", { colorScheme: "light" });
    await page.locator("label", { hasText: /^Dark$/ }).click();
    await page.reload({ waitUntil: "networkidle" });
    const shown = await page
      .locator(".home-hero > picture img")
      .evaluate((picture: HTMLImageElement) => picture.currentSrc);
    expect(shown).toContain("-night");
    await context.close();
  });
});
