import { expect, test } from "vitest";
import { prepareArticle } from "./article.ts";

test("second-level headings get ids that the table of contents can point at", () => {
  const { html, headings } = prepareArticle("<h2>The <em>one-page</em> test</h2><p>x</p><h2 class='a'>Q&amp;A</h2>");
  expect(headings).toEqual([
    { id: "the-one-page-test", title: "The one-page test" },
    { id: "qa", title: "Q&A" },
  ]);
  expect(html).toBe('<h2 id="the-one-page-test">The <em>one-page</em> test</h2><p>x</p><h2 id="qa">Q&#x26;A</h2>');
});

test("equal headings and headings without letters get unique ids", () => {
  const { headings } = prepareArticle("<h2>Again</h2><h2>Again</h2><h2>測る</h2><h2>量る</h2>");
  expect(headings.map(({ id }) => id)).toEqual(["again", "again-2", "section", "section-2"]);
});

test("a table gets a scrollable region unless it has one", () => {
  const bare = prepareArticle("<table><tr><td>1</td></tr></table>").html;
  expect(bare).toMatch(/^<div class="tbl" tabindex="0" role="region"[^>]*><table>.*<\/table><\/div>$/);
  const wrapped = '<div class="tbl" tabindex="0" role="region" aria-label="Results"><table></table></div>';
  expect(prepareArticle(wrapped).html).toBe(wrapped);
});

test("a long quotation is not set large", () => {
  expect(prepareArticle("<blockquote><p>Short.</p></blockquote>").html).toBe("<blockquote><p>Short.</p></blockquote>");
  expect(prepareArticle(`<blockquote><p>${"word ".repeat(60)}</p></blockquote>`).html).toContain('class="plain"');
});

test("reading takes a minute for every 200 words, and never none", () => {
  expect(prepareArticle(`<p>${"word ".repeat(1400)}</p>`).minutes).toBe(7);
  expect(prepareArticle("<p>Short.</p>").minutes).toBe(1);
});

test("a heading never gets a reserved id of the page", () => {
  const { headings } = prepareArticle("<h2>Categories</h2><h2>Main</h2><h2>Again</h2><h2>Again 2</h2><h2>Again</h2>");
  expect(headings.map(({ id }) => id)).toEqual(["categories-2", "main-2", "again", "again-2", "again-3"]);
});

test("allowed formatting is kept", () => {
  const rich =
    '<p lang="fr">Mesurer <b>deux</b> <em>fois</em>, <s>une</s> <u>fois</u> <mark>ici</mark>.</p>' +
    '<ol start="3" reversed type="a"><li value="9">Nine<ul><li>x</li></ul></li></ol>' +
    '<h3>Third</h3><pre><code class="language-ts">a &#x3C; b</code></pre>' +
    '<dl><dt>H<sub>2</sub>O</dt><dd>m<sup>2</sup>, <kbd>Ctrl</kbd>, <abbr title="kilobyte">KB</abbr></dd></dl>' +
    '<details open><summary>More</summary><p><del>old</del> <ins>new</ins> <time datetime="2026-01-01">then</time></p></details>' +
    '<figure class="wide"><img src="/art/x.webp" alt="A bob" width="12" height="8" loading="lazy"><figcaption>It.</figcaption></figure>' +
    '<p><a href="/contact">own</a> <a href="https://a.example/?b=1#c" rel="noopener">other</a> ' +
    '<a href="mailto:a@b.example">mail</a> <a href="tel:+1">call</a> <a href="#again">here</a></p>' +
    '<div class="tbl" tabindex="0" role="region" aria-label="Sums"><table><caption>Sums</caption><thead><tr>' +
    '<th scope="col" colspan="2">A</th></tr></thead><tbody><tr><td rowspan="2">1</td></tr></tbody></table></div><hr>';
  expect(prepareArticle(rich).html).toBe(rich);
});

test.each([
  ['<p style="text-align: center; color: red">x</p>', '<p class="align-center">x</p>'],
  ['<h3 align="RIGHT" class="lead">x</h3>', '<h3 class="align-right">x</h3>'],
  ["<center>x</center>", '<div class="align-center">x</div>'],
  ['<p class="has-text-align-justify">x</p>', '<p class="align-justify">x</p>'],
  ['<p style="text-align: url(//evil.example)">x</p>', "<p>x</p>"],
  [
    '<figure class="alignleft size-large"><img src="/art/x.webp"></figure>',
    '<figure class="align-left"><img src="/art/x.webp" alt="" loading="lazy"></figure>',
  ],
  ['<img style="float:right" src="/art/x.webp">', '<img src="/art/x.webp" class="align-right" alt="" loading="lazy">'],
  [
    '<p><span style="font-weight: 700; text-decoration: underline line-through">x</span></p>',
    "<p><span><s><u><strong>x</strong></u></s></span></p>",
  ],
  ['H<span style="vertical-align: sub">2</span>O', "H<span><sub>2</sub></span>O"],
  ['<span style="background-color: yellow">x</span>', "<span><mark>x</mark></span>"],
  ['<ol style="list-style-type: lower-roman"><li>x</li></ol>', '<ol type="i"><li>x</li></ol>'],
])("formatting of %s is kept", (html, kept) => {
  expect(prepareArticle(html).html).toBe(kept);
  expect(prepareArticle(kept).html, "again").toBe(kept);
});

test("columns keep their widths and cells their alignment", () => {
  const table = '<col style="width: 30%"><col width="120"><tr><td style="text-align: right; width: 40.5px">1</td></tr>';
  expect(prepareArticle(`<table style="width: 50%">${table}</table>`).html).toContain(
    '<table width="50%"><colgroup><col width="30%"><col width="120"></colgroup><tbody><tr>' +
      '<td class="align-right" width="40">1</td></tr></tbody></table>',
  );
});

test("a first-level heading becomes a second-level one, because the page has its own", () => {
  expect(prepareArticle("<h1>Big</h1>").html).toBe('<h2 id="big">Big</h2>');
});

test("forbidden elements and attributes are removed and their text is kept", () => {
  expect(
    prepareArticle('<section id="main" class="opening" style="position:fixed"><p onclick="x()">Text</p></section>')
      .html,
  ).toBe("<div><p>Text</p></div>");
  expect(prepareArticle("<form action=//evil.example><label>Name</label><input></form><script>x()</script>").html).toBe(
    "Name",
  );
  expect(
    prepareArticle("<iframe src=//evil.example>frame</iframe><svg><a href=javascript:x()>s</a></svg>after").html,
  ).toBe("after");
});

test.each([
  ["/art/x.webp", "/art/x.webp"],
  ["/storage/v1/object/public/images/a/b.webp", "/storage/v1/object/public/images/a/b.webp"],
  [
    "https://backend.example/storage/v1/object/public/images/a.webp",
    "https://backend.example/storage/v1/object/public/images/a.webp",
  ],
  ["https://backend.example/elsewhere/a.webp", undefined],
  ["https://evil.example/storage/v1/object/public/images/a.webp", undefined],
  ["//evil.example/a.webp", undefined],
  ["/\t/evil.example/a.webp", undefined],
  ["/\\evil.example/a.webp", undefined],
  ["data:image/png;base64,AAAA", undefined],
  ["/auth/v1/verify?token=1", undefined],
])("a picture from %j", (src, shown) => {
  const { html } = prepareArticle(`<p><img src="${src}" srcset="//evil.example/x 2x"></p>`, "https://backend.example");
  expect(html).toBe(shown ? `<p><img src="${shown}" alt="" loading="lazy"></p>` : "<p></p>");
});

test("a prepared article stays the same when prepared again", () => {
  const once = prepareArticle("<h1>A</h1><table><tr><td>1</table><blockquote><p>q<div>x</blockquote><pre>code").html;
  expect(prepareArticle(once).html).toBe(once);
});

test("thousands of nested elements or equal headings do not fail", () => {
  expect(prepareArticle(`${"<div>".repeat(40_000)}deep`).html.trim()).toBe("deep");
  expect(prepareArticle("<h2>A</h2>".repeat(10_000)).headings.at(-1)?.id).toBe("a-10000");
});
