import lighthouse, { type Config } from "lighthouse";
import { chromium } from "playwright-core";
import { requireChromium } from "../scripts/programs.mjs";
import { MISSING, ROUTES } from "../tests/fixtures/site/routes.ts";
import { formatInteger, inKb, inMs, inSeconds, ratio, startSite, table } from "./harness.ts";
import type { Options } from "./options.ts";
import { median } from "./statistics.ts";

const PORT = 9_333;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const TYPES = ["Document", "Script", "Image", "Font"] as const;
/** Pages with noindex, for which the SEO score does not apply. */
const NOT_INDEXED = /^\/(auth|search|blog\/new|account|newsroom|messages|nowhere|blog\?category=Nobody)/;
const SCORES = "performance, accessibility, best practices, SEO";
const HEAD = `page, ${SCORES}, FCP, LCP, TBT, CLS, requests, document, scripts, pictures, fonts, other, in all`.split(
  ", ",
);
/** Chromium logs the 404 status of a missing page as a console error. */
const IGNORE_404_ERROR: Config = {
  extends: "lighthouse:default",
  audits: [{ path: "errors-in-console", options: { ignoredPatterns: ["the server responded with a status of 404"] } }],
};

/** Runs Lighthouse with simulated mobile throttling; reports the median of several runs. */
export async function measureLighthouse({ addresses, runs, against, ...options }: Options): Promise<string> {
  const site = await startSite();
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: [`--remote-debugging-port=${PORT}`, "--no-sandbox", "--disable-gpu"],
  });
  try {
    const routes = addresses.length > 0 ? addresses : [...ROUTES, MISSING[0].path];
    const slowdown = options.slowdown ?? adviseSlowdown(await measure(site.url, 1));
    const ours = new Map<string, PageResult>();
    for (const route of routes) ours.set(route, await measureMedian(site.url + route, { runs, slowdown }));
    const theirs = new Map<string, PageResult>();
    for (const url of against) theirs.set(url, await measureMedian(url, { runs, slowdown }));
    const rows = [...ours, ...theirs].map(([route, result]) => describe(route, result));
    const first = [...ours.values()][0];
    return [
      describeMachine([...ours.values()], slowdown),
      table(HEAD, rows),
      ...(first && theirs.size > 0 ? [compare(first, theirs)] : []),
    ].join("\n\n");
  } finally {
    await browser.close();
    await site.stop();
  }
}

// A slowdown of 4 simulates a mid-tier phone (benchmark index 125 to 800) only on a fast machine; for others,
// docs/throttling.md in Lighthouse's repository recommends 2.
const adviseSlowdown = ({ machine }: PageResult): number => (machine >= 1_500 ? 4 : 2);

function describeMachine(results: readonly PageResult[], slowdown: number): string {
  const machine = median(results.map((result) => result.machine));
  return `Lighthouse gives this machine ${formatInteger(machine)}; at ${slowdown} times slower, its phone ${formatInteger(machine / slowdown)}.`;
}

function describe(route: string, result: PageResult): string[] {
  const { fcp, lcp, tbt, cls, requests, bytes } = result;
  const scores = CATEGORIES.map((category) =>
    category === "seo" && NOT_INDEXED.test(route) ? "–" : formatInteger(result[category] * 100),
  );
  const known = TYPES.reduce((sum, type) => sum + result[type], 0);
  const sizes = [...TYPES.map((type) => result[type]), bytes - known, bytes].map(inKb);
  return [
    route,
    ...scores,
    inSeconds(fcp),
    inSeconds(lcp),
    inMs(tbt),
    cls.toFixed(3),
    formatInteger(requests),
    ...sizes,
  ];
}

/** Compares other sites with our first page. */
function compare(ours: PageResult, theirs: ReadonlyMap<string, PageResult>): string {
  const rows = [...theirs].map(([url, { lcp, bytes, requests, Script }]) => [
    url,
    ratio(lcp, ours.lcp),
    ratio(bytes, ours.bytes),
    ratio(requests, ours.requests),
    inKb(Script - ours.Script),
  ]);
  return table(["as multiples of our first page", "LCP", "bytes", "requests", "more scripts"], rows);
}

type PageResult = Readonly<
  Record<
    | (typeof CATEGORIES)[number]
    | (typeof TYPES)[number]
    | "fcp"
    | "lcp"
    | "tbt"
    | "cls"
    | "bytes"
    | "requests"
    | "machine",
    number
  >
>;

async function measureMedian(url: string, { runs, slowdown }: { runs: number; slowdown: number }): Promise<PageResult> {
  const results: PageResult[] = [];
  for (let run = 0; run < runs; run++) results.push(await measure(url, slowdown));
  const names = Object.keys(results[0] ?? {}) as (keyof PageResult)[];
  return Object.fromEntries(names.map((name) => [name, median(results.map((result) => result[name]))])) as PageResult;
}

async function measure(url: string, slowdown: number): Promise<PageResult> {
  const isMissing = new URL(url).pathname === MISSING[0].path;
  const result = await lighthouse(
    url,
    {
      port: PORT,
      logLevel: "error",
      onlyCategories: [...CATEGORIES],
      ignoreStatusCode: isMissing,
      throttling: { cpuSlowdownMultiplier: slowdown },
    },
    isMissing ? IGNORE_404_ERROR : undefined,
  );
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}`);
  const { audits, categories, environment } = result.lhr;
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const fetched = requestsOf(audits["network-requests"]?.details);
  const byType = TYPES.map((type) => [type, bytesOf(fetched.filter(({ resourceType }) => resourceType === type))]);
  return {
    ...Object.fromEntries([...byType, ...CATEGORIES.map((name) => [name, categories[name]?.score ?? Number.NaN])]),
    fcp: value("first-contentful-paint"),
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    bytes: bytesOf(fetched),
    requests: fetched.length,
    machine: environment.benchmarkIndex,
  };
}

type Fetched = { readonly resourceType: string; readonly transferSize: number };

function requestsOf(details: unknown): Fetched[] {
  return ((details as { items?: Fetched[] } | undefined)?.items ?? []).filter(({ transferSize }) => transferSize > 0);
}

function bytesOf(fetched: readonly Fetched[]): number {
  return fetched.reduce((sum, { transferSize }) => sum + transferSize, 0);
}
