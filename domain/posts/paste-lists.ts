import type { Element, ElementContent } from "hast";
import { isElement, isEmptyRun, isInline, isSpace, splitRuns, styleOf, textOf, trim, wrap } from "./paste-nodes.ts";

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

/** The bullet or number of a Word list item: marked as such, or a symbol font at the start of a list paragraph. */
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

/** Adjacent list items without a list become one list; deeper ones become nested lists. */
export function gatherLists(nodes: readonly ElementContent[]): ElementContent[] {
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
