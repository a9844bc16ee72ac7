import { chromium, type CDPSession, type Page } from "playwright-core";
import { requireChromium } from "../scripts/chromium.mjs";
import type { Options } from "./options.ts";
import { startSite } from "./site.ts";
import { inMs, table } from "./table.ts";

const SWING_MS = 6_000;
const REST_MS = 2_000;
const SMOOTH_MS = 20;

/** Frames of home while its bob swings, and the main thread's work once it hangs still, on a slowed processor. */
export async function measurePendulum({ slowdown = 4 }: Options): Promise<string> {
  const site = await startSite();
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.goto(site.url, { waitUntil: "networkidle" });
    const frames = await recordFrames(page);
    await page.evaluate(() => document.querySelector(".pendulum")?.getAnimations()[0]?.finish());
    const atRest = await workDuring(session, page);
    const sorted = frames.toSorted((a, b) => a - b);
    const at = (part: number) => inMs(sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN);
    const smooth = frames.filter((frame) => frame < SMOOTH_MS).length / frames.length;
    return table(
      [
        "slowdown",
        "frames",
        "median",
        "95 %",
        "longest",
        `under ${SMOOTH_MS} ms`,
        `scripts in ${REST_MS / 1_000} s at rest`,
      ],
      [
        [
          String(slowdown),
          String(frames.length),
          at(0.5),
          at(0.95),
          at(1),
          `${(100 * smooth).toFixed(1)} %`,
          inMs(atRest),
        ],
      ],
    );
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Times between frames, in milliseconds, while the pointer pushes the bob now and then. */
async function recordFrames(page: Page): Promise<number[]> {
  const recording = page.evaluate(
    (duration) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        const begun = performance.now();
        let before = begun;
        const next = (now: number) => {
          frames.push(now - before);
          before = now;
          if (now - begun > duration) resolve(frames.slice(1));
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    SWING_MS,
  );
  for (let moves = 0; moves < 5; moves++) {
    await page.mouse.move(moves % 2 ? 150 : 320, 400, { steps: 6 });
    await page.waitForTimeout(SWING_MS / 8);
  }
  return recording;
}

async function workDuring(session: CDPSession, page: Page): Promise<number> {
  const scriptMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN);
  };
  const before = await scriptMs();
  await page.waitForTimeout(REST_MS);
  return (await scriptMs()) - before;
}
