import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { posts } from "../../content/posts.ts";
import { launchBrowser } from "../fixtures/browser/browser.ts";
import { loadBeforeRendering } from "../fixtures/browser/held-rendering.ts";
import { get } from "../fixtures/network/http.ts";
import { createNewsroom, type NewsroomFixture, type Person } from "../fixtures/site/newsroom-site.ts";

const DATA = "**/*.data*";
const site = inject("siteUrl");
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const chip = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name, exact: true });
const offlineHeading = (page: Page) => page.getByRole("heading", { level: 1, name: "You are offline", exact: true });
const titles = (page: Page) => page.locator("main article h2").allInnerTexts();
const titlesIn = (category: string) => posts.filter((post) => post.category === category).map(({ title }) => title);

/** The lists of posts, as pages or as data, that the page asks for from now on. Browsers prerender what the header links to. */
function listenForLists(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const isPrerender = "sec-purpose" in request.headers();
    if (/^\/blog(\.|$)/.test(new URL(request.url()).pathname) && !isPrerender) requests.push(request.url());
  });
  return requests;
}

describe("category chips", () => {
  test("a click filters in place, and asks for nothing", async () => {
    const page = await browser.newPage();
    await page.goto(`${site}/blog`, { waitUntil: "networkidle" });
    await hydrate(page);
    const requests = listenForLists(page);
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
    await chip(page, "Design").click();
    await page.waitForURL(`${site}/blog?category=Design`);
    await expect.poll(() => titles(page)).toEqual(titlesIn("Design"));
    expect(await chip(page, "Design").getAttribute("aria-current")).toBe("true");
    expect(await chip(page, "All").getAttribute("aria-current")).toBeNull();
    expect(await page.title()).toContain("Design");
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
    expect(requests).toEqual([]);
    await page.close();
  });

  test("they filter offline, too, from any category to all others and back", async () => {
    const page = await browser.newPage();
    await page.goto(`${site}/blog?category=Strategy`, { waitUntil: "networkidle" });
    await hydrate(page);
    await page.context().setOffline(true);
    await chip(page, "All").click();
    await expect.poll(() => titles(page)).toHaveLength(posts.length);
    await chip(page, "Technology").click();
    await expect.poll(() => titles(page)).toEqual(titlesIn("Technology"));
    await page.goBack();
    await expect.poll(() => titles(page)).toHaveLength(posts.length);
    await page.goBack();
    await expect.poll(() => titles(page)).toEqual(titlesIn("Strategy"));
    await page.close();
  });

  test.each(["design", "DESIGN", "%20dEsign"])("?category=%s finds Design", async (asked) => {
    const page = await browser.newPage();
    await page.goto(`${site}/blog?category=${asked}`);
    expect(page.url()).toBe(`${site}/blog?category=Design`);
    expect(await titles(page)).toEqual(titlesIn("Design"));
    await page.close();
  });

  test("a category typed otherwise is no page of its own", async () => {
    const { status, headers } = await get(site, "/blog?category=design");
    expect([status, headers.location]).toEqual([302, "/blog?category=Design"]);
    const data = await get(site, "/blog.data?category=design");
    expect(data.body.toString()).toContain("/blog?category=Design");
  });
});

describe("a blog of several pages", () => {
  let newsroom: NewsroomFixture;
  let admin: Person;
  const read = async (path: string) =>
    (await get(newsroom.url, path, { "accept-encoding": "identity" })).body.toString();

  beforeAll(async () => {
    newsroom = await createNewsroom();
    admin = await newsroom.addPerson("ada@plumbline.example", "admin");
  });
  afterAll(() => newsroom.close());

  test("up to 200 posts, chips and pages ask for nothing, and the page as sent has only its own posts", async () => {
    await addPosts(30);
    const page = await newsroom.openAsNobody();
    await page.goto(`${newsroom.url}/blog`, { waitUntil: "networkidle" });
    await hydrate(page);
    const requests = listenForLists(page);
    await chip(page, "Strategy").click();
    await expect.poll(() => titles(page)).toEqual(expectedTitles("Strategy", 30).slice(0, 12));
    await page.getByRole("link", { name: "Older posts" }).click();
    await expect.poll(() => titles(page)).toEqual(expectedTitles("Strategy", 30).slice(12));
    await chip(page, "All").click();
    await expect.poll(() => titles(page)).toHaveLength(12);
    await page.waitForTimeout(300);
    expect(requests).toEqual([]);
    await page.close();

    expect(await read("/blog")).toContain(">Post 30<");
    expect(await read("/blog")).not.toContain("Post 15");
    expect(await read("/blog.hydrate.js")).toContain("Post 15");
    expect(await read("/blog?page=2")).toContain(">Post 15<");
    expect(await read("/blog?page=9")).toContain("That is past the end.");
  });

  test("beyond 200 posts, a chip asks for its list", async () => {
    await addPosts(200);
    const page = await newsroom.openAsNobody();
    await page.goto(`${newsroom.url}/blog`, { waitUntil: "networkidle" });
    await hydrate(page);
    const requests = listenForLists(page);
    await chip(page, "Strategy").click();
    await expect.poll(() => page.title()).toContain("Strategy");
    expect(requests.map((request) => new URL(request).pathname)).toContain("/blog.data");
    expect(await titles(page)).toHaveLength(12);
    expect(await read("/blog.hydrate.js")).not.toContain("Post 150");
    await page.close();
  });

  const categoryOf = (number: number) => (number % 2 ? "Design" : "Strategy");

  /** Newer than the samples, one a minute. */
  async function addPosts(count: number): Promise<void> {
    await newsroom.service.from("blog_posts").delete().gt("id", 3);
    const rows = Array.from({ length: count }, (_, index) => ({
      title: `Post ${index + 1}`,
      excerpt: "e",
      content: "c",
      category: categoryOf(index + 1),
      published_at: new Date(Date.now() - (count - index) * 60_000).toISOString(),
      created_by: admin.id,
    }));
    const { error } = await admin.backend.from("blog_posts").insert(rows);
    if (error) throw error;
  }

  /** Newest first, with the samples at the end. */
  function expectedTitles(category: string, count: number): string[] {
    const added = Array.from({ length: count }, (_, index) => count - index).filter(
      (number) => categoryOf(number) === category,
    );
    return [...added.map((number) => `Post ${number}`), ...titlesIn(category)];
  }
});

describe("offline", () => {
  test.each(["/about", "/blog/balance-is-a-number"])(
    "a way to %s says so, and opens once the network is back",
    async (path) => {
      const page = await browser.newPage();
      await page.goto(`${site}/blog`, { waitUntil: "networkidle" });
      await hydrate(page);
      await page.context().setOffline(true);
      await page.evaluate((href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(), path);
      await offlineHeading(page).waitFor();
      expect(await page.locator("main").innerText()).not.toMatch(/went wrong on our side/);
      await page.getByRole("button", { name: "Try Again" }).click();
      await offlineHeading(page).waitFor();
      await page.context().setOffline(false);
      await page.waitForURL(site + path);
      await offlineHeading(page).waitFor({ state: "detached" });
      await page.close();
    },
  );

  test("the page before is one click away", async () => {
    const page = await browser.newPage();
    await page.goto(`${site}/blog?category=Design`, { waitUntil: "networkidle" });
    await hydrate(page);
    await page.context().setOffline(true);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Work" }).click();
    await page.getByRole("button", { name: "Back to the page before" }).click();
    await expect.poll(() => titles(page)).toEqual(titlesIn("Design"));
    await page.close();
  });

  test("a network that is reported back before it works is checked again", async () => {
    const page = await browser.newPage();
    await page.goto(`${site}/blog`, { waitUntil: "networkidle" });
    await hydrate(page);
    await page.context().setOffline(true);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Work" }).click();
    await offlineHeading(page).waitFor();
    await page.route(`${site}/work`, (route) => route.abort("internetdisconnected"));
    const failed = page.waitForEvent("requestfailed");
    await page.context().setOffline(false);
    await failed;
    await page.unroute(`${site}/work`);
    await page.waitForURL(`${site}/work`);
    await offlineHeading(page).waitFor({ state: "detached" });
    await page.close();
  });

  test("data that does not come is no fault of ours, and is asked for until it comes", async () => {
    const page = await openWithoutData();
    await page.unroute(DATA);
    await page.getByRole("heading", { level: 1, name: "Insights", exact: true }).waitFor();
    await page.close();
  });

  test("'Try Again' opens the page, also where the browser is too busy to render in between", async () => {
    const page = await openWithoutData();
    await page.unroute(DATA);
    await loadBeforeRendering(page, () => page.getByRole("button", { name: "Try Again" }).click());
    await page.getByRole("heading", { level: 1, name: "Insights", exact: true }).waitFor();
    await page.close();
  });
});

/** The blog, whose data could not be fetched. */
async function openWithoutData(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${site}/`, { waitUntil: "networkidle" });
  await hydrate(page);
  await page.route(DATA, (route) => route.abort("internetdisconnected"));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
  await offlineHeading(page).waitFor();
  return page;
}

async function hydrate(page: Page): Promise<void> {
  const hydrated = page.evaluate(
    () => new Promise<void>((resolve) => document.addEventListener("hydrated", () => resolve())),
  );
  await page.keyboard.press("Tab");
  await hydrated;
  await page.waitForLoadState("networkidle");
}
