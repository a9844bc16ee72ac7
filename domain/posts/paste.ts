import type { Element, ElementContent, Nodes, Parents } from "hast";
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";
import { findOwnPicture } from "../picture.ts";
import { replacePlayers } from "./formatting.ts";
import { gatherLists, isListMark, listItems, makeListItem, startOf } from "./paste-lists.ts";
import {
  inParagraphs,
  isBlock,
  isElement,
  isEmptyRun,
  isSpace,
  styleOf,
  trim,
  wrap,
  wrapInline,
} from "./paste-nodes.ts";

/**
 * Cleans HTML pasted from a document or another page: keeps structure, videos and pictures, drops styling. Pictures of
 * other sites are copied before the post is published; those without an address of their own are dropped.
 */
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

function isRow(child: ElementContent): boolean {
  return isElement(child, "thead", "tbody", "tr");
}

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
