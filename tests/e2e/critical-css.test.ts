import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser, readThrough } from "../fixtures/browser.ts";

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
/** Rounding of what is placed between two pixels. */
const SAME_PLACE_PX = 2;
let browser: Browser;

type Look = { readonly style: string; readonly place: readonly number[] };

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test.each(PATHS)("%s looks with the rules it holds as it does with the whole sheets", async (path) => {
  const context = await browser.newContext({ viewport: { width: 360, height: HEIGHT }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(site + path);
  await readThrough(page);
  await page.evaluate(() => document.querySelectorAll("img").forEach((image) => (image.loading = "eager")));
  const own = await describeLooks(page);
  expect(await addWholeSheets(page)).toBeGreaterThan(0);
  const whole = await describeLooks(page);
  expect(own).toHaveLength(whole.length);
  expect(own.filter((look, n) => !isSame(look, whole[n]))).toEqual([]);
  await context.close();
});

function isSame(one: Look, other: Look | undefined): boolean {
  if (one.style !== other?.style) return false;
  return one.place.every((at, n) => Math.abs(at - (other.place[n] ?? 0)) <= SAME_PLACE_PX);
}

/** Where everything stands and how it looks, on a phone, on a desk and on paper. */
async function describeLooks(page: Page): Promise<Look[]> {
  const looks: Look[] = [];
  for (const { media, width } of MEDIA) {
    await page.emulateMedia({ media });
    await page.setViewportSize({ width, height: HEIGHT });
    // Which section is being read is known with the frame after the next.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    // Another width may bring another picture, of other measures.
    await page.waitForFunction(() => [...document.images].every((image) => image.complete || !image.checkVisibility()));
    const found = await page.evaluate(describeElements);
    looks.push(...found.map(({ style, place }) => ({ style: `${media}, ${width} px: ${style}`, place })));
  }
  return looks;
}

function describeElements(): Look[] {
  const placeOf = (element: HTMLElement) => {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element;
    return [offsetLeft, offsetTop, offsetWidth, offsetHeight];
  };
  return Array.from(document.body.querySelectorAll("*"), (element) => {
    const { color, background, font, padding, display } = getComputedStyle(element);
    const { content } = getComputedStyle(element, "::before");
    const name = `${element.tagName}.${element.getAttribute("class")}`;
    return {
      style: [name, color, background, font, padding, display, content].join(" | "),
      // Drawings have none of these.
      place: element instanceof HTMLElement ? placeOf(element) : [],
    };
  });
}

/** As the page does when it hydrates. */
function addWholeSheets(page: Page): Promise<number> {
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
