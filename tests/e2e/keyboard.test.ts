import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser, listenForComplaints } from "../fixtures/browser/browser.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const site = inject("siteUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function open(path: string, width = 1280): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.goto(site + path, { waitUntil: "networkidle" });
  return page;
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

test("the first Tab reaches the skip link, and it leads to the content without a word in the console", async () => {
  const page = await open("/services");
  const complaints = listenForComplaints(page);
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Skip to content");
  await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  expect(complaints).toEqual([]);
  await page.close();
});

test.each(["/", "/blog/balance-is-a-number", "/contact", "/work/oakmere-checkout"])(
  "Tab reaches every control of %s, each visibly",
  async (path) => {
    const page = await open(path);
    const controls = await page.evaluate(() => {
      const all = document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex='0']");
      const shown = [...all].filter((control) => control.checkVisibility({ visibilityProperty: true }));
      // Of a group of radio buttons Tab reaches one.
      return shown.filter(
        (control) => !(control instanceof HTMLInputElement && control.type === "radio" && !control.checked),
      ).length;
    });
    const reached = new Set<string>();
    for (let press = 0; press < controls + 5; press++) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const control = document.activeElement;
        if (!control || control === document.body) return "";
        // The outline may be drawn around a radio button's label or around the card that a link covers.
        const drawn = [getComputedStyle(control), getComputedStyle(control, "::after")];
        const label = control.closest("label");
        if (label) drawn.push(getComputedStyle(label));
        const seen = drawn.some(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && outlineWidth !== "0px");
        // Marked, because positions in the document change when the page hydrates meanwhile.
        const stops = Number(Reflect.get(globalThis, "stops") ?? 0) + 1;
        if (!Reflect.has(control, "stop")) Object.assign(control, { stop: stops });
        Object.assign(globalThis, { stops });
        return `${Reflect.get(control, "stop")} ${seen ? "seen" : `unseen ${control.outerHTML.slice(0, 120)}`}`;
      });
      if (stop) reached.add(stop);
    }
    expect([...reached].filter((stop) => stop.includes("unseen"))).toEqual([]);
    expect(reached.size).toBe(controls);
    await page.close();
  },
);

test("the menu opens with Enter, closes with Escape and after a choice", async () => {
  const page = await open("/", 360);
  const toggle = page.getByRole("button", { name: "Open menu", exact: true });
  await toggle.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("navigation", { name: "Mobile" });
  await menu.waitFor();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await menu.waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => focused(page)).toBe("Services");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/services");
  await menu.waitFor({ state: "hidden" });
  await page.close();
});

test("search by keyboard: type, arrow down, Enter", async () => {
  const page = await open("/about");
  await hydrate(page);
  await page.keyboard.press("/");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  await page.keyboard.type("newton cradle weather");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("oakmere");
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /Four fields fewer/ })
    .waitFor();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("A");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/(work|blog|services)\//);
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.close();
});

test("search suggests where to begin, clears by its own button, and Escape closes it with a word in it", async () => {
  const page = await open("/about");
  await hydrate(page);
  await page.keyboard.press("Control+Shift+K");
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByText("Or begin here").waitFor();
  const suggested = await dialog.locator(".results a").count();
  expect(suggested).toBeGreaterThan(2);
  await page.keyboard.type("oakmere");
  await dialog.getByText("Or begin here").waitFor({ state: "detached" });
  const found = dialog.getByRole("link", { name: /Four fields fewer/ });
  await expect
    .poll(() => found.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await page.keyboard.press("Tab");
  const clear = dialog.getByRole("button", { name: "Clear search" });
  expect(await clear.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await dialog.getByText("Or begin here").waitFor();
  expect(await dialog.getByRole("searchbox").inputValue()).toBe("");
  expect(await dialog.getByRole("searchbox").evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type("oak");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.close();
});

test("the contents of a legal page are folded on phones only, and open by keyboard", async () => {
  const page = await open("/privacy");
  const contents = page.getByRole("navigation", { name: "On this page" });
  expect(await contents.getByRole("link").first().isVisible()).toBe(true);
  expect(await contents.locator("summary").isVisible()).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await contents.getByRole("link").first().isVisible()).toBe(false);
  await contents.locator("summary").focus();
  await page.keyboard.press("Enter");
  await contents.getByRole("link").first().waitFor();
  await page.close();
});

test("a search that does not get through says so, and the page below stays", async () => {
  const page = await open("/contact");
  await page.getByLabel("Message").fill("Half a sentence");
  await hydrate(page);
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByRole("searchbox").fill("oakmere");
  await dialog.getByRole("link", { name: /Four fields fewer/ }).waitFor();
  await page.context().setOffline(true);
  await dialog.getByRole("searchbox").fill("oakmere checkout");
  await dialog.getByText("We cannot search right now.").waitFor();
  await page.keyboard.press("Escape");
  expect(await page.getByLabel("Message").inputValue()).toBe("Half a sentence");
  await page.close();
});

test("a new page starts at its top, with the focus on its content", async () => {
  const page = await open("/");
  await hydrate(page);
  await page.evaluate(() => scrollTo(0, 3_000));
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await page.waitForURL("**/terms");
  await page.waitForFunction(() => scrollY === 0 && document.activeElement?.id === "main");
  await page.close();
});

test("a message is sent: focus on the first error, then five seconds of thanks and an empty form", async () => {
  const page = await openContact(site);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Please tell us your name.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  await fillIn(page);
  const toast = await waitForToast(page, "Message sent");
  expect(await toast.getAttribute("role")).toBe("status");
  expect(await toast.locator("p").textContent()).toBe("Thank you! We'll get back to you shortly.");
  expect(await page.getByLabel("Message").inputValue()).toBe("");
  await expectToLast(page, toast, 5_000);
  await page.close();
});

test("where the backend is out of reach, a send says so for six seconds and keeps the text", async () => {
  const backend = await spawnSite();
  const { anonKey, serviceRoleKey } = await backend.readKeys();
  const lost = await spawnSite({
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
  });
  await expect.poll(async () => (await fetch(`${lost.url}/contact`)).status).toBe(200);
  await backend.stop();
  const page = await openContact(lost.url);
  await fillIn(page);
  const toast = await waitForToast(page, "Failed to send");
  expect(await toast.getAttribute("role")).toBe("alert");
  expect(await toast.locator("p").textContent()).toBe("Please try again later.");
  expect(await page.getByLabel("Message").inputValue()).toBe("It leans.");
  await expectToLast(page, toast, 6_000);
  await page.close();
  await lost.stop();
});

/** Waits for scripts: without them, a click on the search link leads to /search after three seconds. */
async function hydrate(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
}

/** Hydrated, and with a clock that stands still: only the test lets time pass. */
async function openContact(origin: string): Promise<Page> {
  const page = await browser.newPage();
  await page.clock.install();
  await page.goto(`${origin}/contact`);
  await hydrate(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  return page;
}

const STEP_MS = 50;

/** When it is seen, it is at most one step old. */
async function waitForToast(page: Page, title: string): Promise<Locator> {
  const toast = page.locator(".toast", { hasText: title });
  await expect
    .poll(async () => {
      await page.clock.runFor(STEP_MS);
      return toast.isVisible();
    })
    .toBe(true);
  return toast;
}

async function expectToLast(page: Page, toast: Locator, ms: number): Promise<void> {
  await page.clock.runFor(ms - 2 * STEP_MS);
  expect(await toast.isVisible()).toBe(true);
  await page.clock.runFor(2 * STEP_MS);
  await toast.waitFor({ state: "hidden" });
}

async function fillIn(page: Page) {
  await page.getByLabel("Full name").fill("Ada Whitlock");
  await page.getByLabel("Email").fill("ada@oakmere.example");
  await page.getByLabel("Service", { exact: true }).selectOption("Other");
  await page.getByLabel("Message").fill("It leans.");
  await page.getByRole("button", { name: "Send Message" }).click();
}
