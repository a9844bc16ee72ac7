import { escapeHtml } from "./escape-html.ts";

/** Text of one or more lines, or a link in a paragraph of its own, so that it can be clicked and copied. */
export type Paragraph = string | { readonly link: string };

/** The plain-text and HTML bodies of a mail. Uses web standards only, because the edge function uses it too. */
export function composeMail(paragraphs: readonly Paragraph[]): { readonly text: string; readonly html: string } {
  const text = paragraphs.map((part) => (typeof part === "string" ? part : part.link));
  const html = paragraphs.map((part) => `<p>${typeof part === "string" ? toHtml(part) : anchor(part.link)}</p>`);
  return {
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html>\n<html lang="en">\n${html.join("\n")}\n</html>\n`,
  };
}

function toHtml(text: string): string {
  return escapeHtml(text).replaceAll(/\r?\n/g, "<br>\n");
}

function anchor(link: string): string {
  return `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
}
