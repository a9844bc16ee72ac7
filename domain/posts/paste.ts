import type { Element, ElementContent, Nodes, Parents } from "hast";
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";
import { findOwnPicture } from "../picture.ts";
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
 * Text copied from a document or another page, as plain HTML: its structure kept, its looks and leftovers dropped. Of
 * pictures only those stay that may be shown, the site's own and those in the storage of `backend`.
 */
export function cleanPaste(html: string, backend = ""): string {
  const tree = fromHtml(html, { fragment: true });
  dropForeignPictures(tree, backend);
  const nodes = gatherLists(clean(tree));
  // Running text stays running: it is pasted into the middle of a sentence.
  return nodes.some(isBlock)
    ? inParagraphs(nodes)
        .map((block) => toHtml(block))
        .join("\n")
    : toHtml(trim(nodes));
}

const RENAMED: Readonly<Record<string, string>> = { h1: "h2", h5: "h4", h6: "h4", b: "strong", i: "em" };
/** Their text stands in lines of its own, as that of a paragraph does. */
const PARAGRAPHS =
  /^(?:p|div|address|article|aside|caption|center|d[dlt]|details|fieldset|figcaption|figure|footer|form|header|main|nav|section|summary)$/;
const HEADINGS = /^h[2-4]$/;
const MARKS = new Set(["strong", "em", "code", "sub", "sup", "s"]);
const DROPPED = new Set(["script", "style", "meta", "link", "title", "head", "xml", "o:p", "iframe", "object"]);
const MAY_BE_EMPTY = new Set(["br", "hr", "img", "td", "th"]);
const SAFE_ADDRESS = /^(https?:|mailto:|tel:|\/(?!\/)|#)/i;
const SPACE = { type: "text", value: " " } as const;

function dropForeignPictures(parent: Parents, backend: string): void {
  parent.children = (parent.children as ElementContent[]).filter((child) => {
    if (child.type !== "element") return true;
    dropForeignPictures(child, backend);
    return child.tagName !== "img" || findOwnPicture(String(child.properties.src), backend) !== undefined;
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
  if (children.every(isSpace) && !MAY_BE_EMPTY.has(tagName)) return children.length > 0 ? [SPACE] : [];
  if (PARAGRAPHS.test(tagName)) return cleanParagraph(element, children);
  if (HEADINGS.test(tagName)) return filled(tagName, trim(withoutBlocks(children, SPACE)));
  if (MARKS.has(tagName)) return isPlain(element, tagName) ? children : wrapInline(wrap(tagName, []), children);
  switch (tagName) {
    case "a":
      return cleanLink(element, children);
    case "ul":
    case "ol":
      return filled(tagName, listItems(children), startOf(tagName, element.properties.start));
    case "li":
      return filled("li", trim(gatherLists(children)));
    case "blockquote":
      return filled("blockquote", children.some(isBlock) ? inParagraphs(gatherLists(children)) : trim(children));
    case "pre":
      return filled("pre", withoutBlocks(children, { type: "text", value: "\n" }));
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

function filled(tagName: string, children: ElementContent[], properties: Element["properties"] = {}): Element[] {
  return isEmptyRun(children) ? [] : [wrap(tagName, children, properties)];
}

function cleanParagraph(element: Element, children: ElementContent[]): ElementContent[] {
  if (children.some(isBlock)) return inParagraphs(children);
  const item = makeListItem(element, children);
  return item ? [item] : filled("p", trim(children));
}

function cleanLink({ properties: { href } }: Element, children: ElementContent[]): ElementContent[] {
  return SAFE_ADDRESS.test(String(href)) ? wrapInline(wrap("a", [], { href }), children) : children;
}

/** Of anything that is no part of a table, only what is in it. */
function cleanTablePart({ tagName, properties }: Element, children: ElementContent[]): ElementContent[] {
  switch (tagName) {
    case "table":
      // What is no row is the table's caption.
      return [...inParagraphs(children.filter((child) => !isRow(child))), ...filled("table", children.filter(isRow))];
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

/** All of a document from Google Docs stands in a bold element that is not bold. */
function isPlain(element: Element, tagName: string): boolean {
  if (tagName === "strong") return /^(normal|[1-4]00)$/.test(styleOf(element, "font-weight"));
  return tagName === "em" && styleOf(element, "font-style") === "normal";
}

function emphasize(element: Element, children: ElementContent[]): ElementContent[] {
  const isBold = /^(bold|bolder|[6-9]00)$/.test(styleOf(element, "font-weight"));
  const italic = styleOf(element, "font-style") === "italic" ? wrapInline(wrap("em", []), children) : children;
  return isBold ? wrapInline(wrap("strong", []), italic) : italic;
}

/** The text of blocks within what holds text only. */
function withoutBlocks(children: readonly ElementContent[], between: ElementContent): ElementContent[] {
  return children.flatMap((child, place) => {
    if (!isBlock(child)) return [child];
    const text = withoutBlocks(child.children, between);
    return place > 0 ? [between, ...text] : text;
  });
}
