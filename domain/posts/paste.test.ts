import * as fc from "fast-check";
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";
import { expect, test } from "vitest";
import { cleanPaste } from "./paste.ts";

test("a document from Word keeps its structure and loses its looks", () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Word">
    <style>p.MsoNormal {margin:0cm}</style></head><body lang=EN-GB><!--StartFragment-->
    <h1 style='margin-top:12pt'>What failed<o:p></o:p></h1>
    <p class=MsoNormal style='line-height:107%'>We keep a
    <b><span style='color:red'>drawer</span></b>.<o:p>&nbsp;</o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>
    <p class=MsoListParagraphCxSpFirst><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>A chat bubble.</p>
    <p class=MsoListParagraphCxSpLast><span style='mso-list:Ignore'>·<span>&nbsp;</span></span>A larger <i>button</i>.</p>
    <p class=MsoListParagraph><span style='mso-list:Ignore'>1.<span>&nbsp;</span></span>First</p>
    <!--EndFragment--></body></html>`;
  expect(cleanPaste(word)).toBe(
    [
      "<h2>What failed</h2>",
      "<p>We keep a <strong>drawer</strong>.</p>",
      "<ul><li>A chat bubble.</li><li>A larger <em>button</em>.</li></ul>",
      "<ol><li>First</li></ol>",
    ].join("\n"),
  );
});

test("a document from Google Docs is not all bold, and its spans become emphasis", () => {
  const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"
    style="line-height:1.38"><span style="font-size:11pt;font-weight:400">We keep </span><span
    style="font-weight:700;font-style:italic">a drawer</span><span>.</span></p><br><ul><li dir="ltr"><p><a
    href="https://example.com/a"><span>Minus 4%</span></a></p></li></ul></b>`;
  expect(cleanPaste(docs)).toBe(
    '<p>We keep <strong><em>a drawer</em></strong>.</p>\n<ul><li><p><a href="https://example.com/a">Minus 4%</a></p></li></ul>',
  );
});

test("pasted scripts, trackers and styles are removed", () => {
  const page = `<div onclick="x()"><script>alert(1)</script><img src="https://t.example/p.gif" onerror="x()">
    <p><a href="javascript:alert(1)" target="_blank">A</a> <font color=red>B</font></p><iframe src="//x"></iframe></div>`;
  expect(cleanPaste(page)).toBe('<img src="https://t.example/p.gif">\n<p>A B</p>');
});

test("pictures stay, in no paragraph, also those of other sites, which are copied later; videos become links", () => {
  const stored = '<img src="https://store.example/storage/v1/object/public/images/a.png" alt="A" width="1" height="1">';
  const own = '<img src="/art/hero-960.webp" alt="">';
  const html = `<p>Before ${own} after</p><figure>${stored}<figcaption>So</figcaption></figure><img src="http://t.example/p.png"><img src="data:image/png;base64,AA==">`;
  expect(cleanPaste(html, "https://store.example")).toBe(
    ["<p>Before</p>", own, "<p>after</p>", stored, "<p>So</p>"].join("\n"),
  );
  expect(cleanPaste(stored)).toBe(stored);
  const player = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="A film"></iframe>';
  expect(cleanPaste(`<div><p>See ${player}</p></div>`)).toBe(
    '<p>See</p>\n<p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">A film</a></p>',
  );
});

test("tables stay tables, code keeps its lines, and running text stays running", () => {
  expect(
    cleanPaste('<table width=9><tr><th colspan="2" style="x">A</th></tr><tr><td>1</td><td></td></tr></table>'),
  ).toBe('<table><tbody><tr><th colspan="2">A</th></tr><tr><td>1</td><td></td></tr></tbody></table>');
  expect(cleanPaste("<pre>a\n  b</pre>")).toBe("<pre>a\n  b</pre>");
  expect(cleanPaste("<span>two <b>words</b></span>")).toBe("two <strong>words</strong>");
});

/** A list paragraph as Word puts it on the clipboard. */
function wordItem(place: string, level: number, mark: string, text: string, font = "Symbol"): string {
  return `<p class=MsoListParagraphCxSp${place} style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if
    !supportLists]><span lang=EN-US style='font-family:${font};mso-fareast-font-family:${font};mso-bidi-font-family:
    ${font}'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;
    </span></span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>`;
}

test("text from Word is bold only by font-weight, not by mso-bidi-font-weight", () => {
  const word = `<p class=MsoNormal><b style='mso-bidi-font-weight:normal'><span lang=EN-US>Bold</span></b><span
    lang=EN-US style='mso-bidi-font-weight:bold'> plain</span> <i style='mso-bidi-font-style:normal'>italic</i><span
    style='mso-bidi-font-style:italic'> upright</span> <span style='FONT-WEIGHT: bold;mso-bidi-font-weight:normal'>bold
    too</span><o:p></o:p></p>`;
  expect(cleanPaste(word)).toBe("<p><strong>Bold</strong> plain <em>italic</em> upright <strong>bold too</strong></p>");
});

test("Word bullets in symbol fonts become lists, deeper levels nested lists", () => {
  const word = [
    wordItem("First", 1, "·", "One"),
    wordItem("Middle", 2, "o", "One, one", '"Courier New"'),
    wordItem("Middle", 3, "§", "One, one, one", "Wingdings"),
    wordItem("Middle", 2, "o", "<b style='mso-bidi-font-weight:normal'>One</b>, two", '"Courier New"'),
    wordItem("Last", 1, "·", "Two"),
    "<p class=MsoNormal>After</p>",
  ].join("\n\n");
  expect(cleanPaste(word)).toBe(
    [
      "<ul><li>One<ul><li>One, one<ul><li>One, one, one</li></ul></li><li><strong>One</strong>, two</li></ul></li><li>Two</li></ul>",
      "<p>After</p>",
    ].join("\n"),
  );
});

test("a symbol-font character is a bullet in a Word list and text in a sentence", () => {
  const bullet = `<span style='font-family:Symbol'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span>`;
  expect(
    cleanPaste(
      `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]>${bullet}<![endif]>One</p>`,
    ),
  ).toBe("<ul><li>One</li></ul>");
  expect(cleanPaste("<p class=MsoNormal><span style='font-family:Symbol'>α</span> is small</p>")).toBe(
    "<p>α is small</p>",
  );
});

test("Word numbers become ordered lists that continue after another list or a paragraph", () => {
  const word = [
    wordItem("First", 1, "1.", "One", "Calibri"),
    wordItem("Middle", 2, "a)", "One, a", "Calibri"),
    wordItem("Middle", 2, "·", "One, dot"),
    wordItem("Middle", 1, "2.", "Two", "Calibri"),
    "<p class=MsoNormal>Between</p>",
    wordItem("Last", 1, "3.", "Three", "Calibri"),
  ].join("");
  expect(cleanPaste(word)).toBe(
    [
      "<ol><li>One<ol><li>One, a</li></ol><ul><li>One, dot</li></ul></li><li>Two</li></ol>",
      "<p>Between</p>",
      '<ol start="3"><li>Three</li></ol>',
    ].join("\n"),
  );
});

test("a list that starts deeper, skips a level or is in a table cell is still valid", () => {
  expect(cleanPaste(wordItem("First", 2, "·", "Deep") + wordItem("Last", 1, "·", "Flat"))).toBe(
    "<ul><li>Deep</li><li>Flat</li></ul>",
  );
  expect(cleanPaste(wordItem("First", 1, "·", "One") + wordItem("Last", 3, "·", "Deep"))).toBe(
    "<ul><li>One<ul><li>Deep</li></ul></li></ul>",
  );
  expect(cleanPaste(`<table><tr><td>${wordItem("First", 1, "·", "One")}</td></tr></table>`)).toBe(
    "<table><tbody><tr><td><ul><li>One</li></ul></td></tr></tbody></table>",
  );
});

test("text before, between and after blocks becomes paragraphs", () => {
  expect(cleanPaste("Before <b>it</b><p>One</p>between<br><h2>Two</h2> after <i>all</i><br>")).toBe(
    [
      "<p>Before <strong>it</strong></p>",
      "<p>One</p>",
      "<p>between</p>",
      "<h2>Two</h2>",
      "<p>after <em>all</em></p>",
    ].join("\n"),
  );
  expect(cleanPaste("<div>one <div>two</div> three</div>four")).toBe(
    "<p>one</p>\n<p>two</p>\n<p>three</p>\n<p>four</p>",
  );
  expect(cleanPaste("<blockquote>said <p>more</p></blockquote>")).toBe(
    "<blockquote><p>said</p><p>more</p></blockquote>",
  );
  expect(cleanPaste("<section>one</section><dl><dt>term</dt><dd>meaning</dd></dl>")).toBe(
    "<p>one</p>\n<p>term</p>\n<p>meaning</p>",
  );
});

test("emphasis and links move into blocks; headings contain only text; a caption moves above its table", () => {
  expect(cleanPaste("<b>one<p>two</p></b>")).toBe("<p><strong>one</strong></p>\n<p><strong>two</strong></p>");
  expect(cleanPaste('<a href="/work"><h3>Title</h3><p>Text</p></a>')).toBe(
    '<h3><a href="/work">Title</a></h3>\n<p><a href="/work">Text</a></p>',
  );
  expect(cleanPaste('<b><span style="font-weight:700">once</span></b>')).toBe("<strong>once</strong>");
  expect(cleanPaste("<h1><div>Two</div><div>lines</div></h1>")).toBe("<h2>Two lines</h2>");
  expect(cleanPaste("<table><caption>What</caption><tr><td>1</td></tr></table>")).toBe(
    "<p>What</p>\n<table><tbody><tr><td>1</td></tr></tbody></table>",
  );
});

test("lists of Google Docs are nested in the item they belong to", () => {
  const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-2f1"><ul
    style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-weight:400;"
    aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">One</span></p></li><ul><li dir="ltr"
    aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:700;">Nested</span></p></li><ol><li
    aria-level="3"><p>Deep</p></li></ol></ul><li dir="ltr" aria-level="1"><p>Two</p></li></ul></b><br
    class="Apple-interchange-newline">`;
  expect(cleanPaste(docs)).toBe(
    "<ul><li><p>One</p><ul><li><p><strong>Nested</strong></p><ol><li><p>Deep</p></li></ol></li></ul></li><li><p>Two</p></li></ul>",
  );
  expect(cleanPaste("<ul><ul><li>Only</li></ul>loose <b>text</b></ul><li>stray</li>")).toBe(
    "<ul><li>Only</li><li>loose <strong>text</strong></li></ul>\n<ul><li>stray</li></ul>",
  );
});

test("code keeps line breaks and indentation from nested elements", () => {
  expect(cleanPaste("<pre><span>a</span><span>\n</span><span>  </span><b>b</b></pre>")).toBe(
    "<pre>a\n  <strong>b</strong></pre>",
  );
});

/** Elements in any order and depth, each text of letters that occur once. */
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.stringMatching(/^[a-z]{1,3}$/),
    fc
      .tuple(
        fc.constantFrom(
          "p",
          "div",
          "b",
          "i",
          "a href='/x'",
          "span",
          "span style='font-weight:700'",
          "ul",
          "ol",
          "li",
          "h1",
          "h3",
          "blockquote",
          "section",
          "table><tr><td",
          "code",
          "pre",
          "dl",
          "dd",
        ),
        fc.array(tie("tree"), { maxLength: 4 }),
      )
      .map(([tag, children]) => `<${tag}>${children.join("")}</${tag.split(/[ >]/)[0]}>`),
  ),
}));

test("cleaning a paste never loses a letter and always yields valid HTML", () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (pieces) => {
      const html = pieces.join("");
      const cleaned = cleanPaste(html);
      const read = fromHtml(cleaned, { fragment: true });
      expect(toHtml(read)).toBe(cleaned);
      expect(lettersOf(cleaned)).toBe(lettersOf(toHtml(fromHtml(html, { fragment: true }))));
      expect(cleaned).not.toMatch(/<(ul|ol)>(?!<li>)|<\/li>(?!<li>|<\/ul>|<\/ol>)/);
    }),
    { numRuns: 1_000 },
  );
});

function lettersOf(html: string): string {
  return html.replace(/<[^>]*>/g, "").replace(/\s/g, "");
}
