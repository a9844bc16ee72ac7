import { expect, test } from "vitest";
import { renderBlockingLink } from "./finish-page.ts";

test("rendering waits for the content of a short page and for the header of a long one", () => {
  expect(renderBlockingLink(pageOf("word ".repeat(1000)))).toContain('href="#footer"');
  expect(renderBlockingLink(pageOf("word ".repeat(10_000)))).toContain('href="#menu"');
});

test("a page without them waits for nothing", () => {
  expect(renderBlockingLink("<main>A screen of the newsroom</main>")).toBe("");
});

function pageOf(text: string): string {
  return `<header><nav id="menu"></nav></header><main>${text}</main><footer id="footer"></footer>`;
}
