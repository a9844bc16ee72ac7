import * as fc from "fast-check";
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";
import * as v from "valibot";
import { expect, test } from "vitest";
import { collections } from "./collections.ts";
import { fieldOf } from "./fields.ts";
import { richBlocks } from "./rich-blocks.ts";
import { asHtml, plainText } from "./rich-text.ts";
import { shape } from "./values.ts";

test("a text without formatting is paragraphs whose characters mean nothing", () => {
  expect(richBlocks("R&D < 5 &amp; 3 > 2\nsame\n\n\nnext", 3)).toEqual([
    { tag: "p", text: "R&D < 5 &amp; 3 > 2\nsame" },
    { tag: "p", text: "next" },
  ]);
  expect(plainText("R&D < 5")).toBe("R&D < 5");
  expect(asHtml("R&D\n\nnext")).toBe("<p>R&amp;D</p>\n\n<p>next</p>");
});

test("paragraphs, lists, links, emphasis and headings below the one above are kept, the rest is its words", () => {
  const html =
    'Loose <b>words</b><h1 onclick="hit()">Head</h1><p class="wide" id="menu">A <a href="/work">link</a></p>' +
    '<div><ul><li>one<img src=x onerror="hit()"></li></ul>tail</div><table><tr><td>cell</td></tr></table>' +
    '<script>hit()</script><p><a href="javascript:hit()">no link</a></p><p> </p>';
  const blocks = richBlocks(html, 4);
  expect(blocks).toEqual([
    { tag: "p", html: "Loose <b>words</b>" },
    { tag: "h4", html: "Head" },
    { tag: "p", html: 'A <a href="/work">link</a>' },
    { tag: "ul", html: "<li>one</li>" },
    { tag: "p", html: "tail" },
    { tag: "p", html: "cell" },
    { tag: "p", html: "<a>no link</a>" },
  ]);
});

test("whatever is given, a browser reads the blocks as they were written, and nothing in them runs", () => {
  const piece = fc.constantFrom(
    ..."<p>|</p>|<div>|</div>|<a href=/x>|</a>|<ul>|<li>|</ul>|<h2>|</h2>|<b>|</b>|<blockquote>|<pre>|<table><td>|<hr>|<img src=x onerror=hit()>|<script>hit()</script>|<svg>|<dl><dt>|words| & ".split(
      "|",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      for (const block of richBlocks(pieces.join(""), 3)) {
        if ("text" in block) continue;
        const html = `<${block.tag}>${block.html}</${block.tag}>`;
        expect(toHtml(fromHtml(html, { fragment: true }))).toBe(html);
        expect(html).not.toMatch(/<(?:img|script|svg|table|hr|h[12])|onerror|hit\(\)/);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("what was stored as paragraphs before is read and edited as one text", () => {
  const { schema } = collections["case-studies"];
  const challenge = schema.entries.challenge;
  expect(v.parse(challenge, ["One.", "Two."])).toBe("One.\n\nTwo.");
  expect(shape(fieldOf(schema), { challenge: ["One.", "Two."] }).challenge).toBe("<p>One.</p>\n\n<p>Two.</p>");
  expect(v.safeParse(challenge, "<p> </p>").issues?.[0].message).toBe("This is needed.");
  expect(v.is(challenge, `<p>${"x".repeat(4_000)}</p>`)).toBe(true);
  expect(v.is(challenge, `<p>${"x".repeat(4_001)}</p>`)).toBe(false);
});
