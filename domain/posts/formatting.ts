import type { Element, ElementContent, Parents } from "hast";
import { isBlock, isSpace, wrap } from "./paste-nodes.ts";
import { findVideo } from "./videos.ts";

/** Attributes and classes of other editors that say how a block is aligned: "aligncenter", "has-text-align-center". */
const ALIGNMENT = /^(?:align-?|text-|has-text-align-|ql-align-)(left|center|right|justify)$/;
const WIDTH = /^(\d{1,4})(?:\.\d+)?(px|%)?$/;
const LIST_TYPES: Readonly<Record<string, string>> = {
  decimal: "1",
  "lower-alpha": "a",
  "lower-latin": "a",
  "upper-alpha": "A",
  "upper-latin": "A",
  "lower-roman": "i",
  "upper-roman": "I",
};
/** Elements for declarations such as `font-weight: bold`. */
const EMPHASIS: readonly (readonly [property: string, value: RegExp, tagName: string])[] = [
  ["font-weight", /^(?:bold|bolder|[6-9]00)$/, "strong"],
  ["font-style", /^(?:italic|oblique)\b/, "em"],
  ["text-decoration", /\bunderline\b/, "u"],
  ["text-decoration-line", /\bunderline\b/, "u"],
  ["text-decoration", /\bline-through\b/, "s"],
  ["text-decoration-line", /\bline-through\b/, "s"],
  ["vertical-align", /^sub$/, "sub"],
  ["vertical-align", /^super$/, "sup"],
  ["background-color", /^(?!transparent|inherit|initial|unset|none|white|#fff(?:fff)?$)./, "mark"],
];
const WITH_INLINE_TEXT = /^(?:p|span|a|h[2-6]|li|td|th|dt|dd|figcaption|caption|summary|b|strong|em|i|u|s)$/;

// Turns formatting that the sanitizer would drop into elements, classes and attributes that it keeps: alignment, floating
// pictures, emphasis, kinds of lists, widths of columns. What stays in `style` and `class` cannot be kept.
export function keepFormatting(element: Element): void {
  const { properties, tagName } = element;
  const styles = readStyle(properties.style);
  const isPicture = tagName === "img" || tagName === "figure";
  const classes = Array.isArray(properties.className) ? properties.className.map(String) : [];
  const named = classes.find((name) => ALIGNMENT.test(name));
  const side = takeFrom(styles, "float") ?? "";
  const aligned =
    (isPicture && /^(?:left|right)$/.test(side) && side) ||
    takeFrom(styles, "text-align") ||
    (typeof properties.align === "string" && properties.align.toLowerCase()) ||
    (named && ALIGNMENT.exec(named)?.[1]);
  const kept = classes.filter((name) => name !== named).map((name) => (name === "alignwide" ? "wide" : name));
  if (aligned && /^(?:left|center|right|justify)$/.test(aligned)) {
    kept.push(`align-${aligned}`);
    delete properties.align;
  }
  properties.className = kept;
  const listType = tagName === "ol" && LIST_TYPES[takeFrom(styles, "list-style-type") ?? ""];
  if (listType) properties.type = listType;
  if (/^(?:col|table|td|th)$/.test(tagName)) keepWidth(element, takeFrom(styles, "width"));
  if (WITH_INLINE_TEXT.test(tagName) && !element.children.some(isBlock)) emphasize(element, styles);
  properties.style = [...styles].map(([name, value]) => `${name}: ${value}`).join("; ");
}

function emphasize(element: Element, styles: Map<string, string>): void {
  const used = EMPHASIS.filter(
    ([property, value, tagName]) =>
      value.test(styles.get(property) ?? "") && (tagName !== "mark" || element.tagName === "span"),
  );
  for (const [property, , tagName] of used) {
    styles.delete(property);
    if (element.tagName !== tagName) element.children = [wrap(tagName, element.children)];
  }
}

/** "30%" stays; lengths become whole pixels. */
function keepWidth({ properties }: Element, styled: string | undefined): void {
  const [, number, unit] = WIDTH.exec(styled ?? String(properties.width ?? "")) ?? [];
  if (number) properties.width = unit === "%" ? `${number}%` : number;
}

function readStyle(style: unknown): Map<string, string> {
  const declarations = typeof style === "string" ? style.split(";") : [];
  const pairs = declarations.map((declaration) => declaration.toLowerCase().split(":"));
  return new Map(
    pairs
      .map(([name = "", ...value]) => [name.trim(), value.join(":").replace("!important", "").trim()] as const)
      .filter(([name, value]) => name && value),
  );
}

function takeFrom(styles: Map<string, string>, name: string): string | undefined {
  const value = styles.get(name);
  styles.delete(name);
  return value;
}

/** Frames with a player of YouTube or Vimeo become links alone in their paragraph, which pages show as videos. */
export function replacePlayers(parent: Parents): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child): ElementContent[] => {
    if (child.type !== "element") return [child];
    const link = linkOfPlayer(child);
    if (link) return [wrap("p", [link])];
    if (child.tagName !== "p" || !child.children.some(linkOfPlayer)) return [child];
    return splitAtPlayers(child);
  });
}

/** A paragraph cannot hold another, so it is split around its players. */
function splitAtPlayers(paragraph: Element): Element[] {
  const parts: Element[] = [{ ...paragraph, children: [] }];
  for (const child of paragraph.children) {
    const link = linkOfPlayer(child);
    if (link) parts.push(wrap("p", [link]), { ...paragraph, children: [] });
    else parts.at(-1)?.children.push(child);
  }
  return parts.filter(({ children }) => !children.every(isSpace));
}

const ADDRESSES = {
  YouTube: (id: string) => `https://www.youtube.com/watch?v=${id}`,
  Vimeo: (id: string) => `https://vimeo.com/${id}`,
};
/** YouTube's own code for embedding says so of every video. */
const NO_TITLE = /^(?:youtube|vimeo) video player$/i;

function linkOfPlayer(node: ElementContent): Element | undefined {
  if (node.type !== "element" || node.tagName !== "iframe") return undefined;
  const { src, title } = node.properties;
  const video = typeof src === "string" ? findVideo(src.replace(/^\/\//, "https://")) : undefined;
  if (!video) return undefined;
  const href = ADDRESSES[video.host](video.id);
  const text = typeof title === "string" && title.trim() && !NO_TITLE.test(title) ? title.trim() : href;
  return wrap("a", [{ type: "text", value: text }], { href });
}
