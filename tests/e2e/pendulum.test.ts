import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  launchBrowser,
  listenForComplaints,
  listenForScripts,
  MOTION_SCRIPT,
  recordShifts,
  shiftOf,
} from "../fixtures/browser/browser.ts";
import { get } from "../fixtures/network/http.ts";

const site = inject("siteUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Where the masters have the bob in their frame. On phones the night bob is drawn as high as by day, a fiftieth higher. */
const FRAMES = {
  "hero-wide": { frame: [2880, 1440], bob: [1295, 366, 290, 726] },
  "hero-tall": { frame: [1440, 1800], bob: [539, 457, 362, 907] },
  "night-wide": { frame: [2880, 1200], bob: [1316, 268, 248, 617] },
  "night-tall": { frame: [1440, 1800], bob: [538.4, 457, 363.2, 907] },
} as const;

const swings = (page: Page) => page.evaluate(() => document.querySelector(".pendulum")?.getAnimations().length);

/** Distances in pixels between the bob's sides and those in the master; [left, top, right, bottom]. */
function misplacement(page: Page, { frame, bob }: (typeof FRAMES)[keyof typeof FRAMES]): Promise<number[]> {
  return page.evaluate(
    ([[width], [x, y, w, h]]) => {
      const [plate, hung] = Array.from(document.querySelectorAll(".home-hero img"), (img) =>
        img.getBoundingClientRect(),
      );
      if (!plate || !hung) throw new Error("The hero has no two layers.");
      const scale = plate.width / width;
      return [
        hung.left - plate.left - x * scale,
        hung.top - plate.top - y * scale,
        hung.right - plate.left - (x + w) * scale,
        hung.bottom - plate.top - (y + h) * scale,
      ].map(Math.abs);
    },
    [frame, bob] as const,
  );
}

test("a push swings the bob by an animation of transform alone, which ends where the picture has the bob", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(recordShifts);
  const scripts = listenForScripts(page);
  const complaints = listenForComplaints(page);
  const fetched = page.waitForRequest(site + MOTION_SCRIPT);
  await page.goto(site, { waitUntil: "networkidle" });
  await fetched;
  expect(await swings(page), "nothing moves by itself").toBe(0);

  let x = 700;
  await expect
    .poll(async () => {
      x = x === 700 ? 900 : 700;
      await page.mouse.move(x, 500, { steps: 4 });
      return swings(page);
    })
    .toBe(1);
  const { properties, farthest } = await page.evaluate(() => {
    const [swing] = document.querySelector(".pendulum")?.getAnimations() ?? [];
    const frames = swing?.effect instanceof KeyframeEffect ? swing.effect.getKeyframes() : [];
    const angles = frames.map(({ transform }) => Math.abs(parseFloat(String(transform).slice("rotate(".length)) || 0));
    const names = frames.flatMap((frame) => Object.keys(frame));
    return { properties: [...new Set(names)].toSorted(), farthest: Math.max(...angles) };
  });
  expect(properties).toEqual(["composite", "computedOffset", "easing", "offset", "transform"]);
  expect(farthest).toBeGreaterThan(0.1);
  expect(farthest).toBeLessThanOrEqual(4);

  await page.evaluate(() => document.querySelector(".pendulum")?.getAnimations()[0]?.finish());
  await expect.poll(() => swings(page)).toBe(0);
  expect(Math.max(...(await misplacement(page, FRAMES["hero-wide"])))).toBeLessThan(1);
  const running = () => document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline).length;
  expect(await page.evaluate(running), "no animation elsewhere, apart from scroll-driven ones").toBe(0);
  expect(await shiftOf(page), "cumulative layout shift").toBeLessThan(0.001);
  expect(scripts).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

test("scrolling and tilting push the bob", async () => {
  const page = await browser.newPage();
  await page.goto(site, { waitUntil: "networkidle" });
  const restart = () => page.evaluate(() => document.querySelector(".pendulum")?.getAnimations()[0]?.finish());
  await expect.poll(() => page.evaluate(() => (scrollBy(0, scrollY ? -60 : 60), 0)).then(() => swings(page))).toBe(1);
  await restart();
  await expect.poll(() => swings(page)).toBe(0);
  let gamma = 0;
  const tilt = async () => {
    gamma = 20 - gamma;
    await page.evaluate((to) => dispatchEvent(new DeviceOrientationEvent("deviceorientation", { gamma: to })), gamma);
    return swings(page);
  };
  await expect.poll(tilt).toBe(1);
  await page.close();
});

test.each([
  { width: 390, deviceScaleFactor: 2 },
  { width: 768, reducedMotion: "reduce" },
  { width: 1440, javaScriptEnabled: false },
  { width: 1920, reducedMotion: "reduce" },
] as const)("at rest the bob is where the picture has it, by day and by night: %o", async ({ width, ...options }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ ...options, colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    await page.goto(site, { waitUntil: "networkidle" });
    const frame = `${colorScheme === "dark" ? "night" : "hero"}-${width < 768 ? "tall" : "wide"}` as const;
    expect(Math.max(...(await misplacement(page, FRAMES[frame]))), frame).toBeLessThan(1);
    if ("reducedMotion" in options) await page.mouse.move(width * 0.6, 500, { steps: 9 });
    expect(await swings(page), frame).toBe(0);
    await context.close();
  }
});

test("the script has at most 3 KB", async () => {
  const { status, body } = await get(site, MOTION_SCRIPT, { "accept-encoding": "identity" });
  expect(status).toBe(200);
  expect(body.length).toBeLessThanOrEqual(3 * 1_024);
});

test("the speculation rules are requested after the first pictures, and the policy allows them", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const complaints = listenForComplaints(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(site, { waitUntil: "networkidle" });
  const rules = page.locator("script[type=speculationrules]");
  await rules.waitFor({ state: "attached" });
  expect(JSON.parse(String(await rules.textContent()))).toHaveProperty("prerender");
  const plate = requests.findIndex((path) => path.includes("hero-tall"));
  expect(plate).toBeGreaterThan(0);
  expect(requests.indexOf("/prerender.json")).toBeGreaterThan(plate);
  expect(complaints).toEqual([]);
  await page.close();
});

test("the pictures of /services move at most 6 px toward the mouse, and stay still under reduced motion", async () => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion });
    const script = page.waitForResponse(site + MOTION_SCRIPT);
    await page.goto(`${site}/services`, { waitUntil: "networkidle" });
    await script;
    const card = page.locator(".service-index li").nth(1);
    await card.scrollIntoViewIfNeeded();
    const frame = (await card.locator(".pic").boundingBox())!;
    const shift = () =>
      card.locator("img").evaluate((image) => {
        const { e, f } = new DOMMatrix(getComputedStyle(image).transform);
        return [e, f].map((each) => Math.round(each));
      });
    const point = [frame.x + frame.width - 3, frame.y + 3] as const;
    await page.mouse.move(...point);
    // The script may have run after the first move.
    const leaned = async () => {
      await page.mouse.move(point[0] - Math.random(), point[1]);
      return shift();
    };
    const still = [0, 0];
    await expect.poll(leaned).toEqual(reducedMotion === "reduce" ? still : [6, -6]);
    await page.mouse.move(2, 2);
    await expect.poll(shift).toEqual(still);
    await page.close();
  }
});
