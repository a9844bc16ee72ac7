import { dateWordsOf, formatDate } from "../../domain/dates.ts";
import type { Posts } from "../posts/posts.ts";
import type { Preview } from "./find-preview.ts";

/** Links of a preview must not pass its address on. */
export const PREVIEW_HEADERS = {
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
} as const;

/** Instead of the page's own metadata, which is for search engines and link previews. */
export const PREVIEW_HEAD = '<meta name="robots" content="noindex, nofollow"/>';

const SCRIPTS = /<script\b[^<>]*>.*?<\/script>/gs;
const LINKS = /<link\b[^<>]*>/g;

/** The previewed post stands over the stored one; everything else on its page is live. */
export function withPreviewedPost(posts: Posts, { post }: Preview): Posts {
  if (!post) return posts;
  return { ...posts, find: async () => ({ outcome: "found", post }) };
}

/**
 * Takes the scripts out, because the router would look for another page under this address, and adds a bar that says
 * what the page is.
 */
export async function markPreview(rendered: Response, preview: Preview): Promise<Response> {
  const html = (await rendered.text())
    .replace(SCRIPTS, "")
    .replace(LINKS, (link) => (link.includes('rel="modulepreload"') ? "" : link))
    .replace("</body>", (end) => barOf(preview) + end);
  return new Response(html, { status: rendered.status, headers: { "content-type": "text/html; charset=utf-8" } });
}

function barOf({ isFramed, fits, expiresAt, content }: Preview): string {
  const incomplete =
    fits === true
      ? ""
      : ` The draft is not complete yet, so ${fits ? "parts of it are left out" : "the published version stands in its place"}.`;
  if (isFramed) return incomplete && bar(incomplete);
  const until = formatDate(expiresAt, content.contact.timeZone, dateWordsOf(content));
  return bar(`<b>Preview.</b> This page is not published. The link works until ${until} at the latest.${incomplete}`);
}

const bar = (text: string) => `<aside class="preview-bar" aria-label="Preview"><p>${text.trim()}</p></aside>`;
