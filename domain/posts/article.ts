import type { Element, ElementContent, Nodes, Parents, Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { findOwnPicture } from "../picture.ts";
import { ARTICLE_SCHEMA, RENAMED } from "./article-schema.ts";
import { slugify } from "./slug.ts";

export type Heading = { readonly id: string; readonly title: string };

export type Article = {
  /** HTML that can do no harm, whose second-level headings can be linked to and whose tables scroll by themselves. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly minutes: number;
};

const WORDS_PER_MINUTE = 200;
/** Set large, a longer quotation would fill the screen. */
const MAX_PULL_QUOTE_LENGTH = 160;
/** Nobody writes deeper than this; a browser, and the parser, would choke on what somebody builds. */
const DEEPEST = 100;
/** Ids that the page around an article uses itself. */
const TAKEN = ["main", "menu", "contents", "categories", "more", "newsletter"];
const LINKS = new Set(["http:", "https:", "mailto:", "tel:"]);
const HERE = "http://here.invalid";

/**
 * Makes the text of a post ready for its page, whoever wrote it: formatting stays as given, whatever could run, load
 * from elsewhere or pass for a part of the site goes. `backend` is the address whose stored pictures may be shown.
 */
export function prepareArticle(html: string, backend = ""): Article {
  const safe = clean(html);
  const text = wordsOf(safe);
  const headings: Heading[] = [];
  finishChildren(safe, { backend, headings, ids: new Map(TAKEN.map((id) => [id, 1])) });
  const minutes = Math.max(1, Math.round(text.split(" ").length / WORDS_PER_MINUTE));
  return { html: toHtml(safe), headings, minutes };
}

function clean(html: string): Root {
  try {
    const tree = fromHtml(html, { fragment: true });
    rename(tree);
    return sanitize(tree, ARTICLE_SCHEMA) as Root;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Thousands of elements in one another exhaust the stack; nobody means them, so the words alone are shown.
    return clean(html.replace(/<[^<>]*>/g, " "));
  }
}

type Finishing = {
  readonly backend: string;
  readonly headings: Heading[];
  /** How often an id was wanted. */
  readonly ids: Map<string, number>;
};

/** Older and structural elements take the name that articles use; what lies too deep is cut off. */
function rename(parent: Parents, depth = 0): void {
  if (depth > DEEPEST) parent.children = [];
  for (const child of parent.children) {
    if (child.type !== "element") continue;
    child.tagName = RENAMED[child.tagName] ?? child.tagName;
    rename(child, depth + 1);
  }
}

function finishChildren(parent: Root | Element, finishing: Finishing): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type !== "element") return child;
    const finished = finishElement(child, parent, finishing);
    finishChildren(child, finishing);
    return finished;
  });
}

/** What stands in the place of an element: itself, something around it, or nothing. */
function finishElement(element: Element, parent: Root | Element, finishing: Finishing): ElementContent[] {
  const { properties } = element;
  if (Array.isArray(properties.className) && properties.className.length === 0) delete properties.className;
  switch (element.tagName) {
    case "a":
      finishLink(element);
      return [element];
    case "img":
      return finishPicture(element, finishing.backend);
    case "h2":
      properties.id = addHeading(wordsOf(element), finishing);
      return [element];
    case "pre":
      properties.tabIndex = 0;
      return [element];
    case "blockquote":
      if (wordsOf(element).length > MAX_PULL_QUOTE_LENGTH) properties.className = ["plain"];
      return [element];
    case "div":
      element.properties = holdsTable(element) ? region(properties.ariaLabel) : {};
      return [element];
    case "table":
      return [parent.type === "element" && holdsTable(parent) ? element : regionAround(element)];
    default:
      return [element];
  }
}

function finishLink({ properties }: Element): void {
  const { href } = properties;
  const address = typeof href === "string" ? href : "";
  const url = URL.canParse(address, HERE) ? new URL(address, HERE) : undefined;
  // Read as a browser reads it: tabs, line breaks and capitals hide no scheme.
  if (!url || !LINKS.has(url.protocol)) delete properties.href;
  else if (url.origin !== HERE && url.protocol.startsWith("http")) properties.rel = ["noopener"];
}

function finishPicture(element: Element, backend: string): ElementContent[] {
  const { src: given } = element.properties;
  const src = typeof given === "string" && findOwnPicture(given, backend);
  if (!src) return [];
  element.properties = { ...element.properties, src, loading: "lazy" };
  return [element];
}

function addHeading(title: string, { headings, ids }: Finishing): string {
  const wanted = slugify(title) || "section";
  let number = (ids.get(wanted) ?? 0) + 1;
  while (number > 1 && ids.has(`${wanted}-${number}`)) number++;
  const id = number > 1 ? `${wanted}-${number}` : wanted;
  ids.set(wanted, number).set(id, 1);
  headings.push({ id, title });
  return id;
}

/** A wide table scrolls in a region that a keyboard reaches. One that has its region already keeps it. */
function regionAround(table: Element): Element {
  return { type: "element", tagName: "div", properties: region(undefined), children: [table] };
}

function region(label: Element["properties"][string]): Element["properties"] {
  return {
    className: ["tbl"],
    tabIndex: 0,
    role: "region",
    ariaLabel: typeof label === "string" && label ? label : "Table, scrollable",
  };
}

function holdsTable({ tagName, properties, children }: Element): boolean {
  const first = children.find(({ type }) => type === "element");
  const isRegion = tagName === "div" && Array.isArray(properties.className) && properties.className.includes("tbl");
  return isRegion && first?.type === "element" && first.tagName === "table";
}

/** The text with single spaces. */
function wordsOf(node: Nodes): string {
  return textOf(node).replace(/\s+/g, " ").trim();
}

const INLINE = /^(?:a|abbr|b|bd[io]|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|su[bp]|time|u|var)$/;

function textOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  if (!("children" in node)) return "";
  const text = node.children.map(textOf).join("");
  return node.type === "element" && INLINE.test(node.tagName) ? text : ` ${text} `;
}
