import { expect, test } from "vitest";
import { posts } from "../../content/posts.ts";
import { shipped } from "../../content/shipped.ts";
import { showContent } from "../../content/show-content.ts";
import { pageHead } from "./page-head.ts";

const CONTENT = showContent(shipped, { today: "2026-11-30", messageDays: 365 });
const PAGE = { path: "/services", canonical: "/services", origin: "https://site.example", content: CONTENT };

test("title and description of the route's meta are escaped for link previews", () => {
  const head = pageHead({
    ...PAGE,
    meta: [{ title: `Tom & "Jane's" <b>` }, { name: "description", content: `It's "short"` }],
  });
  expect(head).toContain(`<meta property="og:title" content="Tom &amp; &quot;Jane's&quot; &lt;b&gt;"/>`);
  expect(head).toContain(`<meta property="og:description" content="It's &quot;short&quot;"/>`);
});

test("a page with noindex gets neither canonical URL nor link preview", () => {
  const head = pageHead({ ...PAGE, meta: [{ title: "Search" }, { name: "robots", content: "noindex" }] });
  expect(head).not.toMatch(/canonical|og:|ld\+json/);
});

test("the page of a post is described as an article", () => {
  const [post] = posts;
  const head = pageHead({ ...PAGE, path: `/blog/${post?.slug}`, meta: [{ title: "Post" }], ...(post && { post }) });
  expect(head).toContain('<meta property="og:type" content="article"/>');
  expect(head).toContain('"@type":"BlogPosting"');
});
