import { type Browser, devices, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hydrate, launchBrowser } from "../fixtures/browser/browser.ts";
import { ROUTES } from "../fixtures/site/routes.ts";

const site = inject("siteUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function open(path: string, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.goto(site + path, { waitUntil: "networkidle" });
  return page;
}

describe.each([390, 768, 1440, 1920])("at %i px", (width) => {
  test("a post has a bob beside its text, behind it, and none on a phone; other pages have none", async () => {
    const page = await open("/blog/balance-is-a-number", width);
    const bob = await page.evaluate(() => {
      const mark = document.querySelector(".post > .plumb-mark")!;
      return { isShown: mark.getClientRects().length > 0, layer: getComputedStyle(mark).zIndex };
    });
    expect(bob).toEqual({ isShown: width >= 768, layer: "-1" });
    for (const path of ["/", "/about", "/blog/balance-is-a-number"]) {
      await page.goto(site + path);
      expect(await page.evaluate(() => getComputedStyle(document.body, "::after").content), path).toBe("none");
    }
    await page.close();
  });

  test("the line is drawn before anybody scrolls", async () => {
    const page = await open("/", width);
    const lines = await page.locator(".plumb").evaluateAll((all) =>
      all.map((each) => {
        const { display, transform, animationName } = getComputedStyle(each, "::before");
        return { isShown: display !== "none", transform, animationName };
      }),
    );
    const shown = lines.filter(({ isShown }) => isShown);
    expect(shown.length).toBeGreaterThan(0);
    for (const line of shown) expect(line).toEqual({ isShown: true, transform: "none", animationName: "none" });
    await page.close();
  });

  test.each(["/", "/services", "/work", "/about", "/services/analytics", "/work/oakmere-checkout", "/contact"])(
    "at the end of %s the string of the picture stands on the line",
    async (path) => {
      const page = await open(path, width);
      // Words are narrower in the fallback font or wider.
      await page.waitForFunction(() => document.documentElement.dataset.fontSwap !== "");
      const found = await page.evaluate(() => {
        const band = document.querySelector(".closing, .location")!;
        const { x, width: drawn, bottom } = band.querySelector("img")!.getBoundingClientRect();
        const probe = band.appendChild(document.createElement("i"));
        probe.style.cssText = "grid-column:axis/end;position:static";
        const axis = probe.getBoundingClientRect().x;
        probe.remove();
        const words = [...band.querySelectorAll("h2, p")].map((each) => {
          const range = document.createRange();
          range.selectNodeContents(each);
          return range.getBoundingClientRect().right;
        });
        const line = document.querySelector(".drop:has(+ .closing, + .location)")!;
        return {
          off: Math.abs(x + (drawn * 2) / 3 - axis),
          coversRight: x + drawn - innerWidth,
          isOnFloor: band.matches(".location") || Math.abs(bottom - band.getBoundingClientRect().bottom) < 1,
          lineEnds: Math.abs(line.getBoundingClientRect().bottom - band.getBoundingClientRect().top),
          hasLine: getComputedStyle(line, "::before").display !== "none",
          clear: Math.min(...words.map((right) => axis - right)),
        };
      });
      expect(found.off).toBeLessThan(1);
      expect(found.coversRight).toBeGreaterThan(-1);
      expect(found).toMatchObject({ isOnFloor: true, hasLine: true });
      expect(found.lineEnds).toBeLessThan(1);
      if (path !== "/contact") expect(found.clear).toBeGreaterThan(8);
      await page.close();
    },
  );

  test("every 'before' of a case's bars ends on the line", async () => {
    const page = await open("/work/oakmere-checkout", width);
    const ends = await page
      .locator(".bar span:first-child")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
    expect(ends).toHaveLength(3);
    const axis = await page.evaluate(() => {
      const probe = document.querySelector(".case-results")!.appendChild(document.createElement("i"));
      probe.style.cssText = "grid-column:axis/end";
      const { x } = probe.getBoundingClientRect();
      probe.remove();
      return x;
    });
    for (const end of ends) expect(Math.abs(end - axis)).toBeLessThan(1);
    const { x, width: compared } = (await page.locator(".compare").boundingBox())!;
    expect(Math.abs(x + compared / 2 - axis)).toBeLessThan(1);
    expect(await page.locator(".compare input").inputValue()).toBe("50");
    await page.close();
  });

  test("the tiles of /work show their pictures whole, or as narrow as cuts no object", async () => {
    const page = await open("/work", width);
    const ratios = await page
      .locator(".service-tiles img")
      .evaluateAll((images) => images.map(({ clientWidth, clientHeight }) => clientWidth / clientHeight));
    expect(ratios).toHaveLength(8);
    expect(Math.min(...ratios)).toBeGreaterThan(1.12);
    await page.close();
  });

  test.each(["/privacy", "/terms", "/sitemap", "/authors/maud-ellery"])(
    "the picture that opens %s reaches the edge of the page and the lower edge of the opening",
    async (path) => {
      const page = await open(path, width);
      const [header, opening, picture] = await Promise.all([
        page.locator(".header").boundingBox(),
        page.locator(".picture-head, .author-head").boundingBox(),
        page.locator(".picture-head img, .author-head figure").boundingBox(),
      ]);
      expect(Math.abs(picture!.x + picture!.width - width)).toBeLessThan(1);
      expect(Math.abs(picture!.y + picture!.height - opening!.y - opening!.height)).toBeLessThan(1);
      expect(Math.abs(picture!.y - header!.y - header!.height) < 1).toBe(
        width >= 992 || (width >= 768 && path === "/authors/maud-ellery"),
      );
      if (path !== "/authors/maud-ellery") expect(picture!.width / picture!.height).toBeGreaterThan(1.4);
      await page.close();
    },
  );

  test("the cords of /about hang from their rod", async () => {
    const page = await open("/about", width);
    const [rod, cord] = await Promise.all([
      page.locator(".stats > ul").boundingBox(),
      page.locator(".cord").first().boundingBox(),
    ]);
    expect(cord!.y - rod!.y).toBeLessThanOrEqual(2);
    await page.close();
  });
});

test("the descriptions of jobs and the columns of benefits have room on a tablet", async () => {
  const page = await open("/careers", 768);
  const widths = await page.locator(".jobs-text p").evaluateAll((texts) => texts.map(({ clientWidth }) => clientWidth));
  expect(Math.min(...widths)).toBeGreaterThan(400);
  const [tags, button] = await Promise.all([
    page.locator(".jobs .tags").nth(2).boundingBox(),
    page.locator(".jobs .button").nth(2).boundingBox(),
  ]);
  expect(button!.y).toBeGreaterThanOrEqual(tags!.y + tags!.height);
  await page.close();
});

test("no closing picture hangs on more than two pages", async () => {
  const page = await browser.newPage();
  const used = new Map<string, number>();
  for (const path of ROUTES) {
    await page.goto(site + path, { waitUntil: "domcontentloaded" });
    const picture = page.locator(".closing img");
    if ((await picture.count()) === 0) continue;
    const name = String(await picture.getAttribute("src")).split(".")[0] ?? "";
    used.set(name, (used.get(name) ?? 0) + 1);
  }
  expect(used.size).toBe(9);
  for (const [name, pages] of used) expect(pages, name).toBeLessThanOrEqual(2);
  await page.close();
});

test("on /blog the newest post's title is in the first view of a desktop", async () => {
  const page = await open("/blog", 1440);
  const { y, height } = (await page.locator(".post-card.top h2").boundingBox())!;
  expect(y + height).toBeLessThan(900);
  const { height: lead, width: wide } = (await page.locator(".post-card.top").boundingBox())!;
  expect(wide / lead).toBeCloseTo(16 / 7, 1);
  await page.close();
});

test("on a phone home is at most ten screens high, /services seven", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  for (const [path, screens] of [
    ["/", 10],
    ["/services", 7],
  ] as const) {
    await page.goto(site + path, { waitUntil: "networkidle" });
    const height = await page.evaluate(() => document.querySelector("main")!.getBoundingClientRect().bottom + scrollY);
    expect(height / 844, path).toBeLessThanOrEqual(screens);
  }
  await page.close();
});

test("the menu of a phone fills the screen, its names in the lower half; targets of the footer are 44 px high", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(site);
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = (await page.locator("#menu").boundingBox())!;
  expect(menu.y + menu.height).toBe(844);
  for (const link of await page.locator("#menu a").all()) expect((await link.boundingBox())!.y).toBeGreaterThan(390);
  const last = (await page.locator("#menu a").last().boundingBox())!;
  expect(last.height).toBeGreaterThanOrEqual(60);
  await page.keyboard.press("Escape");
  const small = await page
    .locator("#footer :is(a, button, label)")
    .evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility() && each.clientHeight > 0 && each.getBoundingClientRect().height < 43.9)
        .map(({ textContent }) => textContent),
    );
  expect(small).toEqual(["Plumbline"].filter((name) => small.includes(name)));
  await page.close();
});

test.each([360, 390, 600, 768, 1440])("no phone number is broken at %i px", async (width) => {
  for (const path of ["/terms", "/privacy", "/contact"]) {
    const page = await open(path, width);
    const lines = await page.evaluate(() => {
      const found: number[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const start = texts.currentNode.textContent!.search(/\+1\s\d/);
        if (start < 0 || !texts.currentNode.parentElement!.checkVisibility()) continue;
        const range = document.createRange();
        range.setStart(texts.currentNode, start);
        range.setEnd(texts.currentNode, start + "+1 212 555 0142".length);
        found.push(new Set(Array.from(range.getClientRects(), ({ y }) => Math.round(y))).size);
      }
      return found;
    });
    expect(lines, path).toEqual(lines.map(() => 1));
    expect(lines.length, path).toBeGreaterThan(1);
    await page.close();
  }
});

test("a search without results suggests where to begin; only devices with a keyboard read about the key", async () => {
  const page = await open("/search?q=zyzzyva", 1440);
  const suggested = page.getByRole("region", { name: "Or begin here" });
  expect(await suggested.getByRole("link").count()).toBeGreaterThan(2);
  expect(await page.getByText("anywhere to get here").isVisible()).toBe(true);
  await page.close();
  const context = await browser.newContext({ ...devices["Pixel 5"], javaScriptEnabled: false });
  const phone = await context.newPage();
  await phone.goto(`${site}/search`);
  expect(await phone.getByText("Services, work, posts and pages.").isVisible()).toBe(true);
  expect(await phone.getByText("anywhere to get here").isVisible()).toBe(false);
  await context.close();
});

test("a search without results reads as one sentence, opened from the blog, too", async () => {
  const page = await open("/blog", 1440);
  await hydrate(page);
  await page.keyboard.press("/");
  await page.getByRole("searchbox").fill("zyzzyva");
  const words = page.getByText("Nothing matches.");
  await words.waitFor();
  expect(await words.evaluate((paragraph) => getComputedStyle(paragraph).display)).toBe("block");
  await page.close();
});
