import { escapeHtml } from "../escape-html.ts";

export type Format = "h2" | "h3" | "bold" | "italic" | "list" | "numbers" | "quote" | "table" | "code" | "divider";

export type Selection = { readonly start: number; readonly end: number };

/** Replace `start` to `end` by `text`, then select `selected` (offsets in the new text). */
export type HtmlEdit = Selection & { readonly text: string; readonly selected: Selection };

/** Applies a toolbar format to HTML in a textarea; applying it again removes it. */
export function formatHtml(html: string, selection: Selection, format: Format): HtmlEdit {
  switch (format) {
    case "bold":
      return toggleInline(html, selection, "strong");
    case "italic":
      return toggleInline(html, selection, "em");
    case "h2":
    case "h3":
      return toggleBlock(html, selection, format);
    case "code":
      return html.slice(selection.start, selection.end).includes("\n")
        ? replaceBlock(html, selection, (block) => `<pre><code>${escapeHtml(block)}</code></pre>`)
        : toggleInline(html, selection, "code");
    case "list":
      return makeList(html, selection, "ul");
    case "numbers":
      return makeList(html, selection, "ol");
    case "quote":
      return replaceBlock(html, selection, (block) => `<blockquote><p>${unwrap(block)}</p></blockquote>`);
    case "table":
      return insertBlock(html, selection, TABLE);
    case "divider":
      return insertBlock(html, selection, "<hr>");
  }
}

function makeList(html: string, selection: Selection, tag: "ul" | "ol"): HtmlEdit {
  return replaceBlock(html, selection, (block) => {
    const items = block.split("\n").filter((line) => line.trim());
    const lines = (items.length > 0 ? items : [""]).map((line) => `  <li>${unwrap(line)}</li>`);
    return `<${tag}>\n${lines.join("\n")}\n</${tag}>`;
  });
}

/** Inserts a block on its own line, below the block in which the selection ends. */
export function insertBlock(html: string, selection: Selection, block: string): HtmlEdit {
  const { end, text } = blockAround(html, { start: selection.end, end: selection.end });
  const inserted = text.trim() ? `\n\n${block}` : block;
  return { start: end, end, text: inserted, selected: cursorAt(end + inserted.length) };
}

type Link = Selection & {
  /** Where its text begins, after the opening tag. */
  readonly inside: number;
  readonly text: string;
  readonly href: string;
};

const LINK_TAG = /<(\/?)a(?=[\s>])[^<>]*>/gi;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** The link that the selection lies in. */
export function findLink(html: string, selection: Selection): Link | undefined {
  let opened: { readonly tag: string; readonly start: number } | undefined;
  for (const { 0: tag, 1: slash, index } of html.matchAll(LINK_TAG)) {
    const end = index + tag.length;
    if (!slash) opened = { tag, start: index };
    else if (opened && opened.start <= selection.start && selection.end <= end) {
      const { start } = opened;
      const inside = start + opened.tag.length;
      const [, ...values] = HREF.exec(opened.tag) ?? [];
      const href = unescapeHtml(values.find(Boolean) ?? "");
      return { start, end, inside, text: html.slice(inside, index), href };
    } else opened = undefined;
  }
  return undefined;
}

/** Wraps the selection in a link, or changes the target of the link around it. */
export function setLink(html: string, selection: Selection, href: string): HtmlEdit {
  const link = findLink(html, selection);
  const address = ` href="${escapeHtml(href)}"`;
  if (!link) {
    const label = html.slice(selection.start, selection.end).replace(LINK_TAG, "") || escapeHtml(href);
    const open = `<a${address}>`;
    return replaceWith(selection, `${open}${label}</a>`, open.length, label.length);
  }
  const { start, inside } = link;
  // The other attributes stay as they are.
  const open = `<a${address}${html.slice(start + "<a".length, inside).replace(HREF, "")}`;
  return { start, end: inside, text: open, selected: selectedIn(link, selection, start + open.length) };
}

/** Removes a link and keeps its text. */
export function removeLink(html: string, selection: Selection): HtmlEdit {
  const link = findLink(html, selection);
  if (!link) return { ...selection, text: html.slice(selection.start, selection.end), selected: selection };
  const { start, end, text } = link;
  return { start, end, text, selected: selectedIn(link, selection, start) };
}

/** The selection within a link whose text has moved to `inside`. */
function selectedIn(link: Link, { start, end }: Selection, inside: number): Selection {
  const move = (offset: number) => inside + Math.min(Math.max(offset - link.inside, 0), link.text.length);
  return { start: move(start), end: move(end) };
}

function unescapeHtml(text: string): string {
  return text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}

const TABLE = `<table>
  <thead>
    <tr><th>What</th><th>Before</th><th>After</th></tr>
  </thead>
  <tbody>
    <tr><td></td><td></td><td></td></tr>
    <tr><td></td><td></td><td></td></tr>
  </tbody>
</table>`;

function toggleInline(html: string, { start, end }: Selection, tag: string): HtmlEdit {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  const inner = html.slice(start, end);
  if (html.slice(0, start).endsWith(open) && html.slice(end).startsWith(close)) {
    return replaceWith({ start: start - open.length, end: end + close.length }, inner, 0, inner.length);
  }
  return replaceWith({ start, end }, open + inner + close, open.length, inner.length);
}

/** Turns a paragraph into a heading, and the same heading into a paragraph. */
function toggleBlock(html: string, selection: Selection, tag: string): HtmlEdit {
  return replaceBlock(html, selection, (block) => {
    const next = block.trimStart().startsWith(`<${tag}>`) ? "p" : tag;
    return `<${next}>${unwrap(block)}</${next}>`;
  });
}

function replaceBlock(html: string, selection: Selection, change: (block: string) => string): HtmlEdit {
  const { start, end, text } = blockAround(html, selection);
  const changed = change(text);
  // In an empty block, offset the cursor inside it.
  const inside = text.trim() ? changed.length : changed.indexOf("></") + 1;
  return { start, end, text: changed, selected: cursorAt(start + inside) };
}

/** The lines that the selection touches, without the white space around them. */
function blockAround(html: string, { start, end }: Selection): Selection & { readonly text: string } {
  const from = html.lastIndexOf("\n", start - 1) + 1;
  const next = html.indexOf("\n", end);
  const to = next < 0 ? html.length : next;
  return { start: from, end: to, text: html.slice(from, to) };
}

function unwrap(block: string): string {
  return /^<(p|h[1-6]|li)>(.*)<\/\1>$/s.exec(block.trim())?.[2] ?? block.trim();
}

function replaceWith({ start, end }: Selection, text: string, from: number, length: number): HtmlEdit {
  return { start, end, text, selected: { start: start + from, end: start + from + length } };
}

function cursorAt(offset: number): Selection {
  return { start: offset, end: offset };
}
