import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser, MOTION_SCRIPT, readThrough } from "../fixtures/browser/browser.ts";

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

test("a screenshot of the whole page right after it is idle shows every picture", async () => {
  for (const path of ["/", "/services", "/work/oakmere-checkout"]) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(site + path, { waitUntil: "networkidle" });
    await expect
      .poll(() => page.evaluate(() => Array.from(document.images).every((image) => image.complete)))
      .toBe(true);
    const screenshot = sharp(await page.screenshot({ fullPage: true }));
    for (const picture of await page.locator("main .pic img, main picture img").all()) {
      const { x, y, width, height } = (await picture.boundingBox())!;
      const middle = { left: Math.max(0, x + width / 4), top: y + height / 4, width: width / 2, height: height / 2 };
      const area = Object.fromEntries(Object.entries(middle).map(([name, value]) => [name, Math.round(value)]));
      const { channels } = await screenshot
        .clone()
        .extract(area as typeof middle)
        .stats();
      const contrast = Math.max(...channels.map(({ stdev }) => stdev));
      expect(contrast, `${path} ${await picture.getAttribute("src")}`).toBeGreaterThan(4);
    }
    await page.close();
  }
});

describe("each scheme fetches its own pictures only", () => {
  const paths = ["/", "/services/design", "/work", ARTICLE, "/careers", "/contact", "/auth"];
  test.each([...paths, "/privacy", "/terms", "/sitemap", "/search?q=zyzzyva"])("%s", async (path) => {
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
  test("the pictures change with it, and only those of the chosen scheme are fetched from then on", async () => {
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

  test("portraits have the ground of the chosen scheme, as the fields behind them have", async () => {
    const grounds: string[] = [];
    for (const [colorScheme, theme] of [
      ["light", ""],
      ["dark", ""],
      ["light", "dark"],
      ["dark", "light"],
    ] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1440, height: 900 } });
      await page.goto(`${site}/about`);
      if (theme) await page.evaluate((chosen) => document.documentElement.setAttribute("data-theme", chosen), theme);
      const field = page.locator(".leaders > li").first();
      await field.scrollIntoViewIfNeeded();
      await expect.poll(() => field.locator("img").evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
      const { width } = (await field.locator("img").boundingBox())!;
      const screenshot = sharp(await field.screenshot());
      const { width: right } = await screenshot.metadata();
      const colorAt = async (left: number) => {
        const pixel = screenshot.clone().extract({ left: Math.round(left), top: 4, width: 1, height: 1 });
        return (await pixel.removeAlpha().raw().toBuffer()).toString("hex");
      };
      const ground = await colorAt(right - width / 2);
      expect(await colorAt(right - width - 8), `${colorScheme} ${theme}`).toBe(ground);
      grounds.push(ground);
      await page.close();
    }
    const [light, dark] = grounds;
    expect(light).not.toBe(dark);
    expect(grounds).toEqual([light, dark, dark, light]);
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
    const shown = () =>
      page
        .locator(".service-index img")
        .evaluateAll((images: HTMLImageElement[]) => images.map((each) => each.currentSrc));
    // Lazy pictures that are scrolled past during the view transition are not fetched the first time.
    const showNight = async () => {
      await readThrough(page);
      return (await shown()).filter(isNight);
    };
    await expect.poll(showNight, { timeout: 10_000 }).toHaveLength(8);
    await context.close();
  });
});

describe("once a page is idle, its pictures further down are fetched without scrolling", () => {
  const pending = (page: Page) => page.locator("img[loading=lazy]").count();
  const unseen = (page: Page) =>
    page.locator("img").evaluateAll((all: HTMLImageElement[]) => all.filter((each) => !each.naturalWidth).length);

  test.each([
    { path: "/", width: 390 },
    { path: "/", width: 1440 },
    { path: "/services", width: 1440 },
    { path: "/work/oakmere-checkout", width: 768 },
  ])("all of $path at $width px", async ({ path, width }) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(site + path);
    await expect.poll(() => unseen(page), { timeout: 15_000 }).toBe(0);
    await page.close();
  });

  test("at most 500 KB of them", async () => {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 2 });
    await page.goto(`${site}/services`);
    /** The bytes of pictures that were requested since the script was there. */
    const fetched = () =>
      page.evaluate((script) => {
        const requests = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
        const at = requests.find(({ name }) => name.endsWith(script))?.responseEnd ?? Infinity;
        const pictures = requests.filter(({ initiatorType, startTime }) => initiatorType === "img" && startTime >= at);
        return pictures.reduce((sum, { transferSize }) => sum + transferSize, 0);
      }, MOTION_SCRIPT);
    await expect.poll(fetched).toBeGreaterThan(100_000);
    await page.waitForLoadState("networkidle");
    expect(await fetched()).toBeLessThanOrEqual(500_000);
    await page.close();
  });

  test("none with Save-Data, and none until a hidden page is shown", async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    await page.goto(site, { waitUntil: "networkidle" });
    expect(await pending(page)).toBeGreaterThan(5);
    await page.close();

    const tab = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await tab.addInitScript(() => Object.defineProperty(document, "hidden", { value: true, configurable: true }));
    await tab.goto(site, { waitUntil: "networkidle" });
    expect(await pending(tab)).toBeGreaterThan(5);
    await tab.evaluate(() => {
      Object.defineProperty(document, "hidden", { value: false });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await expect.poll(() => unseen(tab)).toBe(0);
    await tab.close();
  });
});

test.each(["/services/design", "/services/search-content", "/about", "/careers", "/terms"])(
  "%s: from 600 to 1100 px nothing overflows, no heading is larger than the first, and under 992 px the picture is below or beside the words",
  async (path) => {
    const page = await browser.newPage();
    await page.goto(site + path, { waitUntil: "networkidle" });
    for (const width of [600, 768, 834, 1024, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      const found = await page.evaluate(() => {
        const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
        const opening = document.querySelector("main header");
        const picture = opening?.querySelector("img")?.getBoundingClientRect();
        const words = [...(opening?.querySelectorAll("h1, .lead, .mid") ?? [])].map((each) =>
          each.getBoundingClientRect(),
        );
        return {
          overflow: document.documentElement.scrollWidth - innerWidth,
          isFirstLargest: [...document.querySelectorAll("h2")].every(
            (heading) => sizeOf(heading) <= sizeOf(document.querySelector("h1")!),
          ),
          isClear: !picture || words.every(({ bottom, right }) => picture.top >= bottom || picture.left >= right),
        };
      });
      expect(found, `${width} px`).toEqual({
        overflow: 0,
        isFirstLargest: true,
        isClear: width < 992 ? true : found.isClear,
      });
    }
    await page.close();
  },
);
