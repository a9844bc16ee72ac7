import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../fixtures/browser/browser.ts";

const site = inject("siteUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const PAIRS = [
  ["/work", "/work/oakmere-checkout"],
  ["/blog", "/blog/balance-is-a-number"],
  ["/services", "/services/design"],
] as const;

test.each(PAIRS)("picture and title of a card on %s are carried to %s and back", async (list, detail) => {
  const page = await open("no-preference");
  await page.goto(site + list, { waitUntil: "networkidle" });
  const names = await namesOn(page);
  expect(new Set(names).size).toBe(names.length);
  await page.evaluate((to) => location.assign(to), detail);
  await page.waitForURL(site + detail);
  const own = (await namesOn(page)).slice(0, 2);
  expect(names).toEqual(expect.arrayContaining(own));
  const groups = own.map((name) => `::view-transition-group(${name})`);
  // A document navigation, and one by the router after hydration.
  await expect.poll(() => carried(page)).toEqual(expect.arrayContaining(groups));
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
  await page.evaluate(() => Reflect.set(globalThis, "carried", []));
  await page.locator(`main a[href="${list}"]`).first().click();
  await page.waitForURL(site + list);
  await expect.poll(() => carried(page)).toEqual(expect.arrayContaining(groups));
  await page.close();
});

test("under reduced motion no picture has a name, and pages change at once", async () => {
  const page = await open("reduce");
  await page.goto(`${site}/work`, { waitUntil: "networkidle" });
  expect(await namesOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.evaluate(() => location.assign("/work/oakmere-checkout"));
  await page.waitForURL("**/work/oakmere-checkout");
  await page.waitForLoadState("networkidle");
  expect(await carried(page)).toEqual([]);
  await page.close();
});

test("the old page is gone after 120 ms, the new one there after 280; nothing is seen twice", async () => {
  const page = await open("no-preference");
  await page.goto(`${site}/work`, { waitUntil: "networkidle" });
  const parts = await page.evaluate(async () => {
    await document.startViewTransition(() => undefined).ready;
    return document.getAnimations().map(({ effect }) => {
      const { pseudoElement } = effect as KeyframeEffect;
      return [pseudoElement ?? "", effect?.getComputedTiming().endTime] as const;
    });
  });
  const ends = new Map(parts);
  expect(ends.get("::view-transition-old(root)")).toBe(120);
  expect(ends.get("::view-transition-new(root)")).toBe(280);
  for (const [part, end] of parts) {
    expect(end, part).toBeLessThanOrEqual(280);
    if (part.includes("case-")) expect(part).toContain("group(");
  }
  await page.close();
});

const carried = (page: Page) => page.evaluate(() => Reflect.get(globalThis, "carried") as string[]);

function namesOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main *")]
      .map((picture) => getComputedStyle(picture).getPropertyValue("view-transition-name"))
      .filter((name) => name !== "none"),
  );
}

/** A page that records which parts each view transition animates. */
async function open(reducedMotion: "reduce" | "no-preference"): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion });
  await page.addInitScript(() => {
    const names: string[] = [];
    Reflect.set(globalThis, "carried", names);
    const record = async (transition: ViewTransition | null) => {
      await transition?.ready.catch(() => undefined);
      const parts = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? "");
      const all = Reflect.get(globalThis, "carried") as string[];
      if (transition) all.push(...parts);
    };
    addEventListener("pagereveal", (event) => void record(event.viewTransition));
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void record(transition);
      return transition;
    };
  });
  return page;
}
