import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** For screens that only a journey reaches. */
export const ON_A_PHONE = { viewport: { width: 360, height: 800 } };

/** Nothing for axe-core to find in light or in dark, and no sideways scroll. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await overflow(page), "pixels of sideways scroll").toBeLessThanOrEqual(0);
  // Evaluated from outside: as a script of the page, its policy would rightly refuse it.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await violations(page), "in light").toEqual([]);
  // The schemes differ in nothing else.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await violations(page, ["color-contrast", "link-in-text-block"]), "in dark").toEqual([]);
}

/** The same on a phone and on a desk, in one visit. */
export async function expectAccessibleAtBothWidths(
  page: Page,
  alsoThere = async (): Promise<void> => {},
): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await alsoThere();
  }
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

async function violations(page: Page, only?: string[]) {
  const results: AxeResults = await page.evaluate(
    (rules) => Reflect.get(globalThis, "axe").run({ resultTypes: ["violations"], ...(rules && { runOnly: rules }) }),
    only,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  );
}
