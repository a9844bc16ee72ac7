import { type Browser, devices, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hydrate, launchBrowser } from "../fixtures/browser/browser.ts";

const site = inject("siteUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function open(path: string, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.goto(site + path, { waitUntil: "networkidle" });
  return page;
}

describe.each([390, 768, 1440, 1920])("at %i px", (width) => {
  test("a post has one bob that shows how far it is read", async () => {
    const page = await open("/blog/balance-is-a-number", width);
    const bobs = await page.evaluate(() => ({
      fixed: getComputedStyle(document.body, "::after").content !== "none",
      beside: document.querySelector(".post > .plumb-mark")!.getClientRects().length > 0,
    }));
    expect(bobs).toEqual({ fixed: width < 768, beside: width >= 768 });
    await page.close();
  });

  test("the portrait of a case study stands clear of the results above it", async () => {
    const page = await open("/work/oakmere-checkout", width);
    const [results, portrait] = await Promise.all([
      page.locator(".case-results").boundingBox(),
      page.locator(".team-portrait").boundingBox(),
    ]);
    expect(portrait!.y - results!.y - results!.height).toBeGreaterThanOrEqual(40);
    await page.close();
  });

  test("the tiles of /work show their pictures whole, or as narrow as cuts no object", async () => {
    const page = await open("/work", width);
    const ratios = await page
      .locator(".service-tiles img")
      .evaluateAll((images) => images.map(({ clientWidth, clientHeight }) => clientWidth / clientHeight));
    expect(ratios).toHaveLength(8);
    expect(Math.min(...ratios)).toBeGreaterThan(1.12);
    await page.close();
  });

  test.each(["/privacy", "/terms", "/sitemap", "/authors/maud-ellery"])(
    "the picture that opens %s reaches the edge of the page and the lower edge of the opening",
    async (path) => {
      const page = await open(path, width);
      const [header, opening, picture] = await Promise.all([
        page.locator(".header").boundingBox(),
        page.locator(".picture-head, .author-head").boundingBox(),
        page.locator(".picture-head img, .author-head figure").boundingBox(),
      ]);
      expect(Math.abs(picture!.x + picture!.width - width)).toBeLessThan(1);
      expect(Math.abs(picture!.y + picture!.height - opening!.y - opening!.height)).toBeLessThan(1);
      expect(Math.abs(picture!.y - header!.y - header!.height) < 1).toBe(
        width >= 992 || (width >= 768 && path === "/authors/maud-ellery"),
      );
      if (path !== "/authors/maud-ellery") expect(picture!.width / picture!.height).toBeGreaterThan(1.4);
      await page.close();
    },
  );

  test("the cords of /about hang from their rod", async () => {
    const page = await open("/about", width);
    const [rod, cord] = await Promise.all([
      page.locator(".stats > ul").boundingBox(),
      page.locator(".cord").first().boundingBox(),
    ]);
    expect(cord!.y - rod!.y).toBeLessThanOrEqual(2);
    await page.close();
  });
});

test("the descriptions of jobs and the columns of benefits have room on a tablet", async () => {
  const page = await open("/careers", 768);
  const widths = await page.locator(".jobs-text p").evaluateAll((texts) => texts.map(({ clientWidth }) => clientWidth));
  expect(Math.min(...widths)).toBeGreaterThan(400);
  const [tags, button] = await Promise.all([
    page.locator(".jobs .tags").nth(2).boundingBox(),
    page.locator(".jobs .button").nth(2).boundingBox(),
  ]);
  expect(button!.y).toBeGreaterThanOrEqual(tags!.y + tags!.height);
  await page.close();
});

test.each([390, 768, 1024, 1440, 1920])("the cradle of /about ends before the page does at %i px", async (width) => {
  const page = await open("/about", width);
  const { x, width: drawn } = (await page.locator(".closing img").boundingBox())!;
  // The plinth reaches from 20.6% to 79.2% of the picture.
  expect(x + drawn * 0.792).toBeLessThan(width - 4);
  expect(x + drawn).toBeGreaterThanOrEqual(width);
  await page.close();
});

test.each([360, 390, 600, 768, 1440])("no phone number is broken at %i px", async (width) => {
  for (const path of ["/terms", "/privacy", "/contact"]) {
    const page = await open(path, width);
    const lines = await page.evaluate(() => {
      const found: number[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const start = texts.currentNode.textContent!.search(/\+1\s\d/);
        if (start < 0 || !texts.currentNode.parentElement!.checkVisibility()) continue;
        const range = document.createRange();
        range.setStart(texts.currentNode, start);
        range.setEnd(texts.currentNode, start + "+1 212 555 0142".length);
        found.push(new Set(Array.from(range.getClientRects(), ({ y }) => Math.round(y))).size);
      }
      return found;
    });
    expect(lines, path).toEqual(lines.map(() => 1));
    expect(lines.length, path).toBeGreaterThan(1);
    await page.close();
  }
});

test("a search without results suggests where to begin; only devices with a keyboard read about the key", async () => {
  const page = await open("/search?q=zyzzyva", 1440);
  const suggested = page.getByRole("region", { name: "Or begin here" });
  expect(await suggested.getByRole("link").count()).toBeGreaterThan(2);
  expect(await page.getByText("anywhere to get here").isVisible()).toBe(true);
  await page.close();
  const context = await browser.newContext({ ...devices["Pixel 5"], javaScriptEnabled: false });
  const phone = await context.newPage();
  await phone.goto(`${site}/search`);
  expect(await phone.getByText("Services, work, posts and pages.").isVisible()).toBe(true);
  expect(await phone.getByText("anywhere to get here").isVisible()).toBe(false);
  await context.close();
});

test("a search without results reads as one sentence, opened from the blog, too", async () => {
  const page = await open("/blog", 1440);
  await hydrate(page);
  await page.keyboard.press("/");
  await page.getByRole("searchbox").fill("zyzzyva");
  const words = page.getByText("Nothing matches.");
  await words.waitFor();
  expect(await words.evaluate((paragraph) => getComputedStyle(paragraph).display)).toBe("block");
  await page.close();
});
