import { expect, test } from "vitest";
import { renderBlockingLink } from "./render-blocking.ts";

test("a page that comes in one flight is painted with its content, a longer one with its header", () => {
  expect(renderBlockingLink(pageOf("word ".repeat(1000)))).toContain('href="#footer"');
  expect(renderBlockingLink(pageOf("word ".repeat(10_000)))).toContain('href="#menu"');
});

function pageOf(text: string): string {
  return `<header><nav id="menu"></nav></header><main>${text}</main><footer id="footer"></footer>`;
}
