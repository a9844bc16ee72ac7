import { expect, test } from "vitest";
import { findLink, formatHtml, type HtmlEdit, removeLink, type Selection, setLink } from "./html-edit.ts";

/** Square brackets mark the selection. */
function edit(marked: string, change: (html: string, selection: Selection) => HtmlEdit): string {
  const start = marked.indexOf("[");
  const html = marked.replace("[", "").replace("]", "");
  const { text, selected, ...place } = change(html, { start, end: marked.indexOf("]") - 1 });
  const next = html.slice(0, place.start) + text + html.slice(place.end);
  return `${next.slice(0, selected.start)}[${next.slice(selected.start, selected.end)}]${next.slice(selected.end)}`;
}

test("bold and italic wrap the selection, and unwrap it when pressed again", () => {
  const bold = "<p>We keep <strong>[a drawer]</strong>.</p>";
  expect(edit("<p>We keep [a drawer].</p>", (...at) => formatHtml(...at, "bold"))).toBe(bold);
  expect(edit(bold, (...at) => formatHtml(...at, "bold"))).toBe("<p>We keep [a drawer].</p>");
  expect(edit("[]", (...at) => formatHtml(...at, "italic"))).toBe("<em>[]</em>");
});

test("a paragraph becomes a heading, another heading, and a paragraph again", () => {
  expect(edit("<p>One</p>\n<p>T[w]o</p>", (...at) => formatHtml(...at, "h2"))).toBe("<p>One</p>\n<h2>Two</h2>[]");
  expect(edit("<h2>Tw[]o</h2>", (...at) => formatHtml(...at, "h3"))).toBe("<h3>Two</h3>[]");
  expect(edit("<h3>Tw[]o</h3>", (...at) => formatHtml(...at, "h3"))).toBe("<p>Two</p>[]");
  expect(edit("[]", (...at) => formatHtml(...at, "h2"))).toBe("<h2>[]</h2>");
});

test("selected lines become a list, a line each", () => {
  expect(edit("<p>[One</p>\nTwo\n\nThree]", (...at) => formatHtml(...at, "list"))).toBe(
    "<ul>\n  <li>One</li>\n  <li>Two</li>\n  <li>Three</li>\n</ul>[]",
  );
  expect(edit("[]", (...at) => formatHtml(...at, "list"))).toBe("<ul>\n  <li>[]</li>\n</ul>");
  expect(edit("[One\nTwo]", (...at) => formatHtml(...at, "numbers"))).toBe(
    "<ol>\n  <li>One</li>\n  <li>Two</li>\n</ol>[]",
  );
});

test("a quotation holds a paragraph; code of several lines is kept as it stands", () => {
  expect(edit("<p>So[]</p>", (...at) => formatHtml(...at, "quote"))).toBe("<blockquote><p>So</p></blockquote>[]");
  expect(edit("a [x] b", (...at) => formatHtml(...at, "code"))).toBe("a <code>[x]</code> b");
  expect(edit("[if (a < b)\n  go()]", (...at) => formatHtml(...at, "code"))).toBe(
    "<pre><code>if (a &lt; b)\n  go()</code></pre>[]",
  );
});

test("a table or a picture is inserted on its own line below the cursor", () => {
  expect(edit("<p>On[e]</p>\n<p>Two</p>", (...at) => formatHtml(...at, "divider"))).toBe(
    "<p>One</p>\n\n<hr>[]\n<p>Two</p>",
  );
  expect(edit("[]", (...at) => formatHtml(...at, "table"))).toMatch(/^<table>[\s\S]+<\/table>\[\]$/);
});

test("a link uses the selection as its text, or else its address", () => {
  expect(edit("see [this]", (...at) => setLink(...at, "/blog?a=1&b=2"))).toBe(
    'see <a href="/blog?a=1&amp;b=2">[this]</a>',
  );
  expect(edit("see []", (...at) => setLink(...at, "/work"))).toBe('see <a href="/work">[/work]</a>');
});

test("the link that the cursor or the selection lies in is found with its address", () => {
  const html = `<a name="x">A</a> <p>see <A class=b HREF='/blog?a=1&amp;b=2'>these <em>words</em></A> and <a href=/work>those</a></p>`;
  const find = (words: string) =>
    findLink(html, { start: html.indexOf(words), end: html.indexOf(words) + words.length });
  expect(find("words")).toMatchObject({ href: "/blog?a=1&b=2", text: "these <em>words</em>" });
  expect(find("those")).toMatchObject({ href: "/work", text: "those" });
  expect(find("A")).toMatchObject({ href: "", text: "A" });
  expect(find("see")).toBeUndefined();
  expect(find("words</em></A> and")).toBeUndefined();
  expect(findLink("<abbr>a</abbr>", { start: 7, end: 7 })).toBeUndefined();
});

test("setting a link within a link changes only its address; removing it keeps its text", () => {
  const link = 'see <a class="b" href="/work">th[es]e</a>.';
  expect(edit(link, (...at) => setLink(...at, "/blog"))).toBe('see <a href="/blog" class="b">th[es]e</a>.');
  expect(edit(link, removeLink)).toBe("see th[es]e.");
  expect(edit('[see <a href="/work">this</a>]', (...at) => setLink(...at, "/blog"))).toBe(
    '<a href="/blog">[see this]</a>',
  );
  expect(edit('<a hr[]ef="/work">this</a>', removeLink)).toBe("[]this");
  expect(edit("no [link]", removeLink)).toBe("no [link]");
});
