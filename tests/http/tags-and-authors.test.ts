import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, WITH_ADMIN } from "../fixtures/site/newsroom.ts";
import { graphOf } from "../fixtures/site/structured-data.ts";

let site: Awaited<ReturnType<typeof spawnSite>>;
let newsroom: Newsroom;
const read = async (path: string) => (await get(site.url, path)).body.toString();
const statusOf = async (path: string) => (await get(site.url, path)).status;

beforeAll(async () => {
  site = await spawnSite(WITH_ADMIN);
  newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
});
afterAll(() => site.stop());

describe("a tag", () => {
  test("has a page with all its public posts, however they spell it, and feeds", async () => {
    const older = await newsroom.publish({
      title: "Older",
      tags: ["Field Notes"],
      published_at: "2026-02-01T12:00:00Z",
    });
    const newer = await newsroom.publish({
      title: "Newer",
      tags: ["field notes", "x"],
      published_at: "2026-03-01T12:00:00Z",
    });
    await newsroom.publish({ title: "Hidden draft", tags: ["field notes"], status: "draft" });
    await newsroom.publish({
      title: "Hidden until later",
      tags: ["field notes"],
      published_at: "2999-01-01T00:00:00Z",
    });
    const html = await read("/blog/tag/field-notes");
    expect(html).toContain('<h1 class="grid-left">field notes</h1>');
    expect(html).toContain("2 posts.");
    expect(html).not.toContain("Hidden");
    expect(titlesIn(html)).toEqual(["Newer", "Older"]);
    expect(html).toContain(`<link rel="canonical" href="${site.url}/blog/tag/field-notes"/>`);
    expect(html).toContain(
      'type="application/atom+xml" title="Plumbline, field notes" href="/feed/tag/field-notes.atom"',
    );
    expect(crumbsOf(html)).toEqual(["Plumbline", "Blog", "field notes"]);

    const { channel } = parse(await read("/feed/tag/field-notes.xml")).rss;
    expect(channel.item.map(({ title }: { title: string }) => title)).toEqual(["Newer", "Older"]);
    expect(channel.link).toBe(`${site.url}/blog/tag/field-notes`);
    expect(parse(await read("/feed/tag/field-notes.atom")).feed.entry).toHaveLength(2);
    expect(JSON.parse(await read("/feed/tag/field-notes.json")).items).toHaveLength(2);
    expect(await read("/sitemap.xml")).toContain(`<loc>${site.url}/blog/tag/field-notes</loc>`);

    expect(await read(`/blog/${newer.slug}`)).toContain('<a class="tag" href="/blog/tag/field-notes">field notes</a>');
    for (const { id } of [older, newer]) await newsroom.change(id, { status: "draft" });
    for (const path of ["/blog/tag/field-notes", "/feed/tag/field-notes.xml"])
      expect(await statusOf(path), path).toBe(404);
    expect(await read("/sitemap.xml")).not.toContain("field-notes");
  });

  test("of a sample is listed, and other spellings redirect", async () => {
    expect(titlesIn(await read("/blog/tag/home-pages"))).toEqual(["Balance is a number"]);
    const { status, headers } = await get(site.url, "/blog/tag/Home%20Pages");
    expect([status, headers.location]).toEqual([301, "/blog/tag/home-pages"]);
    expect(await read("/blog/tag/nothing-has-it")).toContain("Tag Not Found");
    expect(await statusOf("/feed/tag/nothing-has-it.xml")).toBe(404);
    expect(await statusOf("/blog/tag/research?page=2")).toBe(404);
  });

  test("without Latin letters or digits has no page; HTML in a tag is escaped", async () => {
    const { slug } = await newsroom.publish({ title: "Hard tags", tags: ["日本", "<b>bold</b> & co", "++"] });
    const html = await read(`/blog/${slug}`);
    expect(html).toContain('<li class="tag">日本</li>');
    expect(html).toContain('<a class="tag" href="/blog/tag/bboldb--co">&lt;b&gt;bold&lt;/b&gt; &amp; co</a>');
    expect(await read("/blog/tag/bboldb--co")).toContain(">&lt;b&gt;bold&lt;/b&gt; &amp; co</h1>");
    expect(XMLValidator.validate(await read("/feed/tag/bboldb--co.xml"))).toBe(true);
  });

  test("with many posts has pages", async () => {
    const created_by = (await newsroom.client.auth.getUser()).data.user?.id;
    const post = { excerpt: "E.", content: "<p>T.</p>", category: "Design", slug: "", created_by, tags: ["many"] };
    const rows = Array.from({ length: 13 }, (_, n) => ({ ...post, title: `Many ${n}` }));
    expect((await newsroom.client.from("blog_posts").insert(rows)).error).toBeNull();
    const [first, second] = [await read("/blog/tag/many"), await read("/blog/tag/many?page=2")];
    expect([titlesIn(first).length, titlesIn(second).length]).toEqual([12, 1]);
    expect(first).toContain('href="/blog/tag/many?page=2"');
    expect(second).toContain("<title>many, page 2 | Plumbline</title>");
  });

  test("reserves the start of its path: a post named Tag gets another slug", async () => {
    expect((await newsroom.publish({ title: "Tag" })).slug).toBe("tag-2");
  });
});

describe("an author", () => {
  test("of a sample has a page with profile, posts, feed and structured data", async () => {
    const html = await read("/authors/maud-ellery");
    expect(html).toContain("<h1>Maud Ellery</h1>");
    expect(html).not.toContain("<span>Maud Ellery</span>");
    expect(html).toContain('<h2 class="title-2 grid-left">Posts</h2>');
    expect(titlesIn(html)).toEqual(["Every action has a measurable reaction"]);
    expect(graphOf(html)[0]).toMatchObject({
      "@type": "ProfilePage",
      mainEntity: { "@type": "Person", name: "Maud Ellery", url: `${site.url}/authors/maud-ellery` },
    });
    expect(crumbsOf(html)).toEqual(["Plumbline", "Blog", "Maud Ellery"]);
    expect(parse(await read("/feed/author/maud-ellery.xml")).rss.channel.item.title).toMatch(/^Every action/);
    expect(await read("/sitemap.xml")).toContain(`<loc>${site.url}/authors/maud-ellery</loc>`);
    expect(await read("/authors/nobody-here")).toContain("Author Not Found");
    expect(await statusOf("/feed/author/nobody-here.xml")).toBe(404);
  });

  test("signs a post with others: byline, lists, feeds and structured data name them as their profiles do", async () => {
    const authors = ["jonas-wren", "ada-lens", "no-profile"];
    const { slug } = await newsroom.publish({ title: "By two", authors, author_name: "Someone", category: "Duets" });
    expect(await read("/blog?category=Duets")).toContain("<span>Jonas Wren</span>");
    const profile = {
      name: "Ada <Lens>",
      title: "",
      bio: "Looks closely.",
      image: "/portraits/author-1.svg",
      links: [],
    };
    const entry = { collection: "authors", key: "ada-lens", data: profile };
    expect((await newsroom.client.from("entries").insert(entry)).error).toBeNull();

    const html = await read(`/blog/${slug}`);
    expect(html).toContain('<b><a href="/authors/jonas-wren">Jonas Wren</a></b>');
    expect(html).toContain('<b><a href="/authors/ada-lens">Ada &lt;Lens&gt;</a></b>');
    expect(html).not.toContain("Someone");
    expect(graphOf(html)[0]?.author).toMatchObject([{ name: "Jonas Wren" }, { name: "Ada <Lens>" }]);
    expect(await read("/blog?category=Duets")).toContain("<span>Jonas Wren and Ada &lt;Lens&gt;</span>");
    expect(JSON.parse(await read("/feed/duets.json")).items[0].authors).toEqual([
      { name: "Jonas Wren and Ada <Lens>" },
    ]);
    for (const key of ["jonas-wren", "ada-lens"]) expect(titlesIn(await read(`/authors/${key}`))).toContain("By two");

    await newsroom.client
      .from("entries")
      .update({ data: { ...profile, name: "Ada Glass" } })
      .eq("key", "ada-lens");
    expect(await read("/blog?category=Duets")).toContain("<span>Jonas Wren and Ada Glass</span>");
    await newsroom.client.from("entries").delete().eq("key", "ada-lens");
    expect(await statusOf("/authors/ada-lens")).toBe(404);
    expect(await read(`/blog/${slug}`)).not.toContain("Ada");
  });

  test("without a profile is shown as typed in the post", async () => {
    const { slug } = await newsroom.publish({ title: "By text", author_name: "Text <Only>", authors: ["no-profile"] });
    expect(await read(`/blog/${slug}`)).toContain('<p class="meta"><b>Text &lt;Only&gt;</b>');
    expect(graphOf(await read(`/blog/${slug}`))[0]?.author).toEqual({ "@type": "Person", name: "Text <Only>" });
  });
});

function titlesIn(html: string): string[] {
  const list = html.slice(html.indexOf("</header>", html.indexOf("<main")));
  return Array.from(list.matchAll(/class="cover-link" href="[^"]*">(?:<[^<>]*>)?([^<]*)</g), ([, title = ""]) => title);
}

function crumbsOf(html: string): unknown {
  const list = graphOf(html).find((node) => node["@type"] === "BreadcrumbList");
  return ((list?.itemListElement ?? []) as { name: string }[]).map(({ name }) => name);
}

function parse(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false, htmlEntities: true }).parse(xml);
}
