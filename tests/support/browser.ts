import { type Browser, chromium, type Page } from "playwright-core";

/** The real Chromium. scripts/test.mjs has found it; nothing is skipped where it is missing. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath) throw new Error("CHROMIUM_PATH is not set; run the tests with npm test.");
  return chromium.launch({
    executablePath,
    // A test machine is often a container, as root and without a GPU.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      `--disable-features=${[...SUGGESTION_PAGES, ...DISABLED_BY_PLAYWRIGHT].join()}`,
    ],
  });
}

/** Behind the address bar of every window Chromium loads pages for its suggestions: a second of work for nobody. */
const SUGGESTION_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
/** Only the last list counts, so what Playwright wants off is said again. */
const DISABLED_BY_PLAYWRIGHT = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Moves through the page as a reader does, so that lazy pictures come, and back to the top. */
export async function readThrough(page: Page): Promise<void> {
  // A face that comes while somebody scrolls may move what was scrolled past.
  await page.waitForFunction(
    () => document.documentElement.dataset.dressing !== "" && document.fonts.status === "loaded",
  );
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    scrollTo(0, 0);
  });
  await page.waitForLoadState("networkidle");
}
