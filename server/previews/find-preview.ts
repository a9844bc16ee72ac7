import { type CollectionName, collections, type Content } from "../../domain/content/collections.ts";
import { pathOfEntry } from "../../domain/content/entry-pages.ts";
import { splitTags } from "../../domain/posts/draft.ts";
import type { Post } from "../../domain/posts/post.ts";
import { slugify } from "../../domain/posts/slug.ts";
import type { ContentStore, PreviewedContent, PreviewedEntry } from "../content/content-store.ts";
import type { Posts } from "../posts/posts.ts";
import { type PostRow, toPost } from "../posts/stored-posts.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

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
    const shown = entry?.data ? store.withEntry(entry) : { content: store.current(), fits: true };
    const { identity, contact } = shown.content;
    const post = row && toPost(completed(row), { backend, siteName: identity.name, timeZone: contact.timeZone });
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
  return page
    .replace("{path}", content.pages.find(({ id }) => id === key)?.path ?? "/")
    .replace("{key}", key)
    .replace("{service}", content.services.find(({ id }) => id !== "strategy")?.id ?? "strategy")
    .replace("{study}", content["case-studies"][0]?.id ?? "")
    .replace("{post}", newestPost);
}

/** A draft may lack anything; its tags are as typed. */
function completed(row: NonNullable<Found["post"]>): PostRow {
  const title = row.title.trim() || "Untitled";
  const slug = row.slug ?? slugify(title);
  const tags = row.tags.map((tag) => tag.trim()).filter(Boolean);
  // A draft has its authors as one text with commas.
  const authors = splitTags(String(row.authors));
  return { ...row, title, tags, authors, slug: /^-*$/.test(slug) ? "untitled" : slug };
}
