import type { Element, Parents, Root } from "hast";
import { fromHtml } from "hast-util-from-html";

/** A sanitized text for readers elsewhere, where a path, a query or a fragment alone would lead nowhere. */
export function absoluteArticle(html: string, address: string): Root {
  const tree = fromHtml(html, { fragment: true });
  resolveIn(tree, address);
  return tree;
}

function resolveIn(parent: Parents, address: string): void {
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    resolveAttributes(child, address);
    resolveIn(child, address);
  }
}

function resolveAttributes({ properties }: Element, address: string): void {
  for (const name of ["href", "src"]) {
    const given = properties[name];
    // What is no address goes: "http:" is one on a page that came by http, and none on one that came by https.
    if (typeof given === "string") properties[name] = URL.parse(given, address)?.href;
  }
}
