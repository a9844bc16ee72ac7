import type { Element, ElementContent, Nodes, Parents } from "hast";
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";
import { replacePlayers } from "./formatting.ts";
import { findOwnPicture } from "./own-picture.ts";
import {
  inParagraphs,
  isBlock,
  isElement,
  isEmptyRun,
  isInline,
  isSpace,
  splitRuns,
  styleOf,
  textOf,
  trim,
  wrap,
  wrapInline,
} from "./paste-nodes.ts";

// Cleans HTML pasted from a document or another page: keeps structure, videos and pictures, drops styling. Pictures of
// other sites are copied before the post is published; those without an address of their own are dropped.
export function cleanPaste(html: string, storageUrl = ""): string {
  const tree = fromHtml(html, { fragment: true });
  keepMedia(tree, storageUrl);
  const nodes = gatherLists(clean(tree));
  // Inline content stays inline, because it may be pasted into a sentence.
  return nodes.some(isBlock)
    ? inParagraphs(nodes)
        .map((block) => toHtml(block))
        .join("\n")
    : toHtml(trim(nodes));
}

const RENAMED: Readonly<Record<string, string>> = { h1: "h2", h5: "h4", h6: "h4", b: "strong", i: "em" };
/** Elements whose text becomes a paragraph. */
const PARAGRAPHS =
  /^(?:p|div|address|article|aside|caption|center|d[dlt]|details|fieldset|figcaption|figure|footer|form|header|main|nav|section|summary)$/;
const HEADINGS = /^h[2-4]$/;
const MARKS = new Set(["strong", "em", "code", "sub", "sup", "s"]);
const DROPPED = new Set(["script", "style", "meta", "link", "title", "head", "xml", "o:p", "iframe", "object"]);
const VOID_OR_CELL = new Set(["br", "hr", "img", "td", "th"]);
const SAFE_ADDRESS = /^(https?:|mailto:|tel:|\/(?!\/)|#)/i;
const SPACE = { type: "text", value: " " } as const;

function keepMedia(parent: Parents, storageUrl: string): void {
  replacePlayers(parent);
  parent.children = (parent.children as ElementContent[]).filter((child) => {
    if (child.type !== "element") return true;
    keepMedia(child, storageUrl);
    const src = String(child.properties.src);
    return child.tagName !== "img" || findOwnPicture(src, storageUrl) !== undefined || src.startsWith("https://");
  });
}

function clean(parent: Nodes, isPreformatted = false): ElementContent[] {
  if (!("children" in parent)) return [];
  return parent.children.flatMap((node): ElementContent[] => {
    if (node.type === "text") {
      const value = isPreformatted ? node.value : node.value.replace(/[ \t\r\n]+/g, " ");
      return value ? [{ type: "text", value }] : [];
    }
    if (node.type !== "element" || DROPPED.has(node.tagName)) return [];
    return isListMark(node, parent.type === "element" ? parent : undefined) ? [] : cleanElement(node, isPreformatted);
  });
}

function cleanElement(element: Element, isPreformatted: boolean): ElementContent[] {
  const tagName = RENAMED[element.tagName] ?? element.tagName;
  const children = clean(element, isPreformatted || tagName === "pre");
  if (isPreformatted && children.every(isSpace)) return children;
  if (children.every(isSpace) && !VOID_OR_CELL.has(tagName)) return children.length > 0 ? [SPACE] : [];
  if (PARAGRAPHS.test(tagName)) return cleanParagraph(element, children);
  if (HEADINGS.test(tagName)) return wrapUnlessEmpty(tagName, trim(withoutBlocks(children, SPACE)));
  if (MARKS.has(tagName)) return isPlain(element, tagName) ? children : wrapInline(wrap(tagName, []), children);
  switch (tagName) {
    case "a":
      return cleanLink(element, children);
    case "ul":
    case "ol":
      return wrapUnlessEmpty(tagName, listItems(children), startOf(tagName, element.properties.start));
    case "li":
      return wrapUnlessEmpty("li", trim(gatherLists(children)));
    case "blockquote":
      return wrapUnlessEmpty(
        "blockquote",
        children.some(isBlock) ? inParagraphs(gatherLists(children)) : trim(children),
      );
    case "pre":
      return wrapUnlessEmpty("pre", withoutBlocks(children, { type: "text", value: "\n" }));
    case "br":
    case "hr":
      return [wrap(tagName, [])];
    case "img": {
      const { src, alt, width, height } = element.properties;
      return [wrap("img", [], { src, alt, width, height })];
    }
    case "span":
      return emphasize(element, children);
    default:
      return cleanTablePart(element, children);
  }
}

function wrapUnlessEmpty(
  tagName: string,
  children: ElementContent[],
  properties: Element["properties"] = {},
): Element[] {
  return isEmptyRun(children) ? [] : [wrap(tagName, children, properties)];
}

function cleanParagraph(element: Element, children: ElementContent[]): ElementContent[] {
  if (children.some(isBlock)) return inParagraphs(children);
  const item = makeListItem(element, children);
  return item ? [item] : wrapUnlessEmpty("p", trim(children));
}

function cleanLink({ properties: { href } }: Element, children: ElementContent[]): ElementContent[] {
  return SAFE_ADDRESS.test(String(href)) ? wrapInline(wrap("a", [], { href }), children) : children;
}

/** Other elements are replaced by their children. */
function cleanTablePart({ tagName, properties }: Element, children: ElementContent[]): ElementContent[] {
  switch (tagName) {
    case "table":
      // Children that are not rows come from the caption.
      return [
        ...inParagraphs(children.filter((child) => !isRow(child))),
        ...wrapUnlessEmpty("table", children.filter(isRow)),
      ];
    case "thead":
    case "tbody":
    case "tr":
      return [wrap(tagName, children.filter(isBlock))];
    case "td":
    case "th": {
      const { colSpan, rowSpan } = properties;
      return [wrap(tagName, trim(gatherLists(children)), { colSpan, rowSpan })];
    }
    default:
      return children;
  }
}

const isRow = (child: ElementContent): boolean => isElement(child, "thead", "tbody", "tr");

/** Google Docs wraps documents in a `<b>` with normal weight. */
function isPlain(element: Element, tagName: string): boolean {
  if (tagName === "strong") return /^(normal|[1-4]00)$/.test(styleOf(element, "font-weight"));
  return tagName === "em" && styleOf(element, "font-style") === "normal";
}

function emphasize(element: Element, children: ElementContent[]): ElementContent[] {
  const isBold = /^(bold|bolder|[6-9]00)$/.test(styleOf(element, "font-weight"));
  const italic = styleOf(element, "font-style") === "italic" ? wrapInline(wrap("em", []), children) : children;
  return isBold ? wrapInline(wrap("strong", []), italic) : italic;
}

/** Flattens blocks inside elements that allow only inline content. */
function withoutBlocks(children: readonly ElementContent[], between: ElementContent): ElementContent[] {
  return children.flatMap((child, index) => {
    if (!isBlock(child)) return [child];
    const text = withoutBlocks(child.children, between);
    return index > 0 ? [between, ...text] : text;
  });
}

type ListMark = {
  readonly tagName: "ul" | "ol";
  /** Word's id of the list; two lists may be adjacent. */
  readonly list: string;
  readonly level: number;
  readonly start: number;
};

const LEVEL = /^(l\d+) level(\d+)( lfo\d+)?/;
const NUMBER = /\d|[a-z][.)]/i;
const BULLET_FONT = /symbol|wingdings/;

/** List items made from Word paragraphs, for `gatherLists`. */
const marks = new WeakMap<Element, ListMark>();

/** Word writes list items as paragraphs with literal bullets and numbers. */
function makeListItem(paragraph: Element, children: ElementContent[]): Element | undefined {
  const mark = findMark(paragraph);
  if (!mark) return undefined;
  const [, list = "", level = "1", override = ""] = LEVEL.exec(styleOf(paragraph, "mso-list")) ?? [];
  const text = textOf(mark).trim();
  const item = wrap("li", trim(children));
  marks.set(item, {
    tagName: NUMBER.test(text) ? "ol" : "ul",
    list: list + override,
    level: Number(level),
    start: /^\d+/.test(text) ? Number.parseInt(text, 10) : 1,
  });
  return item;
}

/** The bullet or number of a Word list item: marked as such, or a symbol font at the start of a list paragraph. */
function isListMark(element: Element, parent?: Element): boolean {
  if (styleOf(element, "mso-list") === "ignore") return true;
  return (
    parent !== undefined &&
    LEVEL.test(styleOf(parent, "mso-list")) &&
    BULLET_FONT.test(styleOf(element, "font-family")) &&
    parent.children.find(({ type }) => type === "element") === element
  );
}

function findMark(parent: Element): Element | undefined {
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    const mark = isListMark(child, parent) ? child : findMark(child);
    if (mark) return mark;
  }
  return undefined;
}

/** Adjacent list items without a list become one list; deeper ones become nested lists. */
function gatherLists(nodes: readonly ElementContent[]): ElementContent[] {
  const gathered: ElementContent[] = [];
  // The open lists, outermost first.
  let open: { readonly element: Element; readonly mark: ListMark }[] = [];
  for (const node of nodes) {
    if (!isElement(node, "li")) {
      if (!isSpace(node)) open = [];
      gathered.push(node);
      continue;
    }
    const mark = marks.get(node) ?? { tagName: "ul", list: "", level: 1, start: 1 };
    while (open.length > 1 && (open.at(-1)?.mark.level ?? 0) > mark.level) open.pop();
    const sibling = (open.at(-1)?.mark.level ?? 0) < mark.level ? undefined : open.pop();
    if (sibling && isSameList(sibling.mark, mark)) {
      sibling.element.children.push(node);
      open.push({ element: sibling.element, mark });
      continue;
    }
    const element = wrap(mark.tagName, [node], startOf(mark.tagName, mark.start));
    const item = open.at(-1)?.element.children.at(-1);
    if (item?.type === "element") item.children.push(element);
    else gathered.push(element);
    open.push({ element, mark });
  }
  return gathered;
}

function isSameList(one: ListMark, other: ListMark): boolean {
  return one.tagName === other.tagName && one.list === other.list;
}

/** Lists may contain only items; Google Docs writes a nested list beside its item, so it is moved inside. */
function listItems(children: readonly ElementContent[]): ElementContent[] {
  const items: Element[] = [];
  for (const part of splitRuns(children)) {
    const last = items.at(-1);
    if (isInline(part)) {
      if (!isEmptyRun(part)) items.push(wrap("li", trim(part)));
    } else if (part.tagName === "li") items.push(part);
    else if (!isElement(part, "ul", "ol")) items.push(wrap("li", [part]));
    else if (last) last.children.push(part);
    else items.push(...(part.children as Element[]));
  }
  return items;
}

function startOf(tagName: string, start: unknown): Element["properties"] {
  return tagName === "ol" && Number(start) > 1 ? { start: Number(start) } : {};
}
