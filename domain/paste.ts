import type { Element, ElementContent, Nodes, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";

/** Text copied from a document or another page, as plain HTML: its structure kept, its looks and leftovers dropped. */
export function cleanPaste(html: string): string {
  const blocks = gatherLists(clean(fromHtml(html, { fragment: true }).children));
  const isRunningText = blocks.every((block) => !isBlock(block));
  const written = blocks.map((block) => toHtml(block));
  // Between blocks a line break is only what was between two paragraphs.
  return isRunningText
    ? written.join("").trim()
    : written.filter((block) => block.trim() && block !== "<br>").join("\n");
}

const RENAMED: Readonly<Record<string, string>> = { h1: "h2", h5: "h4", h6: "h4", b: "strong", i: "em", div: "p" };
const BLOCKS = ["p", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "pre", "table", "hr"];
const KEPT = new Set(
  [BLOCKS, ["thead", "tbody", "tr", "th", "td", "a", "strong", "em", "code", "br", "sub", "sup", "s"]].flat(),
);
const DROPPED = new Set(["script", "style", "meta", "link", "title", "head", "xml", "o:p", "img", "iframe", "object"]);
const MAY_BE_EMPTY = new Set(["br", "hr", "td", "th"]);
const SAFE_ADDRESS = /^(https?:|mailto:|tel:|\/(?!\/)|#)/i;
const LIST_MARK = /mso-list:\s*ignore/i;

function clean(nodes: readonly Nodes[], isPreformatted = false): RootContent[] {
  return nodes.flatMap((node) => {
    if (node.type === "text") {
      const value = isPreformatted ? node.value : node.value.replace(/[ \t\r\n]+/g, " ");
      return value ? [{ type: "text" as const, value }] : [];
    }
    return node.type === "element" && !DROPPED.has(node.tagName) ? cleanElement(node, isPreformatted) : [];
  });
}

function cleanElement(element: Element, isPreformatted: boolean): RootContent[] {
  const style = styleOf(element);
  if (LIST_MARK.test(style)) return [];
  const tagName = RENAMED[element.tagName] ?? element.tagName;
  const children = clean(element.children, isPreformatted || tagName === "pre") as ElementContent[];
  if (isBlank(children) && !MAY_BE_EMPTY.has(tagName)) return children.some(isSpace) ? [SPACE] : [];
  if (tagName === "span") return emphasize(children, style);
  const isOnlyWrapping =
    !KEPT.has(tagName) ||
    (tagName === "p" && children.some(isBlock)) ||
    // All of a copied document stands in a bold that is not bold.
    (tagName === "strong" && (/font-weight:\s*(normal|400)/i.test(style) || children.some(isBlock)));
  if (isOnlyWrapping) return children;
  const list = tagName === "p" ? findListMark(element) : undefined;
  if (list) return [{ type: "element", tagName: "li", properties: { list }, children: trim(children) }];
  return [{ type: "element", tagName, properties: cleanProperties(element), children: trimIn(tagName, children) }];
}

const SPACE = { type: "text", value: " " } as const;

function emphasize(children: ElementContent[], style: string): ElementContent[] {
  const isBold = /font-weight:\s*(bold|[6-9]00)/i.test(style);
  const italic: ElementContent[] = /font-style:\s*italic/i.test(style) ? [wrap("em", children)] : children;
  return isBold ? [wrap("strong", italic)] : italic;
}

function wrap(tagName: string, children: ElementContent[]): Element {
  return { type: "element", tagName, properties: {}, children };
}

function cleanProperties({ tagName, properties }: Element): Element["properties"] {
  const { href, colSpan, rowSpan } = properties;
  if (tagName === "a") return SAFE_ADDRESS.test(String(href)) ? { href } : {};
  if (tagName === "td" || tagName === "th") return { colSpan, rowSpan };
  return {};
}

/** Word writes a list as paragraphs that bring their own dots and numbers. */
function findListMark(paragraph: Element): "ul" | "ol" | undefined {
  const mark = paragraph.children.find((child) => child.type === "element" && LIST_MARK.test(styleOf(child)));
  if (!mark) return undefined;
  return /[0-9a-z][.)]/i.test(textOf(mark)) ? "ol" : "ul";
}

/** Loose items that follow each other become one list. */
function gatherLists(nodes: readonly RootContent[]): RootContent[] {
  const gathered: RootContent[] = [];
  for (const node of nodes) {
    const list = node.type === "element" && node.properties.list;
    if (typeof list !== "string") {
      gathered.push(node);
      continue;
    }
    const item = wrap("li", (node as Element).children);
    const last = gathered.findLast((other) => !isBlank([other]));
    if (last?.type === "element" && last.tagName === list) last.children.push(item);
    else gathered.push(wrap(list, [item]));
  }
  return gathered;
}

function trimIn(tagName: string, children: ElementContent[]): ElementContent[] {
  if (tagName === "pre") return children;
  if (["ul", "ol", "table", "thead", "tbody", "tr"].includes(tagName))
    return children.filter((child) => !isSpace(child));
  return BLOCKS.includes(tagName) || MAY_BE_EMPTY.has(tagName) ? trim(children) : children;
}

function trim(children: ElementContent[]): ElementContent[] {
  const from = children.findIndex((child) => !isSpace(child));
  const to = children.findLastIndex((child) => !isSpace(child));
  return children.slice(from, to + 1).map((child, place, all) => {
    if (child.type !== "text") return child;
    const start = place === 0 ? child.value.trimStart() : child.value;
    return { type: "text", value: place === all.length - 1 ? start.trimEnd() : start };
  });
}

function styleOf({ properties }: Element): string {
  return typeof properties.style === "string" ? properties.style : "";
}

function isBlock(node: Nodes): boolean {
  return node.type === "element" && BLOCKS.includes(node.tagName);
}

function isSpace(node: Nodes): boolean {
  return node.type === "text" && node.value.trim() === "";
}

function isBlank(nodes: readonly Nodes[]): boolean {
  return nodes.every((node) => isSpace(node));
}

function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}
