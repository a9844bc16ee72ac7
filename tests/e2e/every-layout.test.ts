import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readThrough } from "../fixtures/browser/browser.ts";
import { findLayoutFaults } from "../fixtures/browser/layout-faults.ts";
import { scaled } from "../fixtures/scale.ts";
import { createPopulatedSite, type PopulatedSite } from "../fixtures/site/populated-site.ts";
import { type Area, screens } from "../fixtures/site/screens.ts";

const WIDTHS = [390, 768, 1440];
/** Photographs show what covers a text, and take long: SOAK=1 takes them. */
const photographed = scaled([], WIDTHS);
let site: PopulatedSite;

beforeAll(async () => {
  site = await createPopulatedSite();
});
afterAll(() => site.close());

describe.each(Object.keys(screens) as Area[])("%s:", (area) => {
  let page: Page;
  const isOpenToAll = area === "public" || area === "signed out";

  beforeAll(async () => {
    page = isOpenToAll ? await site.openAsNobody() : (await site.openAs(site.maud)).page;
    await page.emulateMedia({ reducedMotion: "reduce" });
  });
  afterAll(() => page.close());

  const named = screens[area].map((screen) => Object.assign({ state: "" }, screen));
  test.each(named)(
    "$path $state has whole words, room for headings, uncovered text and targets of 24 px",
    async (screen) => {
      await page.goto(site.url + site.resolve(screen.path));
      await page.locator(screen.ready).first().waitFor();
      await page.waitForLoadState("networkidle");
      if (isOpenToAll) await readThrough(page);
      const faults: Record<number, string[]> = {};
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        faults[width] = await findLayoutFaults(page, photographed.includes(width));
      }
      expect(faults).toEqual(Object.fromEntries(WIDTHS.map((width) => [width, []])));
    },
  );
});
