import { escapeHtml } from "./escape-html.ts";

/** Text of one or more lines, or a link in a paragraph of its own, so that it can be clicked and copied. */
export type Paragraph = string | { readonly link: string };

/** The plain-text and HTML bodies of a mail. Uses web standards only, because the edge function uses it too. */
export function composeMail(
  paragraphs: readonly Paragraph[],
  language: string,
): { readonly text: string; readonly html: string } {
  const text = paragraphs.map((part) => (typeof part === "string" ? part : part.link));
  const html = paragraphs.map((part) => `<p>${typeof part === "string" ? toHtml(part) : anchor(part.link)}</p>`);
  return {
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html>\n<html lang="${escapeHtml(language)}">\n${html.join("\n")}\n</html>\n`,
  };
}

export type MailLook = {
  readonly name: string;
  readonly paper: string;
  readonly ink: string;
  readonly link: string;
  /** The address of the logo as a PNG of 320 by 80; without one the name is written. */
  readonly logo?: string | undefined;
};

/** A mail in the site's look: mail programs know no stylesheets, so that each part says its own. */
export function designMail(html: string, { name, paper, ink, link, logo }: MailLook): string {
  const head = logo
    ? `<img src="${escapeHtml(logo)}" width="160" height="40" alt="${escapeHtml(name)}">`
    : `<b style="font-size:20px">${escapeHtml(name)}</b>`;
  const frame = "max-width:36em;margin:0 auto;padding:32px 24px;font:16px/1.5 sans-serif";
  return html
    .replace(
      /<html[^<>]*>/,
      (start) =>
        `${start}\n<body style="margin:0;background:${paper};color:${ink}"><div style="${frame}"><p>${head}</p>`,
    )
    .replace("</html>", "</div></body>\n</html>")
    .replaceAll("<a href=", `<a style="color:${link}" href=`);
}

const toHtml = (text: string): string => escapeHtml(text).replaceAll(/\r?\n/g, "<br>\n");

const anchor = (link: string): string => `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
