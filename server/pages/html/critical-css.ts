import { type AtRule, parse, type Root, type Rule } from "postcss";
import selectorParser from "postcss-selector-parser";

/** The element names, class names, ARIA attributes and characters that occur in a page. */
export type PageContents = {
  readonly elements: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  readonly states: ReadonlySet<string>;
  readonly characters: ReadonlySet<number>;
};

type FontFace = { readonly text: string; readonly ranges: readonly Range[] };
type Range = readonly [from: number, to: number];
type Block = { readonly head: string; readonly selectors: readonly Selector[]; readonly parts: readonly Part[] };
type Part = string | FontFace | Block;
type Selector = {
  readonly text: string;
  readonly elements: readonly string[];
  readonly classes: readonly string[];
  readonly states: readonly string[];
  /** The lists in `:is()` and `:where()`: one selector of each has to match. */
  readonly lists: readonly (readonly Selector[])[];
};

export type Stylesheet = readonly Part[];

/** At-rules that contain rules for elements. The contents of others (@keyframes, @page) are kept as they are. */
const GROUPING_RULES = new Set(["layer", "media", "supports", "container", "starting-style"]);

/** The entities that React writes. */
const ENTITIES: Readonly<Record<string, string>> = {
  "&#x27;": "'",
  "&amp;": "&",
  "&quot;": '"',
  "&lt;": "<",
  "&gt;": ">",
};

/** Parses a minified stylesheet once at the start, so that each page's rules can be picked from it quickly. */
export const parseStylesheet = (css: string): Stylesheet => toParts(parse(css));

export function readPageContents(html: string): PageContents {
  // Every page has radio buttons in its theme switch, but few have fields, whose rules would add bytes to every page.
  const tags = html.matchAll(/<(?!input type="radio")([a-z][a-z0-9-]*)/g);
  const elements = new Set(Array.from(tags, ([, name = ""]) => name));
  const classes = Array.from(html.matchAll(/\sclass="([^"]*)"/g), ([, list = ""]) => list.split(/\s+/)).flat();
  const states = new Set(Array.from(html.matchAll(/\s(aria-[a-z]+)=/g), ([, name = ""]) => name));
  // The text after each tag. Extra characters do no harm.
  const texts = html.split("<").map((tag) => (tag.startsWith("script") ? "" : tag.slice(tag.indexOf(">") + 1)));
  const text = texts.join("").replaceAll(/&(#x27|amp|quot|lt|gt);/g, (entity) => ENTITIES[entity] ?? "");
  const characters = new Set(Array.from(new Set(text), (character) => character.codePointAt(0) ?? 0));
  return { elements, classes: new Set(classes), states, characters };
}

/** The rules that may apply to a page with these contents (undefined: every rule), whatever state its elements are in. */
export function criticalCss(sheet: Stylesheet, contents: PageContents | undefined): string {
  return sheet.map((part) => (typeof part === "string" ? part : usedPart(part, contents))).join("");
}

/** Strings, and the separators around which minifiers leave spaces. */
const SPACED = /"[^"]*"|, | \/ /g;
/** An empty block of a layer stays: it decides the order of layers. */
const EMPTY_RULE = /(?<=^|[{};])(?!@layer)[^{};]+\{\}/g;

/** Without the custom properties that no rule of the page reads, and without the spaces that minifiers leave in their values. */
export function dropUnreadTokens(css: string): string {
  const read = new Set(Array.from(css.matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
  const isKept = (name: string, next: string | undefined) => read.has(name) || next === "{";
  const rest = css
    .replaceAll(/([;{])(--[\w-]+):[^;{}]*/g, (token: string, before: string, name: string, at: number) =>
      isKept(name, css[at + token.length]) ? token : before.replace(";", ""),
    )
    .replaceAll("{;", "{")
    .replaceAll(SPACED, (text) => (text.startsWith('"') ? text : text.trim()))
    .replaceAll(EMPTY_RULE, "");
  // A token may have been read by dropped ones only.
  return rest.length < css.length ? dropUnreadTokens(rest) : rest;
}

const FONT_FACE = /@font-face\{[^{}]*\}/g;
const FACE_KEY = /(?:font-family|font-weight|unicode-range):[^;}]*/g;
const DESIGNED = /\.designed\{[^{}]*\}/;

const keyOf = (face: string) => (face.match(FACE_KEY) ?? []).join();

/** Without what a chosen design replaces: faces of the same family, weights and range, and tokens of its class. */
export function dropReplaced(css: string): string {
  const last = new Map(Array.from(css.matchAll(FONT_FACE), ([face]) => [keyOf(face), face]));
  const faces = css.replaceAll(FONT_FACE, (face) => (last.get(keyOf(face)) === face ? face : ""));
  const replaced = new Set(
    Array.from((DESIGNED.exec(css)?.[0] ?? "").matchAll(/[{;](--[\w-]+):/g), ([, name]) => name),
  );
  // Only the first rule for the root has them; others, such as the one for print, are meant to win.
  return replaced.size === 0
    ? faces
    : faces.replace(/:root\{[^{}]*\}/, (rule) =>
        rule.replaceAll(/(?<=[{;])(--[\w-]+):[^;{}]*;?/g, (token, name: string) => (replaced.has(name) ? "" : token)),
      );
}

function usedPart(part: FontFace | Block, contents: PageContents | undefined): string {
  if ("head" in part) return usedRule(part, contents);
  const isUsed = !contents || part.ranges.some(([from, to]) => hasBetween(contents.characters, from, to));
  return isUsed ? part.text : "";
}

function hasBetween(characters: ReadonlySet<number>, from: number, to: number): boolean {
  for (const character of characters) if (character >= from && character <= to) return true;
  return false;
}

function usedRule({ head, selectors, parts }: Block, contents: PageContents | undefined): string {
  const used = contents ? selectors.filter((selector) => mayMatch(selector, contents)) : selectors;
  if (selectors.length > 0 && used.length === 0) return "";
  const text = criticalCss(parts, contents);
  if (!text) return "";
  // Nested rules get the specificity of the parent's most specific selector, so a rule with nested ones keeps them all.
  const isPlain = parts.every((part) => typeof part === "string");
  return `${selectors.length > 0 && isPlain ? used.map((selector) => selector.text).join() : head}{${text}}`;
}

function mayMatch({ elements, classes, states, lists }: Selector, contents: PageContents): boolean {
  return (
    elements.every((name) => contents.elements.has(name)) &&
    classes.every((name) => contents.classes.has(name)) &&
    states.every((name) => contents.states.has(name)) &&
    lists.every((list) => list.some((selector) => mayMatch(selector, contents)))
  );
}

function toParts(container: Root | Rule | AtRule): Part[] {
  const nodes = container.nodes ?? [];
  return nodes.map((node, index) => {
    if (node.type === "comment") return "";
    if (node.type === "decl" || !node.nodes) return node.toString() + (index < nodes.length - 1 ? ";" : "");
    if (node.type === "rule") {
      return { head: node.selector, selectors: parseSelectors(node.selector), parts: toParts(node) };
    }
    if (node.name === "font-face") return parseFontFace(node);
    if (!GROUPING_RULES.has(node.name)) return node.toString();
    return { head: `@${node.name} ${node.params}`.trim(), selectors: [], parts: toParts(node) };
  });
}

function parseFontFace(face: AtRule): FontFace {
  let list = "U+0-10FFFF";
  face.walkDecls("unicode-range", ({ value }) => void (list = value));
  const ranges = list.split(",").map((range): Range => {
    const [from = 0, to = from] = range
      .trim()
      .slice(2)
      .split("-")
      .map((end) => Number.parseInt(end, 16));
    return [from, to];
  });
  return { text: face.toString(), ranges };
}

const parseSelectors = (list: string): Selector[] => selectorParser().astSync(list).nodes.map(parseSelector);

// The elements, classes and ARIA attributes a selector requires. The inline scripts set no ARIA attributes; other
// attributes and pseudo-classes may match anything, so they are ignored.
function parseSelector(selector: selectorParser.Selector): Selector {
  const simple = selector.nodes;
  return {
    text: selector.toString().trim(),
    elements: simple.filter((node) => node.type === "tag").map((node) => node.value),
    classes: simple.filter((node) => node.type === "class").map((node) => node.value),
    states: simple
      .filter((node) => node.type === "attribute")
      .map((node) => node.attribute)
      .filter((name) => name.startsWith("aria-")),
    lists: simple
      .filter((node) => node.type === "pseudo" && /^:(is|where)$/.test(node.value))
      .map((node) => (node.type === "pseudo" ? node.nodes.map(parseSelector) : [])),
  };
}
