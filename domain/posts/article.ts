import type { Element, ElementContent, Nodes, Parents, Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { sanitize, type Schema } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { keepFormatting, replacePlayers } from "./formatting.ts";
import { findOwnPicture } from "./own-picture.ts";
import { slugify } from "./slug.ts";
import { articleWords } from "./words.ts";

export type Heading = { readonly id: string; readonly title: string };

export type Article = {
  /** Sanitized HTML with ids on second-level headings and scrollable tables. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly minutes: number;
};

const WORDS_PER_MINUTE = 200;
/** Longer quotations are not set large. */
const MAX_PULL_QUOTE_LENGTH = 160;
/** Deeper nesting is cut off, because it would overload browsers and the parser. */
const MAX_DEPTH = 100;
/** Ids that the page around an article uses itself. */
export const RESERVED_IDS = ["main", "menu", "contents", "categories", "more", "newsletter", "footer", "player"];
const LINK_PROTOCOLS = new Set(["http:", "https:", "mailto:", "tel:"]);
const BASE_URL = "http://here.invalid";

// Sanitizes the HTML of a post for its page: keeps formatting, removes scripts, external resources and anything that
// could imitate the site. Pictures may come from the storage at `storageUrl`. A page with several texts shares `ids`.
export function prepareArticle(html: string, storageUrl = "", ids = reservedIds(), words = articleWords.en): Article {
  const safe = clean(html);
  const text = normalizedText(safe);
  const headings: Heading[] = [];
  finishChildren(safe, { storageUrl, headings, ids, table: words.table });
  const minutes = Math.max(1, Math.round(text.split(" ").length / WORDS_PER_MINUTE));
  return { html: toHtml(safe), headings, minutes };
}

/** The ids that the texts of a page cannot have, with the highest number used for each. */
export const reservedIds = () => new Map(RESERVED_IDS.map((id) => [id, 1]));

/** Of a text within a page's own layout: no pictures, tables or lines, and headings from `level` on. */
export function cleanShort(html: string, level: number): Root {
  const safe = clean(html, SHORT_SCHEMA);
  finishShort(safe, level);
  return safe;
}

function finishShort(parent: Root | Element, level: number): void {
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    const rank = /^h([2-6])$/.exec(child.tagName)?.[1];
    if (rank) child.tagName = `h${Math.max(level, Number(rank))}`;
    if (child.tagName === "a") finishLink(child);
    finishShort(child, level);
  }
}

function clean(html: string, schema = ARTICLE_SCHEMA): Root {
  try {
    return sanitize(convert(html), schema) as Root;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Thousands of nested elements exhaust the stack; only the text is shown.
    return clean(html.replace(/<[^<>]*>/g, " "), schema);
  }
}

/** The text as it is given, with its formatting in the markup that is kept. */
export function convert(html: string): Root {
  const tree = fromHtml(html, { fragment: true });
  rename(tree);
  return tree;
}

type Context = {
  readonly storageUrl: string;
  readonly headings: Heading[];
  /** The highest number used for each id. */
  readonly ids: Map<string, number>;
  /** What a table is called that has no name of its own. */
  readonly table: string;
};

/** Replaces obsolete and structural elements, players and formatting, and cuts off nesting that is too deep. */
function rename(parent: Parents, depth = 0): void {
  if (depth > MAX_DEPTH) parent.children = [];
  replacePlayers(parent);
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    if (child.tagName === "center") child.properties.align = "center";
    child.tagName = RENAMED[child.tagName] ?? child.tagName;
    keepFormatting(child);
    rename(child, depth + 1);
  }
}

function finishChildren(parent: Root | Element, context: Context): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type !== "element") return child;
    const finished = finishElement(child, parent, context);
    finishChildren(child, context);
    return finished;
  });
}

/** Returns the replacement of an element: itself, a wrapper, or nothing. */
function finishElement(element: Element, parent: Root | Element, context: Context): ElementContent[] {
  const { properties } = element;
  if (Array.isArray(properties.className) && properties.className.length === 0) delete properties.className;
  switch (element.tagName) {
    case "a":
      finishLink(element);
      return [element];
    case "img":
      return finishPicture(element, context.storageUrl);
    case "h2":
      properties.id = addHeading(normalizedText(element), context);
      return [element];
    case "blockquote":
      if (normalizedText(element).length > MAX_PULL_QUOTE_LENGTH)
        properties.className = [...(Array.isArray(properties.className) ? properties.className : []), "plain"];
      return [element];
    case "div":
      element.properties = isTableRegion(element) ? region(properties.ariaLabel, context.table) : withClass(properties);
      return [element];
    case "table":
      return [parent.type === "element" && isTableRegion(parent) ? element : regionAround(element, context.table)];
    default:
      return [element];
  }
}

const withClass = ({ className }: Element["properties"]) => ({ ...(className && { className }) });

function finishLink({ properties }: Element): void {
  const { href } = properties;
  const address = typeof href === "string" ? href : "";
  const url = URL.canParse(address, BASE_URL) ? new URL(address, BASE_URL) : undefined;
  // Parsed as browsers do, so that tabs, line breaks or capitals cannot hide a scheme.
  if (!url || !LINK_PROTOCOLS.has(url.protocol)) delete properties.href;
  else if (url.origin !== BASE_URL && url.protocol.startsWith("http")) properties.rel = ["noopener"];
}

function finishPicture(element: Element, storageUrl: string): ElementContent[] {
  const { src: given } = element.properties;
  const src = typeof given === "string" && findOwnPicture(given, storageUrl);
  if (!src) return [];
  element.properties = { ...element.properties, src, loading: "lazy" };
  return [element];
}

function addHeading(title: string, { headings, ids }: Context): string {
  const wanted = slugify(title) || "section";
  let number = (ids.get(wanted) ?? 0) + 1;
  while (number > 1 && ids.has(`${wanted}-${number}`)) number++;
  const id = number > 1 ? `${wanted}-${number}` : wanted;
  ids.set(wanted, number).set(id, 1);
  headings.push({ id, title });
  return id;
}

/** Wraps a table in a scrollable region that can be focused. */
function regionAround(table: Element, label: string): Element {
  return { type: "element", tagName: "div", properties: region(undefined, label), children: [table] };
}

function region(label: Element["properties"][string], otherwise: string): Element["properties"] {
  return {
    className: ["tbl"],
    tabIndex: 0,
    role: "region",
    ariaLabel: typeof label === "string" && label ? label : otherwise,
  };
}

function isTableRegion({ tagName, properties, children }: Element): boolean {
  const first = children.find(({ type }) => type === "element");
  const isRegion = tagName === "div" && Array.isArray(properties.className) && properties.className.includes("tbl");
  return isRegion && first?.type === "element" && first.tagName === "table";
}

const normalizedText = (node: Nodes): string => textOf(node).replace(/\s+/g, " ").trim();

const INLINE = /^(?:a|abbr|b|bd[io]|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|su[bp]|time|u|var)$/;

function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  if (!("children" in node)) return "";
  const text = node.children.map(textOf).join("");
  return node.type === "element" && INLINE.test(node.tagName) ? text : ` ${text} `;
}

const PHRASES =
  "a abbr b bdi bdo br cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr";
const BLOCKS = "blockquote dd details div dl dt figcaption figure h2 h3 h4 h5 h6 hr img li ol p pre summary ul";
const TABLES = "caption col colgroup table tbody td tfoot th thead tr";
/** Removed with their content: they run or load something, ask for input, or have no readable text. */
const REMOVED =
  "applet audio base button canvas embed frame frameset head iframe input link map math meta noembed noframes " +
  "noscript object option plaintext portal script select style svg template textarea title video xmp";

const INTEGER = /^\d{1,5}$/;
const WIDTH: [string, RegExp] = ["width", /^\d{1,4}%?$/];
/** For blocks of text; pictures with left or right float beside it. */
const ALIGNMENT = ["align-left", "align-center", "align-right", "align-justify"];
const LANGUAGE_CLASS: [string, RegExp] = ["className", /^language-[\w+#.-]{1,40}$/];

/** The markup that posts may use. Other elements are replaced by their text; ids and names are always removed. */
const ARTICLE_SCHEMA: Schema = {
  tagNames: [PHRASES, BLOCKS, TABLES].flatMap((names) => names.split(" ")),
  strip: REMOVED.split(" "),
  attributes: {
    "*": [
      ["className", ...ALIGNMENT],
      ["dir", "ltr", "rtl", "auto"],
      ["lang", /^[a-zA-Z-]{2,20}$/],
    ],
    a: ["href"],
    abbr: ["title"],
    code: [LANGUAGE_CLASS],
    col: [["span", INTEGER], WIDTH],
    colgroup: [["span", INTEGER]],
    details: ["open"],
    dfn: ["title"],
    div: [["className", "tbl", ...ALIGNMENT], "ariaLabel"],
    figure: [["className", "wide", ...ALIGNMENT]],
    img: ["src", "alt", ["width", INTEGER], ["height", INTEGER]],
    li: [["value", INTEGER]],
    ol: [["start", INTEGER], "reversed", ["type", "1", "a", "A", "i", "I"]],
    pre: [LANGUAGE_CLASS],
    table: [WIDTH],
    td: [WIDTH, ["colSpan", INTEGER], ["rowSpan", INTEGER]],
    th: [WIDTH, ["colSpan", INTEGER], ["rowSpan", INTEGER], ["scope", "col", "row", "colgroup", "rowgroup"]],
    time: ["dateTime"],
  },
  protocols: { href: ["http", "https", "mailto", "tel"], src: ["http", "https"] },
  clobber: [],
  required: { img: { alt: "" } },
};

const SHORT_SCHEMA: Schema = {
  ...ARTICLE_SCHEMA,
  tagNames: [PHRASES, BLOCKS].flatMap((names) => names.split(" ")).filter((name) => name !== "img" && name !== "hr"),
  attributes: {
    a: ["href"],
    "*": [
      ["dir", "ltr", "rtl", "auto"],
      ["lang", /^[a-zA-Z-]{2,20}$/],
    ],
    ol: [["start", INTEGER], "reversed", ["type", "1", "a", "A", "i", "I"]],
  },
};

/** Obsolete and structural elements and their replacements. */
const RENAMED: Readonly<Record<string, string>> = {
  h1: "h2",
  article: "div",
  section: "div",
  header: "div",
  footer: "div",
  main: "div",
  aside: "div",
  nav: "div",
  address: "div",
  center: "div",
  strike: "s",
  tt: "code",
  acronym: "abbr",
};
