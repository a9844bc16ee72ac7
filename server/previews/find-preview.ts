import type { Addressed } from "../../domain/content/addresses.ts";
import { type CollectionName, collections, type Content } from "../../domain/content/collections.ts";
import { pathOfEntry } from "../../domain/content/entry-pages.ts";
import { dateWordsOf, formatDate } from "../../domain/dates.ts";
import { splitTags } from "../../domain/posts/draft.ts";
import type { Post } from "../../domain/posts/post.ts";
import { titleSlug } from "../../domain/posts/slug.ts";
import type { ContentStore, PreviewedContent, PreviewedEntry } from "../content/content-store.ts";
import type { Posts } from "../posts/posts.ts";
import { type PostRow, toPost } from "../posts/stored-posts.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import { serverWords } from "../words.ts";

/** A change that is not published, and the page that shows it. */
export type Preview = {
  readonly expiresAt: string;
  /** True in the newsroom's own frame, which needs no bar. */
  readonly isFramed: boolean;
  /** False if the draft does not fit its schema yet: the published version stands in its place. */
  readonly fits: PreviewedContent["fits"];
  readonly content: Content;
  /** The post that the page shows instead of the stored one. */
  readonly post?: Post;
  readonly pathIn: (posts: Posts) => Promise<string>;
};

export type FindPreview = (token: string, backend: string) => Promise<Preview | undefined | "unreachable">;

type Found = {
  readonly expires_at: string;
  readonly is_frame: boolean;
  readonly locale: string;
  readonly post: (Omit<PostRow, "slug"> & { readonly slug: string | null }) | null;
  readonly entry: (Omit<PreviewedEntry, "data"> & { readonly data: unknown }) | null;
};

/** Statuses when the database or Supabase is unreachable. */
const UNREACHABLE_STATUSES = new Set([0, 503]);

/** Finds the change behind a token of /preview/{token}. The database alone decides whether the token is valid. */
export function createFindPreview(
  service: SupabaseClient,
  store: Pick<ContentStore, "current" | "withEntry">,
): FindPreview {
  return async (token, backend) => {
    const { data, error, status } = await service.rpc("find_preview", { token }, { get: false });
    if (UNREACHABLE_STATUSES.has(status)) return "unreachable";
    if (error) throw new Error("Reading a preview failed", { cause: error });
    const found = data as Found | null;
    if (!found) return undefined;
    const { post: row, entry } = found;
    const shown = entry?.data ? store.withEntry(entry) : { content: store.current(found.locale), fits: true };
    const { identity, contact } = shown.content;
    const post =
      row &&
      toPost(completed(row, shown.content.language), {
        backend,
        siteName: identity.name,
        timeZone: contact.timeZone,
      });
    return {
      ...shown,
      expiresAt: found.expires_at,
      isFramed: found.is_frame,
      ...(post && { post }),
      pathIn: async (posts) => {
        if (post) return `/blog/${post.slug}`;
        const [newest] = await posts.titles(1);
        return entry ? entryPage(entry, shown.content, newest?.slug ?? "") : "/";
      },
    };
  };
}

function entryPage({ collection, key }: NonNullable<Found["entry"]>, content: Content, newestPost: string): string {
  const page = Object.hasOwn(collections, collection) ? pathOfEntry(collection as CollectionName) : "/";
  const shown = content[collection as CollectionName] as readonly Addressed[];
  const slug = page.endsWith("/{key}") ? shown.find(({ id }) => id === key)?.slug : undefined;
  return page
    .replace("{path}", content.pages.find(({ id }) => id === key)?.path ?? "/")
    .replace("{key}", slug ?? key)
    .replace("{service}", partOf(content.services.find(({ id }) => id !== "strategy")) || "strategy")
    .replace("{study}", partOf(content["case-studies"][0]))
    .replace("{post}", newestPost);
}

const partOf = (entry?: Addressed) => entry?.slug ?? entry?.id ?? "";

/** A draft may lack anything; its tags are as typed. */
function completed(row: NonNullable<Found["post"]>, language: string): PostRow {
  const title = row.title.trim() || "Untitled";
  const slug = row.slug ?? titleSlug(title, language);
  const tags = row.tags.map((tag) => tag.trim()).filter(Boolean);
  // A draft has its authors as one text with commas.
  const authors = splitTags(String(row.authors));
  return { ...row, title, tags, authors, slug: /^-*$/.test(slug) ? "untitled" : slug };
}

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

// Takes the scripts out, because the router would look for another page under this address, and adds a bar that says
// what the page is.
export async function markPreview(rendered: Response, preview: Preview): Promise<Response> {
  const html = (await rendered.text())
    .replace(SCRIPTS, "")
    .replace(LINKS, (link) => (link.includes('rel="modulepreload"') ? "" : link))
    .replace("</body>", (end) => barOf(preview) + end);
  return new Response(html, { status: rendered.status, headers: { "content-type": "text/html; charset=utf-8" } });
}

function barOf({ isFramed, fits, expiresAt, content }: Preview): string {
  const words = serverWords(content.language).preview;
  const incomplete = fits === true ? "" : fits ? words.partsMissing : words.published;
  if (isFramed) return incomplete && bar(words.title, incomplete);
  const until = formatDate(expiresAt, content.contact.timeZone, dateWordsOf(content));
  return bar(words.title, `${words.text(until)} ${incomplete}`);
}

const bar = (title: string, text: string) =>
  `<aside class="preview-bar" aria-label="${title}"><p>${text.trim()}</p></aside>`;
