import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser, readThrough } from "../fixtures/browser.ts";

const site = inject("siteUrl");
const ARTICLE = "/blog/balance-is-a-number";
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** The pictures that a page fetches, apart from the closing call's, which is by night in both schemes. */
function listenForPictures(page: Page): string[] {
  const pictures: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/art/") && !pathname.includes("/closing-")) pictures.push(pathname);
  });
  return pictures;
}

const isNight = (picture: string) => picture.includes("night");

describe("each scheme fetches its own pictures only", () => {
  test.each(["/", "/services/design", "/work", ARTICLE, "/careers", "/contact", "/auth"])("%s", async (path) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ colorScheme });
      const pictures = listenForPictures(page);
      await page.goto(site + path, { waitUntil: "networkidle" });
      await readThrough(page);
      expect(pictures.length).toBeGreaterThan(0);
      expect(
        pictures.filter((picture) => isNight(picture) !== (colorScheme === "dark")),
        colorScheme,
      ).toEqual([]);
      await page.close();
    }
  });
});

describe("where the theme switch overrules the system", () => {
  test("the pictures in view change with it, and those below are fetched once", async () => {
    const page = await browser.newPage({ colorScheme: "light" });
    await page.goto(site + ARTICLE, { waitUntil: "networkidle" });
    const pictures = listenForPictures(page);
    // Without scrolling to the footer, which would load the pictures on the way.
    await page.locator("[name=theme][value=dark]").evaluate((radio: HTMLInputElement) => radio.click());
    await page.waitForFunction(() => document.querySelector("img")?.currentSrc.includes("night"));
    await readThrough(page);
    expect(pictures.filter((picture) => !isNight(picture))).toEqual([]);
    expect(await page.locator('meta[name="theme-color"][media="(width>0)"]').getAttribute("content")).toBe("#0c1a20");
    await page.close();
  });

  test("the next page of the router shows the chosen ones", async () => {
    const context = await browser.newContext({ colorScheme: "light" });
    await context.addInitScript(() => (localStorage.theme = "dark"));
    const page = await context.newPage();
    await page.goto(`${site}/terms`, { waitUntil: "networkidle" });
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
    await page.locator(".header .nav a", { hasText: "Services" }).click();
    await page.locator("h1", { hasText: "Eight ways" }).waitFor();
    await readThrough(page);
    const shown = () =>
      page
        .locator(".service-index img")
        .evaluateAll((images: HTMLImageElement[]) => images.map((each) => each.currentSrc));
    await expect.poll(async () => (await shown()).filter(isNight)).toHaveLength(8);
    await context.close();
  });
});

test.each(["/services/design", "/services/search-content", "/about", "/careers", "/terms"])(
  "%s: from 600 to 1100 px nothing overflows, no heading is larger than the first, and under 960 px the picture is below the words",
  async (path) => {
    const page = await browser.newPage();
    await page.goto(site + path, { waitUntil: "networkidle" });
    for (const width of [600, 768, 834, 1024, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate(() => {
        const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
        const opening = document.querySelector("main header");
        const picture = opening?.querySelector("img")?.getBoundingClientRect();
        const words = [...(opening?.querySelectorAll("h1, .lead") ?? [])].map(
          (each) => each.getBoundingClientRect().bottom,
        );
        return {
          overflow: document.documentElement.scrollWidth - innerWidth,
          isFirstLargest: [...document.querySelectorAll("h2")].every(
            (heading) => sizeOf(heading) <= sizeOf(document.querySelector("h1")!),
          ),
          isBelow: !picture || picture.top >= Math.max(...words),
        };
      });
      expect(found, `${width} px`).toEqual({
        overflow: 0,
        isFirstLargest: true,
        isBelow: width < 960 ? true : found.isBelow,
      });
    }
    await page.close();
  },
);
