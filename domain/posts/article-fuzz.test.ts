import * as fc from "fast-check";
import { expect, test } from "vitest";
import { prepareArticle } from "./article.ts";
import { slugify } from "./slug.ts";

/** Fragments that are difficult for parsers, in random order. */
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom("<", ">", "</", "/>", "<!--", "-->", "<![CDATA[", "]]>", '"', "'", "=", "&#x6a;", "\u0000", "\t"),
      fc.constantFrom(
        "script",
        "svg",
        "math",
        "style",
        "iframe",
        "img",
        "a",
        "table",
        "template",
        "noscript",
        "p",
        "h2",
      ),
      fc.constantFrom(" onerror=", " href=", " src=", " style=", "javascript:", "data:text/html,", "alert(1)", " id="),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(""));

test("a prepared article never contains anything that runs", () => {
  fc.assert(
    fc.property(markup, (html) => {
      const article = prepareArticle(html);
      const tags = article.html.match(/<[^>]*>/g)?.join("") ?? "";
      expect(tags).not.toMatch(/<(script|svg|math|style|iframe|template|noscript|object|embed|form|base|meta)\b/i);
      expect(tags).not.toMatch(/\s(on\w+|style|srcdoc|formaction)=/i);
      expect(tags).not.toMatch(/\b(href|src)="\s*(javascript|data|vbscript):/i);
    }),
    { numRuns: 2_000 },
  );
});

test("preparing an article twice changes nothing", () => {
  fc.assert(
    fc.property(markup, (html) => {
      const once = prepareArticle(html).html;
      expect(prepareArticle(once).html).toBe(once);
    }),
    { numRuns: 500 },
  );
});

test("a slug is always a valid URL segment", () => {
  fc.assert(
    fc.property(fc.string(), (title) => {
      expect(slugify(title)).toMatch(/^[\w-]*$/);
    }),
  );
});
