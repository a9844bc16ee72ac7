import type { Element, Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { convert, prepareArticle } from "./article.ts";
import { findOwnPicture } from "./own-picture.ts";

/** Attributes without an effect that readers would miss, and those that pages set themselves. */
const QUIET =
  /^(?:align|allow\w*|alt|aria.*|border|cell\w+|className|contentEditable|data.*|decoding|dir|fetchPriority|height|href|id|is|item.*|loading|name|referrerPolicy|rel|role|sizes|spellCheck|src|srcSet|style|tabIndex|target|title|translate|width)$/;
const HIDDEN_STYLES =
  /^(?:-|mso-|box-sizing|font-(?:family|variant)|line-height|margin|padding|orphans|widows|white-space)/;
/** Styles that other editors add to text that looks the same without them. */
const HIDDEN_ELEMENTS = new Set(["head", "html", "body", "meta", "link", "title", "tbody", "font"]);

/** The parts of its HTML that the page of a post will not show, in the writer's words: "<form>", "style color", "class lead". */
export function findLosses(html: string, storageUrl = ""): readonly string[] {
  const after = count(fromHtml(prepareArticle(html, storageUrl).html, { fragment: true }), storageUrl);
  const before = count(convert(html), storageUrl);
  return [...before].filter(([markup, times]) => (after.get(markup) ?? 0) < times).map(([markup]) => markup);
}

/** The addresses of pictures that are not this site's and can be copied. */
export function findForeignPictures(html: string, storageUrl = ""): readonly string[] {
  const addresses = new Set<string>();
  visit(fromHtml(html, { fragment: true }), ({ tagName, properties: { src } }) => {
    if (tagName === "img" && typeof src === "string" && !findOwnPicture(src, storageUrl) && isHttps(src))
      addresses.add(src);
  });
  return [...addresses];
}

export function findUndescribed(html: string): readonly string[] {
  const addresses = new Set<string>();
  visit(fromHtml(html, { fragment: true }), ({ tagName, properties: { src, alt } }) => {
    if (tagName === "img" && typeof src === "string" && !alt?.trim()) addresses.add(src);
  });
  return [...addresses];
}

/** In the text as it is written; the rest of it stays as it is. */
const SRC = /(<img\b[^<>]*?\ssrc\s*=\s*)("[^"<>]*"|'[^'<>]*'|[^\s"'<>]+)/gi;

export function replacePictures(html: string, copies: ReadonlyMap<string, string>): string {
  return html.replace(SRC, (whole, before: string, value: string) => {
    const copy = copies.get(value.replace(/^["']|["']$/g, "").replaceAll("&amp;", "&"));
    return copy ? `${before}"${copy}"` : whole;
  });
}

const isHttps = (address: string) => URL.parse(address.replace(/^\/\//, "https://"))?.protocol === "https:";

function count(tree: Nodes, storageUrl: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (markup: string) => counts.set(markup, (counts.get(markup) ?? 0) + 1);
  visit(tree, (element) => {
    for (const markup of describeElement(element, storageUrl)) add(markup);
  });
  return counts;
}

function describeElement({ tagName, properties }: Element, storageUrl: string): readonly string[] {
  const src = String(properties.src);
  const name = tagName === "img" ? `picture ${findOwnPicture(src, storageUrl) ?? src}` : `<${tagName}>`;
  const style = typeof properties.style === "string" ? properties.style.split(";") : [];
  const styles = style.map((declaration) => declaration.split(":")[0]?.trim() ?? "");
  const classes = Array.isArray(properties.className) ? properties.className : [];
  return [
    ...(HIDDEN_ELEMENTS.has(tagName) ? [] : [name]),
    ...styles.filter((each) => each && !HIDDEN_STYLES.test(each)).map((each) => `style ${each}`),
    ...classes.map((each) => `class ${each}`),
    ...Object.keys(properties)
      .filter((each) => !QUIET.test(each))
      .map((each) => `<${tagName} ${each.toLowerCase()}>`),
    ...(typeof properties.href === "string" ? [`link ${properties.href}`] : []),
  ];
}

function visit(node: Nodes, see: (element: Element) => void): void {
  if (node.type === "element") see(node);
  if ("children" in node) for (const child of node.children) visit(child, see);
}
