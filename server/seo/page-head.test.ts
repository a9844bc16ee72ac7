import { expect, test } from "vitest";
import { posts } from "../../content/posts.ts";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import { pageHead } from "./page-head.ts";
import { createSitePages } from "./site-pages.ts";

const CONTENT = showContent(shipped, { today: "2026-11-30", messageDays: 365 });
const { list } = createSitePages([
  { path: "/services", shows: "content", facts: { page: { label: "Services" } } },
  {
    path: "/blog/:postId",
    shows: "posts",
    facts: {
      pages: ({ posts: shown }) =>
        shown.map(({ slug, title, date, category }) => ({
          path: `/blog/${slug}`,
          label: title,
          parent: "/services",
          feed: "/feed/one",
          article: { published: date, section: category },
          schema: ({ publisher }) => [{ "@type": "BlogPosting", headline: title, publisher }],
        })),
    },
  },
]);
const PAGE = {
  listPages: list,
  path: "/services",
  canonical: "/services",
  origin: "https://site.example",
  content: CONTENT,
  languages: [],
};

test("title and description of the route's meta are escaped for link previews", () => {
  const head = pageHead({
    ...PAGE,
    meta: [{ title: `Tom & "Jane's" <b>` }, { name: "description", content: `It's "short"` }],
  });
  expect(head).toContain(`<meta property="og:title" content="Tom &amp; &quot;Jane's&quot; &lt;b&gt;"/>`);
  expect(head).toContain(`<meta property="og:description" content="It's &quot;short&quot;"/>`);
});

test("each language of a page names all of them, and the first is for readers of any other", () => {
  const languages = [
    { tag: "en", locale: "", path: "/services" },
    { tag: "pt-BR", locale: "pt-BR", path: "/services" },
  ];
  const head = pageHead({ ...PAGE, languages, meta: [{ title: "Services" }] });
  const links = Array.from(head.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g), ([, tag, href]) => [tag, href]);
  expect(links).toEqual([
    ["en", "https://site.example/services"],
    ["pt-BR", "https://site.example/pt-br/services"],
    ["x-default", "https://site.example/services"],
  ]);
  expect(head).toContain('property="og:locale" content="en_US"');
  expect(head).toContain('property="og:locale:alternate" content="pt_BR"');
  expect(pageHead({ ...PAGE, meta: [{ title: "Services" }] })).not.toMatch(/hreflang|og:locale/);
});

test("a page with noindex gets neither canonical URL nor link preview", () => {
  const head = pageHead({ ...PAGE, meta: [{ title: "Search" }, { name: "robots", content: "noindex" }] });
  expect(head).not.toMatch(/canonical|og:|ld\+json/);
});

test("a page is described by the facts of its route", () => {
  const [post] = posts;
  const head = pageHead({ ...PAGE, path: `/blog/${post?.slug}`, meta: [{ title: "Post" }], posts });
  expect(head).toContain('<meta property="og:type" content="article"/>');
  expect(head).toContain(`<meta property="article:section" content="${post?.category}"/>`);
  expect(head).toContain('href="/feed/one.atom"');
  expect(head).toContain('"@type":"BlogPosting"');
  const names = Array.from(head.matchAll(/"position":\d,"name":"([^"]+)"/g), ([, name]) => name);
  expect(names).toEqual([CONTENT.identity.name, "Services", post?.title]);
});
