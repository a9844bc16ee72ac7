import { type Browser, chromium, type Page } from "playwright-core";

/** The real Chromium. scripts/test.mjs has found it; nothing is skipped where it is missing. */
export function launchBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath) throw new Error("CHROMIUM_PATH is not set; run the tests with npm test.");
  return chromium.launch({
    executablePath,
    // Playwright has it load every page anew that somebody goes back to.
    ignoreDefaultArgs: keepsPages ? ["--disable-back-forward-cache"] : [],
    // A test machine is often a container, as root and without a GPU.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--num-raster-threads=1",
      `--disable-features=${[...WORK_FOR_NOBODY, ...DISABLED_BY_PLAYWRIGHT].join()}`,
    ],
  });
}

/** Behind the address bar of every window Chromium loads pages for its suggestions, and beside it keeps a spare renderer. */
const WORK_FOR_NOBODY = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];
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

/** What the page says on the console from now on, and what fails in it. */
export function listenForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // The browser itself reports a 404; for a missing page that line is the truth.
    if (!message.text().includes("status of 404")) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

/** The addresses of the scripts that the page fetches from now on. */
export function listenForScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script" || request.url().endsWith(".js")) scripts.push(request.url());
  });
  return scripts;
}

/** An init script. Adds up every shift; the third decimal is where Chromium stops telling the score. */
export function recordShifts(): void {
  Object.assign(globalThis, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      Object.assign(globalThis, { shift: Reflect.get(globalThis, "shift") + Reflect.get(entry, "value") });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Reflect.get(globalThis, "shift"));
}
