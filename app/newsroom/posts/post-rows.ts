import { type DraftText, instantOfDay, joinTags, type PostText } from "../../../domain/posts/draft.ts";
import { slugify } from "../../../domain/posts/slug.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { textOf } from "../drafts/draft-rows.ts";
import { unwrap } from "../shell/rows.ts";
import { timeZone } from "../shell/times.ts";

export type StoredPost = Omit<DraftText, "tags" | "authors" | "published_on"> & {
  readonly id: number;
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly status: "draft" | "published";
  readonly published_at: string;
  readonly version: number;
  readonly updated_at: string;
  readonly deleted_at: string | null;
};

export type PostChange = Partial<
  Omit<PostText, "published_on"> & Pick<StoredPost, "slug" | "image_url" | "status" | "published_at" | "deleted_at">
>;

const COLUMNS =
  "id, slug, title, excerpt, content, category, tags, author_name, author_bio, image_url, " +
  "search_title, search_description, canonical_url, card_url, authors, " +
  "status, published_at, version, updated_at, deleted_at";

type NewPost = {
  readonly post: PostText;
  readonly imageUrl: string;
  readonly createdBy: string;
  /** A future time; without one the post is published immediately. */
  readonly publishedAt?: string;
};

/** Publishes with a single insert and returns its error, which is shown to the writer. */
export async function insertPost(supabase: Supabase, { post, imageUrl, createdBy, publishedAt }: NewPost) {
  const { slug, published_on, search_title, search_description, canonical_url, card_url, authors, ...text } = post;
  const { error } = await supabase.from("blog_posts").insert({
    ...text,
    slug: slug || slugify(post.title),
    image_url: imageUrl,
    created_by: createdBy,
    // Unused columns are left out, so that the insert also works on a table without them.
    ...(published_on && { published_at: instantOfDay(published_on, timeZone()) }),
    ...(publishedAt && { published_at: publishedAt }),
    ...(search_title && { search_title }),
    ...(search_description && { search_description }),
    ...(canonical_url && { canonical_url }),
    ...(card_url && { card_url }),
    ...(authors.length > 0 && { authors }),
  });
  return error;
}

/** The database makes the slug unique, and the insert reads only its error. */
export async function findNewest(supabase: Supabase, title: string) {
  const titled = supabase.from("blog_posts").select("id, slug").eq("title", title);
  const { data } = await titled.order("id", { ascending: false }).limit(1).maybeSingle();
  return data ?? undefined;
}

/** Finds a post in any state by its current or a former slug. */
export async function findPost(supabase: Supabase, slug: string): Promise<StoredPost | undefined> {
  const post = await findOne(supabase, "slug", slug);
  if (post) return post;
  const former = supabase.from("old_slugs").select("post_id").eq("slug", slug).maybeSingle();
  const found = await unwrap(former, "The old addresses could not be read");
  return found ? findPostById(supabase, found.post_id) : undefined;
}

export function findPostById(supabase: Supabase, id: number): Promise<StoredPost | undefined> {
  return findOne(supabase, "id", id);
}

async function findOne(supabase: Supabase, column: "id" | "slug", value: number | string) {
  const found = supabase.from("blog_posts").select(COLUMNS).eq(column, value).maybeSingle<StoredPost>();
  return (await unwrap(found, "The post could not be read")) ?? undefined;
}

export type ReplaceResult = StoredPost | "stale" | "failed";

/** Replaces a post only if its version is still the one that the change is based on. */
export async function replacePost(
  supabase: Supabase,
  { id, version }: Pick<StoredPost, "id" | "version">,
  change: PostChange,
): Promise<ReplaceResult> {
  const { data, error } = await supabase
    .from("blog_posts")
    .update(change)
    .eq("id", id)
    .eq("version", version)
    .select(COLUMNS)
    .maybeSingle<StoredPost>();
  if (error) {
    console.error("The post could not be stored", error);
    return "failed";
  }
  return data ?? "stale";
}

export async function removePost(supabase: Supabase, id: number): Promise<boolean> {
  const { error } = await supabase.from("blog_posts").delete().eq("id", id);
  if (error) console.error("The post could not be removed", error);
  return !error;
}

/** The post keeps its slug and its time. A version in the history may lack columns that were added since. */
export function textOfPost(post: Partial<StoredPost>, stockUrl: string): DraftText {
  const { slug: _slug, tags = [], authors = [], image_url = null, ...columns } = post;
  return {
    ...textOf(columns),
    tags: joinTags(tags),
    authors: joinTags(authors),
    image_url: image_url === stockUrl ? null : image_url,
  };
}
