import type { Element, Parents, Root } from "hast";
import { fromHtml } from "hast-util-from-html";

/** Resolves the relative URLs of sanitized HTML, for readers outside this site. */
export function absoluteArticle(html: string, base: string): Root {
  const tree = fromHtml(html, { fragment: true });
  resolveIn(tree, base);
  return tree;
}

function resolveIn(parent: Parents, base: string): void {
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    resolveAttributes(child, base);
    resolveIn(child, base);
  }
}

function resolveAttributes({ properties }: Element, base: string): void {
  for (const name of ["href", "src"]) {
    const value = properties[name];
    // Invalid URLs are removed. "http:" is valid relative to an http page, but not to an https one.
    if (typeof value === "string") properties[name] = URL.parse(value, base)?.href;
  }
}
