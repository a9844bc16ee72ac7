import { prefixOf } from "../../../domain/content/languages.ts";
import { type DraftText, instantOfDay, joinTags, POST_FIELD, type PostText } from "../../../domain/posts/draft.ts";
import { titleSlug } from "../../../domain/posts/slug.ts";
import type { Supabase } from "../../auth/supabase-client.ts";
import { unwrap } from "../../data/rows.ts";
import { type PostTranslation, textOf } from "../drafts/draft-rows.ts";
import { timeZone } from "../shell/times.ts";

export type StoredPost = Omit<DraftText, "tags" | "authors" | "image_url" | "published_on"> & {
  readonly id: number;
  /** Empty for the first language. */
  readonly locale: string;
  readonly image_url: string | null;
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly status: "draft" | "published";
  readonly published_at: string;
  readonly version: number;
  readonly updated_at: string;
  readonly deleted_at: string | null;
};

export type PostChange = Partial<
  Omit<PostText, "published_on"> & Pick<StoredPost, "status" | "published_at" | "deleted_at">
>;

const EDITED = Object.keys(POST_FIELD.fields).filter((name) => name !== "published_on");
const COLUMNS = ["id, locale, status, published_at, version, updated_at, deleted_at", ...EDITED].join(", ");
/** Columns that the insert has even if they are empty. Others are left out, so that it also works on a table without them. */
const ALWAYS_INSERTED = new Set(["slug", "tags", "author_bio"]);

type NewPost = {
  readonly post: PostText;
  readonly createdBy: string;
  /** A future time; without one the post is published immediately. */
  readonly publishedAt?: string;
  readonly translation?: PostTranslation | undefined;
};

export const pathOfPost = ({ locale = "", slug }: { locale?: string | undefined; slug: string }): string =>
  `${prefixOf(locale)}/blog/${slug}`;

/** The newsroom itself is in the first language. */
export const slugOf = (title: string, locale = ""): string =>
  titleSlug(title.trim(), locale || document.documentElement.lang);

/** Publishes with a single insert and returns its error, which is shown to the writer. */
export async function insertPost(supabase: Supabase, { post, createdBy, publishedAt, translation }: NewPost) {
  const { published_on, ...text } = { ...post, slug: post.slug || slugOf(post.title, translation?.locale) };
  const used = Object.entries(text).filter(([name, value]) => value.length > 0 || ALWAYS_INSERTED.has(name));
  const { error } = await supabase.from("blog_posts").insert({
    ...(Object.fromEntries(used) as typeof text),
    created_by: createdBy,
    ...translation,
    ...(published_on && { published_at: instantOfDay(published_on, timeZone()) }),
    ...(publishedAt && { published_at: publishedAt }),
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
  // No slug is a number.
  const post = await (/^\d+$/.test(slug) ? findPostById(supabase, Number(slug)) : findOne(supabase, "slug", slug));
  if (post) return post;
  const former = supabase
    .from("old_addresses")
    .select("key")
    .match({ path: `/blog/${slug}`, kind: "posts" })
    .maybeSingle();
  const found = await unwrap(former, "The old addresses could not be read");
  return found ? findPostById(supabase, Number(found.key)) : undefined;
}

export function findPostById(supabase: Supabase, id: number): Promise<StoredPost | undefined> {
  return findOne(supabase, "id", id);
}

/** The text of an earlier version. Without it, each field that differs counts as changed by both. */
export async function findVersion(
  supabase: Supabase,
  { id, version }: Pick<StoredPost, "id" | "version">,
  stockUrl: string,
) {
  const found = supabase.rpc("post_history", { of_post: id }).eq("version", version).maybeSingle();
  const row = await unwrap(found, "The history could not be read");
  return row ? textOfPost(row.data as unknown as StoredPost, stockUrl) : ({} as DraftText);
}

async function findOne(supabase: Supabase, column: "id" | "slug", value: number | string) {
  // Posts of two languages may have one slug: the original comes first.
  const rows = supabase.from("blog_posts").select(COLUMNS).eq(column, value);
  const found = rows.order("locale").limit(1).maybeSingle<StoredPost>();
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

export async function removePost(supabase: Supabase, id: number): Promise<void> {
  await unwrap(supabase.from("blog_posts").delete().eq("id", id), "The post could not be removed");
}

/** The post keeps its slug and its time. A version in the history may lack columns that were added since. */
export function textOfPost(post: Partial<StoredPost>, stockUrl: string): DraftText {
  const { tags = [], authors = [], image_url } = post;
  return {
    ...textOf(post),
    slug: "",
    tags: joinTags(tags),
    authors: joinTags(authors),
    image_url: image_url === stockUrl ? "" : (image_url ?? ""),
  };
}
