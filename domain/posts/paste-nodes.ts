import type { Element, ElementContent, Nodes } from "hast";

const BLOCKS = new Set(["p", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "pre", "table", "hr", "img"]);
const TABLE_PARTS = new Set(["thead", "tbody", "tr", "th", "td"]);

export function wrap(tagName: string, children: ElementContent[], properties: Element["properties"] = {}): Element {
  return { type: "element", tagName, properties, children };
}

/** Wraps inline content in an element. In blocks, it wraps their inline content and never the block. */
export function wrapInline(around: Element, children: ElementContent[]): ElementContent[] {
  return splitRuns(children).flatMap((part) => {
    if (!isInline(part)) return [{ ...part, children: wrapInline(around, part.children) }];
    return isEmptyRun(part) ? part : [{ ...around, children: unwrap(part, around.tagName) }];
  });
}

/** Removes nested elements of the same name: bold in bold is redundant, a link in a link is invalid. */
function unwrap(nodes: readonly ElementContent[], tagName: string): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type !== "element") return [node];
    const children = unwrap(node.children, tagName);
    return node.tagName === tagName ? children : [{ ...node, children }];
  });
}

/** Text between blocks becomes a paragraph of its own. */
export function inParagraphs(children: ElementContent[]): ElementContent[] {
  return splitRuns(children).flatMap((part) => {
    if (!isInline(part)) return [part];
    const text = trim(part);
    return isEmptyRun(text) ? [] : [wrap("p", text)];
  });
}

/** Splits children into blocks and runs of inline content. */
export function splitRuns(children: readonly ElementContent[]): (ElementContent[] | Element)[] {
  const parts: (ElementContent[] | Element)[] = [];
  for (const child of children) {
    const last = parts.at(-1);
    if (isBlock(child)) parts.push(child);
    else if (last && isInline(last)) last.push(child);
    else parts.push([child]);
  }
  return parts;
}

export const isInline = (part: ElementContent[] | Element): part is ElementContent[] => Array.isArray(part);

export function trim(children: ElementContent[]): ElementContent[] {
  const from = children.findIndex((child) => !isGap(child));
  const to = children.findLastIndex((child) => !isGap(child));
  return children.slice(from, to + 1).map((child, index, all) => {
    if (child.type !== "text") return child;
    const start = index === 0 ? child.value.trimStart() : child.value;
    return { type: "text", value: index === all.length - 1 ? start.trimEnd() : start };
  });
}

/** The value of an inline style, by its complete name: Word sets `mso-bidi-font-weight` beside `font-weight`. */
export function styleOf({ properties }: Element, property: string): string {
  const style = typeof properties.style === "string" ? properties.style : "";
  const declarations = style.split(";").map((declaration) => declaration.split(":"));
  const found = declarations.findLast(([name]) => name?.trim().toLowerCase() === property);
  return found?.slice(1).join(":").trim().toLowerCase() ?? "";
}

export function isBlock(node: Nodes): node is Element {
  return node.type === "element" && (BLOCKS.has(node.tagName) || TABLE_PARTS.has(node.tagName));
}

export function isElement(node: Nodes, ...tagNames: readonly string[]): node is Element {
  return node.type === "element" && tagNames.includes(node.tagName);
}

export const isSpace = (node: Nodes): boolean => node.type === "text" && node.value.trim() === "";

export const isEmptyRun = (nodes: readonly Nodes[]): boolean => nodes.every(isGap);

const isGap = (node: Nodes): boolean => isSpace(node) || isElement(node, "br");

export function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}
