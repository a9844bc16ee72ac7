import type { ElementContent, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { toHtml } from "hast-util-to-html";
import { cleanShort } from "../posts/article.ts";
import { isFormatted, paragraphsOf, plainText } from "./rich-text.ts";

/** A paragraph, list or heading. A text without formatting stays one. */
export type RichBlock =
  | { readonly tag: "p"; readonly text: string }
  | { readonly tag: "p" | "ul" | "ol" | `h${2 | 3 | 4 | 5 | 6}`; readonly html: string };

const BLOCK = /^(?:p|ul|ol|h[2-6])$/;
/** Of these only the content is shown: what is between blocks becomes a paragraph. */
const CONTAINER = /^(?:blockquote|d[ltd]|details|div|figcaption|figure|li|pre|summary)$/;

/** The blocks of a short text, sanitized. Its headings begin at `level`, below the one that stands above it. */
export function richBlocks(text: string, level: 2 | 3 | 4): readonly RichBlock[] {
  if (!isFormatted(text)) return paragraphsOf(text).map((paragraph) => ({ tag: "p", text: paragraph }));
  const blocks: RichBlock[] = [];
  let words: ElementContent[] = [];
  add(cleanShort(text, level).children);
  endParagraph();
  return blocks;

  function add(children: readonly RootContent[]): void {
    for (const child of children) {
      if (child.type === "element" && BLOCK.test(child.tagName)) {
        endParagraph();
        push(child.tagName as RichBlock["tag"], toHtml(child.children));
      } else if (child.type === "element" && hasBlocks(child)) {
        endParagraph();
        add(child.children);
        endParagraph();
      } else if (child.type === "element" || child.type === "text") words.push(child);
    }
  }

  function endParagraph(): void {
    push("p", toHtml(words).trim());
    words = [];
  }

  /** Of markup that a browser would read in another way, such as a link in a link, only the words are shown. */
  function push(tag: RichBlock["tag"], html: string): void {
    const whole = `<${tag}>${html}</${tag}>`;
    const isStable = toHtml(fromHtml(whole, { fragment: true })) === whole;
    if (html.trim()) blocks.push(isStable ? { tag, html } : { tag: "p", text: plainText(html) });
  }
}

const hasBlocks = (node: RootContent): boolean =>
  node.type === "element" &&
  (CONTAINER.test(node.tagName) || BLOCK.test(node.tagName) || node.children.some((child) => hasBlocks(child)));
