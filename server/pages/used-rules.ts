/** What a page consists of: the names of its elements and of their classes, and the characters of its text. */
export type Contents = {
  readonly elements: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  readonly characters: ReadonlySet<number>;
};

type Face = { readonly text: string; readonly ranges: readonly Range[] };
type Range = readonly [from: number, to: number];
type Rule = { readonly head: string; readonly selectors: readonly Selector[]; readonly parts: readonly Part[] };
type Part = string | Face | Rule;
type Selector = { readonly text: string; readonly elements: readonly string[]; readonly classes: readonly string[] };

export type Sheet = readonly Part[];

/** These hold rules for elements; what other at-rules hold (faces, frames of an animation) is no such thing. */
const GROUP = /^@(layer|media|supports|container|starting-style)\b/;
/** What says nothing certain about the element: attributes and states. */
const UNCERTAIN = /\[[^[\]]*\]|::?[\w-]+/g;

/** The ones that React writes. */
const ENTITIES: Readonly<Record<string, string>> = {
  "&#x27;": "'",
  "&amp;": "&",
  "&quot;": '"',
  "&lt;": "<",
  "&gt;": ">",
};

/** Reads a minified sheet, once, so that the rules a page uses can be picked out of it for each. */
export function readSheet(css: string): Sheet {
  return readParts(css, 0).parts;
}

export function contentsOf(html: string): Contents {
  const elements = new Set(Array.from(html.matchAll(/<([a-z][a-z0-9-]*)/g), ([, name = ""]) => name));
  const classes = Array.from(html.matchAll(/\sclass="([^"]*)"/g), ([, list = ""]) => list.split(/\s+/)).flat();
  // What follows each tag; of what may be text or not, too much does no harm.
  const texts = html.split("<").map((tag) => (tag.startsWith("script") ? "" : tag.slice(tag.indexOf(">") + 1)));
  const text = texts.join("").replaceAll(/&(#x27|amp|quot|lt|gt);/g, (entity) => ENTITIES[entity] ?? "");
  const characters = new Set(Array.from(new Set(text), (character) => character.codePointAt(0) ?? 0));
  return { elements, classes: new Set(classes), characters };
}

/** The rules that may apply to a page with these contents, or all. Which ones do depends on states, so it keeps too many. */
export function usedRules(sheet: Sheet, contents: Contents | undefined): string {
  return sheet.map((part) => (typeof part === "string" ? part : usedPart(part, contents))).join("");
}

function usedPart(part: Face | Rule, contents: Contents | undefined): string {
  if ("head" in part) return usedRule(part, contents);
  const isUsed = !contents || part.ranges.some(([from, to]) => hasBetween(contents.characters, from, to));
  return isUsed ? part.text : "";
}

function hasBetween(characters: ReadonlySet<number>, from: number, to: number): boolean {
  for (const character of characters) if (character >= from && character <= to) return true;
  return false;
}

function usedRule({ head, selectors, parts }: Rule, contents: Contents | undefined): string {
  const used = contents ? selectors.filter((selector) => mayMatch(selector, contents)) : selectors;
  if (selectors.length > 0 && used.length === 0) return "";
  const text = usedRules(parts, contents);
  if (!text) return "";
  // Rules inside this one take the weight of the heaviest selector, so it must not lose any.
  const isPlain = parts.every((part) => typeof part === "string");
  return `${selectors.length > 0 && isPlain ? used.map((selector) => selector.text).join() : head}{${text}}`;
}

function mayMatch({ elements, classes }: Selector, contents: Contents): boolean {
  return elements.every((name) => contents.elements.has(name)) && classes.every((name) => contents.classes.has(name));
}

function readParts(css: string, from: number): { readonly parts: Part[]; readonly end: number } {
  const parts: Part[] = [];
  let start = from;
  for (let at = from; ; at = endOfToken(css, at)) {
    const sign = css[at];
    if (sign === ";") {
      parts.push(css.slice(start, at + 1));
      start = at + 1;
    } else if (sign === "{") {
      const head = css.slice(start, at).trim();
      const { parts: inner, end } = readParts(css, at + 1);
      const text = css.slice(start, end + 1);
      if (head === "@font-face") parts.push(readFace(text));
      else if (head.startsWith("@") && !GROUP.test(head)) parts.push(text);
      else parts.push({ head, selectors: readSelectors(head), parts: inner });
      start = end + 1;
      at = end;
    } else if (sign === "}" || sign === undefined) {
      if (start < at) parts.push(css.slice(start, at));
      return { parts, end: at };
    }
  }
}

function readFace(text: string): Face {
  const [, list = "U+0-10FFFF"] = /unicode-range:([^;}]*)/.exec(text) ?? [];
  const ranges = list.split(",").map((range): Range => {
    const [from = 0, to = from] = range
      .trim()
      .slice(2)
      .split("-")
      .map((end) => Number.parseInt(end, 16));
    return [from, to];
  });
  return { text, ranges };
}

function readSelectors(head: string): Selector[] {
  if (head.startsWith("@")) return [];
  return splitAtCommas(head).map((text) => {
    const named = withoutParentheses(text).replaceAll(UNCERTAIN, "");
    // An escaped sign may be part of any name.
    const certain = named.includes("\\") ? "" : named;
    const compounds = certain.split(/[\s>+~]+/);
    const elements = compounds.flatMap((compound) => /^[a-z][a-z0-9-]*/.exec(compound)?.[0] ?? []);
    return { text, elements, classes: Array.from(certain.matchAll(/\.([\w-]+)/g), ([, name = ""]) => name) };
  });
}

function splitAtCommas(list: string): string[] {
  const found: string[] = [];
  let start = 0;
  for (let at = 0; at < list.length; at = endOfToken(list, at)) {
    if (list[at] !== ",") continue;
    found.push(list.slice(start, at));
    start = at + 1;
  }
  return [...found, list.slice(start)];
}

function withoutParentheses(text: string): string {
  let kept = "";
  for (let at = 0; at < text.length;) {
    const end = endOfToken(text, at);
    if (text[at] !== "(") kept += text.slice(at, end);
    at = end;
  }
  return kept;
}

/** Behind the string, the parentheses or the single character that stands here. */
function endOfToken(css: string, at: number): number {
  const sign = css[at];
  if (sign === "\\") return at + 2;
  if (sign === '"' || sign === "'") {
    let end = at + 1;
    while (end < css.length && css[end] !== sign) end += css[end] === "\\" ? 2 : 1;
    return end + 1;
  }
  if (sign !== "(") return at + 1;
  let end = at + 1;
  while (end < css.length && css[end] !== ")") end = endOfToken(css, end);
  return end + 1;
}
