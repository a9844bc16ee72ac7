import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareArticle } from "../../domain/posts/article.ts";
import { tagSlug } from "../../domain/posts/tags.ts";
import { launchBrowser } from "../fixtures/browser/browser.ts";
import { provoke, watchPage } from "../fixtures/browser/watched-page.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { IN_CONTENT, IN_TEXT } from "../fixtures/site/injections.ts";
import { openNewsroom, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

const PAYLOADS_A_POST = 10;
let browser: Browser;
let site: Awaited<ReturnType<typeof spawnSite>>;
const slugs: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  site = await spawnSite(WITH_ADMIN);
  const newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
  const posts = Math.ceil(IN_CONTENT.length / PAYLOADS_A_POST);
  for (let n = 0; n < posts; n++) {
    const text = (k: number) => IN_TEXT[(n * 3 + k) % IN_TEXT.length] ?? "";
    const payloads = IN_CONTENT.slice(n * PAYLOADS_A_POST, (n + 1) * PAYLOADS_A_POST);
    const { slug } = await newsroom.publish({
      title: `Injected ${n} ${text(0)}`,
      slug: `injected-${n}`,
      excerpt: `${text(1)} ${text(2)} xenolith`,
      content: `<p>Before</p>${payloads.join("\n")}`,
      category: text(3),
      tags: IN_TEXT.slice(0, 14),
      author_name: text(4),
      author_bio: text(5),
      image_url: '/art/x.webp"onerror=hit()',
    });
    slugs.push(slug);
  }
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

async function watch(): Promise<{ page: Page; seen: string[] }> {
  const page = await (await browser.newContext()).newPage();
  return { page, seen: await watchPage(page) };
}

test("there are more than 60 ways, and without preparation many of them work", async () => {
  expect(IN_CONTENT.length + IN_TEXT.length).toBeGreaterThan(60);
  const { page, seen } = await watch();
  await page.goto("about:blank");
  let working = 0;
  for (const payload of IN_CONTENT) {
    const before = seen.length;
    await page.setContent(`<section>${payload}</section>`, { waitUntil: "domcontentloaded" });
    await provoke(page);
    if (seen.length > before) working++;
  }
  expect(working).toBeGreaterThan(30);
  await page.context().close();
});

test("prepared, none of them does anything, even where no policy stands behind", async () => {
  const { page, seen } = await watch();
  await page.goto("about:blank");
  const articles = IN_CONTENT.map((payload) => `<section>${prepareArticle(payload).html}</section>`);
  await page.setContent(articles.join(""), { waitUntil: "load" });
  expect(await page.locator("body > section").count(), "none breaks out of its place").toBe(IN_CONTENT.length);
  await provoke(page);
  // Once more as the browser puts it in after a client navigation.
  await page.evaluate((parts) => {
    document.body.innerHTML = "";
    for (const part of parts) document.body.appendChild(document.createElement("section")).innerHTML = part;
  }, articles);
  await provoke(page);
  expect(seen).toEqual([]);
  await page.context().close();
});

test("stored by an admin and shown by the site, nothing runs, loads or is even refused", async () => {
  const { page, seen } = await watch();
  const lists = [
    "/",
    "/blog",
    "/search?q=xenolith",
    "/sitemap",
    `/blog?category=${encodeURIComponent(IN_TEXT[3] ?? "")}`,
  ];
  for (const path of [...lists, ...slugs.map((slug) => `/blog/${slug}`)]) {
    await page.goto(site.url + path, { waitUntil: "load" });
    await provoke(page);
    expect(await page.locator("footer").count(), `${path} is whole`).toBeGreaterThan(0);
    expect(await suspiciousIn(page), path).toEqual([]);
  }
  expect(seen).toEqual([]);
  await page.context().close();
});

test("nor after client navigations between them", async () => {
  const { page, seen } = await watch();
  await page.goto(`${site.url}/search?q=xenolith`, { waitUntil: "load" });
  await page.mouse.move(5, 5);
  await page.getByRole("link", { name: "Blog" }).first().hover();
  await page.waitForFunction(() => "__reactRouterDataRouter" in globalThis);
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
  for (const slug of slugs) {
    await page.locator(`.results a[href="/blog/${slug}"]`).click();
    await page.waitForURL(`**/blog/${slug}`);
    await page.locator(".article").getByText("Before").first().waitFor();
    await provoke(page);
    expect(await suspiciousIn(page), slug).toEqual([]);
    await page.goBack();
    await page.locator(".results").waitFor();
  }
  expect(await page.evaluate(() => "stayed" in globalThis), "no page was loaded anew").toBe(true);
  expect(seen).toEqual([]);
  await page.context().close();
});

test("text fields are shown as they were written", async () => {
  const { page } = await watch();
  await page.goto(`${site.url}/blog/${slugs[0]}`, { waitUntil: "load" });
  expect(await page.locator("h1").textContent()).toBe(`Injected 0 ${IN_TEXT[0]}`);
  expect(await page.title()).toContain(`Injected 0 ${IN_TEXT[0]}`);
  // Tags that lead to the same page are shown once.
  const tags = new Map(IN_TEXT.slice(0, 14).map((tag) => [tagSlug(tag), tag]));
  expect(await page.locator("ul[aria-label=Tags] li").allTextContents()).toEqual([...tags.values()]);
  expect(await page.locator(".author").textContent()).toContain(IN_TEXT[5]);
  await page.context().close();
});

/** Anything in the content that could run, load from elsewhere or pass for a part of the page. */
function suspiciousIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll("main *")];
    const attributes = elements.flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            /^on|^style$|^srcdoc$|^formaction$/i.test(name) || /^\W*(javascript|data|vbscript|blob):/i.test(value),
        )
        .filter(({ name }) => name !== "srcset")
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    );
    const article = document.querySelectorAll(
      ".article :is(script, style, iframe, object, embed, form, input, svg, math, base, meta, link, [name], [id]:not(h2))",
    );
    return [...attributes, ...Array.from(article, ({ outerHTML }) => outerHTML)];
  });
}
