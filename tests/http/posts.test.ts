import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shipped as shippedContent } from "../../content/shipped.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, readPage, waitForPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

type Site = Awaited<ReturnType<typeof spawnSite>>;
let dataDir: string;
let site: Site;
let newsroom: Newsroom;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plumbline-posts-"));
  await start();
});
afterAll(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  site = await spawnSite({ DATA_DIR: dataDir, ...WITH_ADMIN });
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
}
const read = (path: string) => readPage(site.url, path);
const statusOf = async (path: string) => (await get(site.url, path)).status;

describe("a published post", () => {
  test("appears at once on every page with posts, even cached ones", async () => {
    const places = ["/", "/blog", "/blog?category=Design", "/search?q=xylophone", "/sitemap", "/blog.data"];
    for (const path of places) expect(await read(path)).not.toContain("On xylophones");
    const post = await newsroom.publish({ title: "On xylophones", tags: ["music"], author_bio: "Plays." });
    expect(post.slug).toBe("on-xylophones");
    for (const path of places) expect(await read(path), path).toContain("On xylophones");
    const page = await read("/blog/on-xylophones");
    expect(page).toMatch(/<h1[^>]*>On xylophones<\/h1>/);
    expect(page).toContain("<p>A text.</p>");
    expect(page).toMatch(/class="initial"[^>]*>A</);
    expect(page, "the stock picture, responsive").toMatch(/\/art\/post-stock\.[\w]+-1200\.avif 1200w/);
    const sample = await read("/blog/balance-is-a-number");
    expect(between(sample, "Recent posts", "Categories")).toContain("On xylophones");
    expect(between(sample, 'id="related"', "</main>"), "related: the same category").toContain("On xylophones");
  });

  test("adds its category to the filter, and none if it has no category", async () => {
    await newsroom.publish({ title: "With a category of its own", category: "Field Notes" });
    await newsroom.publish({ title: "Without a category", category: "" });
    const list = await read("/blog");
    const chips = Array.from(list.matchAll(/class="tag"[^>]*>([^<]*)<\/a>/g), ([, label]) => label);
    expect(chips).toContain("Field Notes");
    expect(chips).not.toContain("");
    expect(await read("/blog?category=Field+Notes")).toContain("With a category of its own");
    expect(await statusOf("/blog/without-a-category")).toBe(200);
  });

  test("shows an edit, and its old slug and its id redirect permanently", async () => {
    const { id } = await newsroom.publish({ title: "First title" });
    await read("/blog/first-title");
    await newsroom.change(id, { title: "Second title", slug: "second-title", content: "<p>Edited.</p>" });
    expect(await read("/blog/second-title")).toContain("<p>Edited.</p>");
    for (const from of ["/blog/first-title", `/blog/${id}`]) {
      const { status, headers } = await get(site.url, from);
      expect([status, headers.location], from).toEqual([301, "/blog/second-title"]);
    }
    expect(await read("/blog")).not.toContain("First title");
  });

  test("is a 404 once it is unpublished or deleted", async () => {
    const withdrawn = await newsroom.publish({ title: "Withdrawn again" });
    const deleted = await newsroom.publish({ title: "Deleted again" });
    expect([await statusOf("/blog/withdrawn-again"), await statusOf("/blog/deleted-again")]).toEqual([200, 200]);
    await newsroom.change(withdrawn.id, { status: "draft" });
    await newsroom.remove(deleted.id);
    for (const slug of ["withdrawn-again", "deleted-again"]) {
      expect(await statusOf(`/blog/${slug}`)).toBe(404);
      expect(await read(`/blog/${slug}`)).toContain("Post Not Found");
    }
    expect(await statusOf(`/blog/${withdrawn.id}`)).toBe(404);
    for (const path of ["/", "/blog", "/sitemap", "/search?q=again"]) expect(await read(path)).not.toMatch(/ again</);
  });

  test("has the date of the site's own time zone, in which it came out", async () => {
    // 04:52 in UTC: the evening before in New York, morning in Hamburg.
    await newsroom.publish({ title: "An early post", published_at: "2026-01-10T04:52:00Z" });
    expect(await read("/blog/an-early-post")).toContain(">January 9, 2026<");
    const data = { ...shippedContent.contact, timeZone: "Europe/Berlin" };
    const stored = await newsroom.client.from("entries").insert({ collection: "contact", key: "main", data });
    expect(stored.error).toBeNull();
    for (const path of ["/blog/an-early-post", "/blog"]) expect(await read(path)).toContain("January 10, 2026");
    expect(await read("/blog/an-early-post.md")).toContain("January 10, 2026");
    await newsroom.client.from("entries").delete().eq("collection", "contact");
  });

  test("shows words in braces as they are written: a post is not a template", async () => {
    await newsroom.publish({ title: "Braces, {name}", content: "<p>Write {email} or {foo}.</p>" });
    const page = await read("/blog/braces-name");
    expect(page).toMatch(/<h1[^>]*>Braces, \{name\}<\/h1>/);
    expect(page).toContain("<p>Write {email} or {foo}.</p>");
  });

  test("does not invalidate pages without posts", async () => {
    await read("/about");
    await newsroom.publish({ title: "Nothing to do with it" });
    expect(
      (await get(site.url, "/about")).headers["x-request-id"],
      "only a page from the cache has none",
    ).toBeUndefined();
    expect((await get(site.url, "/blog")).headers["x-request-id"]).toBeDefined();
  });

  test("stays cached when users change their own account", async () => {
    const isKept = async () => (await get(site.url, "/blog")).headers["x-request-id"] === undefined;
    // Notifications of earlier changes may still be pending.
    for (let kept = 0; kept < 5; kept += 1) {
      if (!(await isKept())) kept = 0;
      await sleep(50);
    }
    const { data, error } = await newsroom.client.rpc("end_session", { id: randomUUID() });
    expect({ data, error }).toEqual({ data: false, error: null });
    expect(await isKept()).toBe(true);
  });
});

describe("many posts", () => {
  const titles = Array.from({ length: 25 }, (_, n) => `Numbered post ${n + 1}`);

  beforeAll(async () => {
    const { data } = await newsroom.client.auth.getUser();
    const rows = titles.map((title, n) => ({
      created_by: data.user?.id,
      title,
      excerpt: "e",
      content: "<p>Zeppelin.</p>",
      category: "Serial",
      author_name: "Ada",
      slug: "",
      // Some are newer and some older than all samples.
      published_at: new Date(Date.UTC(2026, 9, 31) - n * 3 * 86_400_000).toISOString(),
    }));
    const { error } = await newsroom.client.from("blog_posts").insert(rows);
    if (error) throw error;
  });

  test("every post is on exactly one page of the list, newest first, the samples among them", async () => {
    const listed: { title: string; date: string }[] = [];
    const { length: pages } = await readAllPages("/blog", listed);
    expect(listed.length).toBe(pages * 12 - (12 - (listed.length % 12 || 12)));
    expect(new Set(listed.map(({ title }) => title)).size).toBe(listed.length);
    for (const title of [...titles, "Balance is a number", "One slow script, forty slow pages"]) {
      expect(listed.map((post) => post.title)).toContain(title);
    }
    const dates = listed.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  test("a category is paginated", async () => {
    const listed: { title: string; date: string }[] = [];
    const pages = await readAllPages("/blog?category=Serial", listed);
    expect(pages.length).toBe(3);
    expect(listed.map(({ title }) => title)).toEqual(titles);
    expect(await read("/blog?category=Serial&page=4")).toContain("That is past the end.");
    expect(await read("/blog?page=999999")).toContain("That is past the end.");
  });

  test("search matches word prefixes, titles first, ignoring case and accents", async () => {
    await newsroom.publish({ title: "Zéppelins rise", content: "<p>Élan vital &amp; <b>gas</b></p>" });
    const found = await read("/search?q=zEPPEL");
    expect(found.indexOf("Zéppelins rise")).toBeGreaterThan(0);
    expect(found.indexOf("Zéppelins rise")).toBeLessThan(found.indexOf("Numbered post"));
    expect(await read("/search?q=elan+gas")).toContain("Zéppelins rise");
    // Without results the newest post is suggested, so the count tells.
    expect(await read("/search?q=lan+gas")).toContain("0 results for");
    expect(await read("/search?q=elan+absent")).toContain("0 results for");
    expect(await read("/search.data?q=zeppelin+rise")).toContain("Zéppelins rise");
  });
});

describe("pictures and dates", () => {
  test.each([
    ["/storage/v1/object/public/images/a.webp", /<img[^>]*src="\/storage\/v1\/object\/public\/images\/a\.webp"/],
    ["https://evil.example/a.webp", /src="\/art\/post-stock\./],
    ["/\t/evil.example/a.webp", /src="\/art\/post-stock\./],
    ["/art/post-gone.1a2b3c-1200.webp", /src="\/art\/post-stock\./],
    ["/art/post-cairn.0ld0ld-1200.webp", /src="\/art\/post-cairn\./],
  ])("the picture %j", async (image_url, shown) => {
    const { slug } = await newsroom.publish({ title: "Pictured", image_url });
    const opening = between(await read(`/blog/${slug}`), "<h1", "</header>");
    expect(opening).toMatch(shown);
    expect(opening).not.toContain("evil");
  });

  test("dates are shown in the site's time zone", async () => {
    const { slug } = await newsroom.publish({ title: "New Year's Eve", published_at: "2026-01-01T04:30:00Z" });
    expect(await read(`/blog/${slug}`)).toContain('<time dateTime="2025-12-31">December 31, 2025</time>');
  });
});

describe("a scheduled post", () => {
  test("appears at its time", async () => {
    const published_at = new Date(Date.now() + 2_000).toISOString();
    await newsroom.publish({ title: "Due soon", published_at });
    expect(await read("/blog")).not.toContain("Due soon");
    expect(await statusOf("/blog/due-soon")).toBe(404);
    await waitForPage(site.url, "/blog", "Due soon");
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(published_at));
    expect(await statusOf("/blog/due-soon")).toBe(200);
  });

  test("appears at its time after a restart", async () => {
    const published_at = new Date(Date.now() + 8_000).toISOString();
    await newsroom.publish({ title: "Due after a restart", published_at });
    await site.stop();
    await start();
    await waitForPage(site.url, "/blog", "Due after a restart");
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(published_at));
  });
});

async function readAllPages(address: string, listed: { title: string; date: string }[]): Promise<string[]> {
  const pages: string[] = [];
  for (;;) {
    const html = await read(`${address}${address.includes("?") ? "&" : "?"}page=${pages.length + 1}`);
    const cards = html.matchAll(
      /<article class="post-card[\s\S]*?dateTime="([^"]+)"[\s\S]*?<h2[^>]*><a[^>]*>(?:<span[^>]*>)?([^<]+)</g,
    );
    const shown = Array.from(cards, ([, date = "", title = ""]) => ({ date, title }));
    if (shown.length === 0) return pages;
    pages.push(html);
    listed.push(...shown);
  }
}

function between(html: string, from: string, to: string): string {
  const begin = html.indexOf(from);
  return html.slice(begin, html.indexOf(to, begin));
}
