import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { ROUTES } from "../tests/support/routes.ts";
import { startSite } from "./site.ts";

const RUNS = 5;
const PORT = 9_333;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** Not meant to be found: everything but SEO counts. */
const NOT_INDEXED = /^\/(auth|search|blog\/new|account|newsroom|messages)/;

/** Every page as Lighthouse's simulated mobile sees it: the median of five runs. */
export async function measureLighthouse(): Promise<string> {
  const site = await startSite();
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [`--remote-debugging-port=${PORT}`, "--no-sandbox", "--disable-gpu"],
  });
  const lines = [
    "| page | performance | accessibility | best practices | SEO | FCP | LCP | TBT | CLS | KB |",
    "|---|---|---|---|---|---|---|---|---|---|",
  ];
  try {
    for (const route of ROUTES) {
      const results: PageResult[] = [];
      for (let run = 0; run < RUNS; run++) results.push(await measure(`${site.url}${route}`));
      const at = (read: (result: PageResult) => number) => median(results.map(read));
      const scores = CATEGORIES.map((category) =>
        category === "seo" && NOT_INDEXED.test(route)
          ? "–"
          : String(Math.round(at(({ scores: of }) => of[category] ?? 0) * 100)),
      );
      const times = [at(({ fcp }) => fcp), at(({ lcp }) => lcp)].map((ms) => `${(ms / 1000).toFixed(2)} s`);
      const rest = [
        `${Math.round(at(({ tbt }) => tbt))} ms`,
        at(({ cls }) => cls).toFixed(3),
        Math.round(at(({ bytes }) => bytes) / 1024),
      ];
      lines.push(`| ${[route, ...scores, ...times, ...rest].join(" | ")} |`);
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  return lines.join("\n");
}

type PageResult = {
  readonly scores: Readonly<Record<string, number | null>>;
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly bytes: number;
};

async function measure(url: string): Promise<PageResult> {
  const result = await lighthouse(url, { port: PORT, logLevel: "error", onlyCategories: [...CATEGORIES] });
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}`);
  const { audits, categories } = result.lhr;
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: Object.fromEntries(CATEGORIES.map((category) => [category, categories[category]?.score ?? null])),
    fcp: value("first-contentful-paint"),
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    bytes: value("total-byte-weight"),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
