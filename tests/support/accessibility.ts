import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe-core finds in light and in dark. The page's policy must be bypassed: it would rightly refuse axe. */
export async function violations(page: Page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ path: axePath });
  await page.emulateMedia({ colorScheme: "light" });
  const light = await runAxe(page);
  await page.emulateMedia({ colorScheme: "dark" });
  return { light, dark: await runAxe(page) };
}

export const NO_VIOLATIONS = { light: [], dark: [] };

async function runAxe(page: Page) {
  const results: AxeResults = await page.evaluate(() =>
    Reflect.get(globalThis, "axe").run({ resultTypes: ["violations"] }),
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, target, failureSummary })),
  );
}
