import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser, readThrough } from "../fixtures/browser/browser.ts";

const site = inject("siteUrl");
/** One of each kind. */
const PATHS = [
  "/",
  "/services",
  "/services/strategy",
  "/work",
  "/work/oakmere-checkout",
  "/blog",
  "/blog/balance-is-a-number",
  "/about",
  "/contact",
  "/careers",
  "/privacy",
  "/sitemap",
  "/search?q=checkout",
  "/nowhere",
];
const MEDIA = [
  { media: "print", width: 800 },
  { media: "screen", width: 1_280 },
  { media: "screen", width: 360 },
] as const;
const HEIGHT = 740;
/** Tolerance for subpixel rounding. */
const TOLERANCE_PX = 2;
let browser: Browser;

type RenderedElement = { readonly style: string; readonly box: readonly number[] };

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test.each(PATHS)("%s renders the same with critical CSS as with the complete stylesheets", async (path) => {
  const context = await browser.newContext({ viewport: { width: 360, height: HEIGHT }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(site + path);
  await readThrough(page);
  await page.evaluate(() => document.querySelectorAll("img").forEach((image) => (image.loading = "eager")));
  const withCriticalCss = await describePage(page);
  expect(await addCompleteStylesheets(page)).toBeGreaterThan(0);
  const complete = await describePage(page);
  expect(withCriticalCss).toHaveLength(complete.length);
  expect(withCriticalCss.filter((element, n) => !isSame(element, complete[n]))).toEqual([]);
  await context.close();
});

function isSame(one: RenderedElement, other: RenderedElement | undefined): boolean {
  if (one.style !== other?.style) return false;
  return one.box.every((value, n) => Math.abs(value - (other.box[n] ?? 0)) <= TOLERANCE_PX);
}

/** The position and style of every element on a phone, on a desktop and in print. */
async function describePage(page: Page): Promise<RenderedElement[]> {
  const elements: RenderedElement[] = [];
  for (const { media, width } of MEDIA) {
    await page.emulateMedia({ media });
    await page.setViewportSize({ width, height: HEIGHT });
    // The current section is marked after two frames.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    // Another width may load another picture with other dimensions.
    await page.waitForFunction(() => [...document.images].every((image) => image.complete || !image.checkVisibility()));
    const found = await page.evaluate(describeElements);
    elements.push(...found.map(({ style, box }) => ({ style: `${media}, ${width} px: ${style}`, box })));
  }
  return elements;
}

function describeElements(): RenderedElement[] {
  const boxOf = (element: HTMLElement) => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element;
    return [offsetLeft, offsetTop, offsetWidth, offsetHeight];
  };
  return Array.from(document.body.querySelectorAll("*"), (element) => {
    const { color, background, font, padding, display } = getComputedStyle(element);
    const { content } = getComputedStyle(element, "::before");
    const name = `${element.tagName}.${element.getAttribute("class")}`;
    return {
      style: [name, color, background, font, padding, display, content].join(" | "),
      // SVG elements have no offset properties.
      box: element instanceof HTMLElement ? boxOf(element) : [],
    };
  });
}

/** Loads the deferred stylesheets, as hydration does. */
function addCompleteStylesheets(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[data-rel=stylesheet]")];
    await Promise.all(
      links.map((link) => {
        const loaded = new Promise((resolve) => link.addEventListener("load", resolve));
        link.rel = "stylesheet";
        return loaded;
      }),
    );
    return links.length;
  });
}
