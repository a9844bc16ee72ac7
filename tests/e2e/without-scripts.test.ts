import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { launchBrowser } from "../fixtures/browser/browser.ts";
import { MISSING, ROUTES } from "../fixtures/site/routes.ts";

const site = inject("siteUrl");
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launchBrowser();
  context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
});
afterAll(() => browser.close());

type Box = { x: number; y: number; width: number; height: number };

/** The area that two boxes share, in pixels. */
function overlap(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

async function open(path: string) {
  const page = await context.newPage();
  await page.goto(site + path);
  return page;
}

describe("with JavaScript off", () => {
  test.each([...ROUTES, ...MISSING.map(({ path }) => path)])("%s reads completely", async (path) => {
    const page = await open(path);
    await expect(page.locator("h1").count()).resolves.toBe(1);
    const words = await page.locator("main").innerText();
    expect(words.length).toBeGreaterThan(60);
    await page.close();
  });

  test("neither switch of the color scheme is shown, because nothing would change it", async () => {
    const page = await open("/");
    await expect(page.locator(".scheme, .theme").count()).resolves.toBe(2);
    await expect(page.locator(".scheme:visible, .theme:visible").count()).resolves.toBe(0);
    await page.close();
  });

  test.each(["oakmere-checkout", "tallis-mutual-account", "harrow-lane-booking"])(
    "the slider of /work/%s compares before and after by keyboard",
    async (study) => {
      const page = await open(`/work/${study}`);
      const slider = page.getByRole("slider", { name: "Compare before and after" });
      const hidden = () =>
        page.locator(".compare-after").evaluate((image) => {
          const [, , , left] = /inset\(([^)]*)\)/.exec(getComputedStyle(image).clipPath)?.[1]?.split(" ") ?? [];
          return Number.parseFloat(left ?? "0");
        });
      await expect.poll(hidden).toBeCloseTo(50, 0);
      await slider.focus();
      await page.keyboard.press("End");
      await expect.poll(hidden).toBeCloseTo(100, 0);
      await page.keyboard.press("Home");
      await expect.poll(hidden).toBeCloseTo(0, 0);
      await page.keyboard.press("PageUp");
      await expect.poll(hidden).toBeGreaterThan(5);
      await page.close();
    },
  );

  test.each(["/auth", "/account", "/newsroom/people", "/blog/new"])(
    "%s says that it needs an account and scripts",
    async (path) => {
      const page = await open(path);
      await expect(page.locator("main").innerText()).resolves.toMatch(/needs JavaScript/);
      await page.close();
    },
  );

  test.each([390, 768, 1440])("the notice that scripts are needed covers nothing at %i px", async (width) => {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 700 });
    for (const path of ["/auth", "/account", "/newsroom", "/blog/new"]) {
      await page.goto(site + path);
      const notice = await page.getByText(/needs JavaScript/).boundingBox();
      const others = page.locator("header *, main :is(h1, label, input, a, button, .auth-picture), footer");
      for (const other of await others.all()) {
        const box = await other.boundingBox();
        if (notice && box && box.width > 1)
          expect(overlap(notice, box), `${path}: ${await other.textContent()}`).toBe(0);
      }
      expect(notice).not.toBeNull();
    }
    await page.close();
  });

  test("the menu opens, closes and leads on", async () => {
    const page = await open("/");
    await page.getByRole("button", { name: "Open menu", exact: true }).click();
    const menu = page.getByRole("navigation", { name: "Mobile" });
    await expect(menu.isVisible()).resolves.toBe(true);
    await page.getByRole("button", { name: "Close menu", exact: true }).click();
    await expect(menu.isVisible()).resolves.toBe(false);
    await page.getByRole("button", { name: "Open menu", exact: true }).click();
    await menu.getByRole("link", { name: "Work" }).click();
    await page.waitForURL("**/work");
    await page.close();
  });

  test("the category filter is a row of links", async () => {
    const page = await open("/blog");
    const chips = page.getByRole("navigation", { name: "Categories" });
    await expect(
      chips.getByRole("link", { name: "All", exact: true }).getAttribute("aria-current"),
    ).resolves.toBeTruthy();
    await chips.getByRole("link", { name: "Design", exact: true }).click();
    await page.waitForURL("**/blog?category=Design");
    await expect(page.locator("main article").count()).resolves.toBe(1);
    await expect(
      chips.getByRole("link", { name: "Design", exact: true }).getAttribute("aria-current"),
    ).resolves.toBeTruthy();
    await page.close();
  });

  test("search is a page", async () => {
    const page = await open("/");
    await page.getByRole("link", { name: "Search" }).first().click();
    await page.waitForURL("**/search");
    await page.getByRole("searchbox").fill("checkout");
    await page.getByRole("button", { name: "Search" }).click();
    await page.waitForURL("**/search?q=checkout");
    await page
      .locator("main")
      .getByRole("link", { name: /Four fields fewer at the checkout/ })
      .click();
    await page.waitForURL("**/work/oakmere-checkout");
    await page.goto(`${site}/search?q=zyzzyva`);
    await page.getByRole("link", { name: "ask a person" }).click();
    await page.waitForURL("**/contact");
    await page.close();
  });

  test("the contact form comes back with errors beside their fields and the text kept", async () => {
    const page = await open("/contact");
    await page.getByLabel("Full name").fill("Ada Whitlock");
    await page.getByLabel("Email").fill("ada@oakmere");
    await page.getByLabel("Message").fill("The checkout leans to the left.");
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.getByText("This address is not complete.").waitFor();
    await expect(page.getByLabel("Full name").inputValue()).resolves.toBe("Ada Whitlock");
    await expect(page.getByLabel("Message").inputValue()).resolves.toBe("The checkout leans to the left.");
    await expect(page.getByLabel("Email").getAttribute("aria-invalid")).resolves.toBe("true");
    await page.close();
  });

  test("a message is taken, and the page says so in the toast's words", async () => {
    const page = await open("/contact?service=conversion");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel("Full name").fill("Ada Whitlock");
    await page.getByLabel("Email").fill("ada@oakmere.example");
    await page.getByLabel("Message").fill("The checkout leans to the left.");
    await page.getByRole("button", { name: "Send Message" }).click();
    const notice = page.getByRole("status").filter({ hasText: "Message sent" });
    await notice.waitFor();
    expect(await notice.textContent()).toBe("Message sent Thank you! We'll get back to you shortly.");
    expect(await page.getByLabel("Message").inputValue()).toBe("");
    const panel = await page.getByRole("region", { name: "We have it." }).boundingBox();
    expect(panel?.y, "in view").toBeGreaterThanOrEqual(0);
    expect((panel?.y ?? 0) + (panel?.height ?? Infinity)).toBeLessThanOrEqual(844);
    await expect.poll(() => notice.isVisible()).toBe(false);
    await page.close();
  });

  test("the newsletter form sends nothing, wherever it is", async () => {
    const page = await open("/blog");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.locator("main input[type=email]").first().fill("ada@oakmere.example");
    await page.locator("main input[type=email]").first().press("Enter");
    await page.waitForTimeout(300);
    expect(requests.join(" ")).not.toContain("oakmere");
    await page.close();
  });
});
