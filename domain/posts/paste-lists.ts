import type { Element, ElementContent } from "hast";
import { isElement, isEmptyRun, isInline, isSpace, splitRuns, styleOf, textOf, trim, wrap } from "./paste-nodes.ts";

type ListMark = {
  readonly tagName: "ul" | "ol";
  /** Which of the document's lists; two of them may follow each other. */
  readonly list: string;
  readonly level: number;
  readonly start: number;
};

const LEVEL = /^(l\d+) level(\d+)( lfo\d+)?/;
const NUMBER = /\d|[a-z][.)]/i;
const BULLET_FONT = /symbol|wingdings/;

/** Items made of Word's paragraphs, until `gatherLists` puts them into lists. */
const marks = new WeakMap<Element, ListMark>();

/** Word writes a list as paragraphs that bring their own dots and numbers. */
export function makeListItem(paragraph: Element, children: ElementContent[]): Element | undefined {
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

/** The dot or number of a Word list: marked as such, or a bullet in a font of signs at the start of a list's paragraph. */
export function isListMark(element: Element, parent?: Element): boolean {
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

/** Items that stand in no list and follow each other become one list; deeper ones become lists within their items. */
export function gatherLists(nodes: readonly ElementContent[]): ElementContent[] {
  const gathered: ElementContent[] = [];
  // From the outermost list to the one that was added to last.
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

/** A list holds items only: Google Docs writes a nested list beside the item that it belongs to. */
export function listItems(children: readonly ElementContent[]): ElementContent[] {
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

export function startOf(tagName: string, start: unknown): Element["properties"] {
  return tagName === "ol" && Number(start) > 1 ? { start: Number(start) } : {};
}
