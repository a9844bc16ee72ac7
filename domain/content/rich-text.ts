import { escapeHtml } from "../escape-html.ts";

const TAG = /<\/?[a-z][^<>]*>/i;
const ENTITIES = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: " " };

/** Texts that were stored before they could be formatted have no tags: their paragraphs are between empty lines. */
export const isFormatted = (text: string) => TAG.test(text);

export const paragraphsOf = (text: string): readonly string[] => text.split(/\n\s*\n/).filter((part) => part.trim());

export const asHtml = (text: string): string =>
  isFormatted(text)
    ? text
    : paragraphsOf(text)
        .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
        .join("\n\n");

/** Its words, for search and lists. The sanitizer is too large for the browser, which gets what facts need. */
export const plainText = (text: string): string =>
  isFormatted(text)
    ? text
        .replace(/<[^<>]*>/g, " ")
        .replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
        .replace(/\s+/g, " ")
        .trim()
    : text;
