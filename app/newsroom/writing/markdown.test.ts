import { expect, test } from "vitest";
import { cleanPaste } from "../../../domain/posts/paste.ts";
import { convertMarkdown } from "./markdown.ts";

const convert = (markdown: string) => cleanPaste(convertMarkdown(markdown) ?? "");

test("a table between paragraphs becomes a table, with formatting, escaped pipes and missing cells", () => {
  const markdown = "Before\n| Month | *Lean* |\n|:--|--:|\n| 1. May | 4 \\| 5 |\n| June |\n\nAfter";
  expect(convert(markdown)).toBe(
    "<p>Before</p>\n<table><thead><tr><th>Month</th><th><em>Lean</em></th></tr></thead>" +
      "<tbody><tr><td>1. May</td><td>4 | 5</td></tr><tr><td>June</td><td></td></tr></tbody></table>\n<p>After</p>",
  );
});

test("cells cannot contain markup", () => {
  expect(convert("a | b\n--- | ---\n| <script>x</script> | `<b>`")).toContain(
    "<td>&#x3C;script>x&#x3C;/script></td><td><code>&#x3C;b></code></td>",
  );
});

test("a table in a code block stays as it is", () => {
  expect(convertMarkdown("```\nx\n| a | <b> |\n|---|---|\ny\n```")).toBe(
    "<pre><code>x\n| a | &lt;b&gt; |\n|---|---|\ny\n</code></pre>",
  );
});

test.each(["a | b\nc | d", "a | b\n--- | --- | ---", "a\n-\nb", " | \n | ", "a\n|\nb"])(
  "pipes or dashes alone are not Markdown: %j",
  (text) => expect(convertMarkdown(text)).toBeUndefined(),
);

test.each(["a | b\n--- | ---", "| a |\r\n| - |\r\n", "# a", "1. a", "a **b**", "[a](/b)"])("Markdown: %j", (text) =>
  expect(convertMarkdown(text)).toMatch(/^<(table|h1|ol|p)>/),
);
