import { slugify } from "./slug.ts";

export type Heading = { readonly id: string; readonly title: string };

export type Article = {
  /** HTML whose second-level headings can be linked to, and whose tables scroll by themselves. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly minutes: number;
};

const WORDS_PER_MINUTE = 200;
/** Set large, a longer quotation would fill the screen. */
const LONGEST_PULL_QUOTE = 160;

/** Makes the text of a post ready for its page. The HTML is trusted or already sanitized. */
export function prepareArticle(html: string): Article {
  const headings: Heading[] = [];
  const prepared = wrapTables(html)
    .replace(/<pre(?![^<>]*\stabindex=)/gi, '<pre tabindex="0"')
    .replace(/<blockquote>(.*?)<\/blockquote>/gis, (whole, inner: string) =>
      textOf(inner).length > LONGEST_PULL_QUOTE ? `<blockquote class="plain">${inner}</blockquote>` : whole,
    )
    .replace(/<h2(\s[^<>]*)?>((?:(?!<h2).)*?)<\/h2>/gis, (_, attributes: string | undefined, inner: string) => {
      const heading = { id: freeId(textOf(inner), headings), title: textOf(inner) };
      headings.push(heading);
      return `<h2${withoutId(attributes)} id="${heading.id}">${inner}</h2>`;
    });
  return { html: prepared, headings, minutes: readingMinutes(html) };
}

function readingMinutes(html: string): number {
  const words = textOf(html).split(" ").length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}

/** A wide table scrolls in a region that a keyboard reaches. One that has its region already keeps it. */
function wrapTables(html: string): string {
  return html.replace(/(<div[^<>]*>\s*)?<table\b(?:(?!<table\b).)*?<\/table>/gis, (table, region?: string) =>
    region?.includes('role="region"')
      ? table
      : `<div class="tbl" tabindex="0" role="region" aria-label="Table, scrollable">${table}</div>`,
  );
}

function textOf(html: string): string {
  return decodeEntities(html.replace(/<[^<>]+>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
}

function freeId(title: string, taken: readonly Heading[]): string {
  const wanted = slugify(title) || "section";
  const same = taken.filter(({ id }) => id === wanted || id.startsWith(`${wanted}-`)).length;
  return same === 0 ? wanted : `${wanted}-${same + 1}`;
}

function withoutId(attributes = ""): string {
  return attributes.replace(/\sid=("[^"]*"|'[^']*'|\S+)/i, "").trimEnd();
}
