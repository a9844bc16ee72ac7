import { expect, test } from "vitest";
import { prepareArticle } from "./article.ts";

test("second-level headings get ids that the table of contents can point at", () => {
  const { html, headings } = prepareArticle("<h2>The <em>one-page</em> test</h2><p>x</p><h2 class='a'>Q&amp;A</h2>");
  expect(headings).toEqual([
    { id: "the-one-page-test", title: "The one-page test" },
    { id: "qa", title: "Q&A" },
  ]);
  expect(html).toBe(
    '<h2 id="the-one-page-test">The <em>one-page</em> test</h2><p>x</p><h2 class=\'a\' id="qa">Q&amp;A</h2>',
  );
});

test("headings that read the same, or have no letters, still get an id of their own", () => {
  const { headings } = prepareArticle("<h2>Again</h2><h2>Again</h2><h2>測る</h2><h2>量る</h2>");
  expect(headings.map(({ id }) => id)).toEqual(["again", "again-2", "section", "section-2"]);
});

test("a bare table gets a region that scrolls, one that has a region keeps it", () => {
  const bare = prepareArticle("<table><tr><td>1</td></tr></table>").html;
  expect(bare).toMatch(/^<div class="tbl" tabindex="0" role="region"[^>]*><table>.*<\/table><\/div>$/);
  const wrapped = '<div class="tbl" tabindex="0" role="region" aria-label="Results"><table></table></div>';
  expect(prepareArticle(wrapped).html).toBe(wrapped);
});

test("a long quotation is not set as a poster", () => {
  expect(prepareArticle("<blockquote><p>Short.</p></blockquote>").html).toBe("<blockquote><p>Short.</p></blockquote>");
  expect(prepareArticle(`<blockquote><p>${"word ".repeat(60)}</p></blockquote>`).html).toContain('class="plain"');
});

test("reading takes a minute for every 200 words, and never none", () => {
  expect(prepareArticle(`<p>${"word ".repeat(1400)}</p>`).minutes).toBe(7);
  expect(prepareArticle("<p>Short.</p>").minutes).toBe(1);
});
