import type { PostgrestError, SupabaseClient } from "@supabase/supabase-js";
import { site } from "../../content/site.ts";
import { dayOf } from "../../domain/dates.ts";
import type { Post, PostSummary, PostTitle } from "../../domain/posts/post.ts";
import { pictureOf } from "./post-picture.ts";

/** Public posts in the database. Failures are thrown. */
export type StoredPosts = ReturnType<typeof createStoredPosts>;

type SummaryRow = {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  readonly category: string;
  readonly author_name: string;
  readonly image_url: string | null;
  readonly published_at: string;
};
type DatedRow = SummaryRow & { readonly updated_at: string };
type PostRow = DatedRow & {
  readonly content: string;
  readonly tags: readonly string[];
  readonly author_bio: string;
};

const SUMMARY = "id, title, slug, excerpt, category, author_name, image_url, published_at";
const COMPLETE = `${SUMMARY}, updated_at, content, tags, author_bio`;
/** PostgREST's error code for an offset beyond the last row. */
const RANGE_NOT_SATISFIABLE = "PGRST103";
/** Calls read-only functions with GET, so that they do not count as changes. */
const READ = { get: true } as const;

export function createStoredPosts(reader: SupabaseClient, backend: string) {
  const newestFirst = (columns: string, count: number) =>
    reader
      .from("blog_posts")
      .select(columns)
      .order("published_at", { ascending: false })
      .order("id", { ascending: false })
      .limit(count);
  const summarize = (row: SummaryRow) => toSummary(row, backend);

  return {
    async newest(count: number, category?: string): Promise<readonly PostSummary[]> {
      const query = newestFirst(SUMMARY, count);
      const rows = requireRows(await (category === undefined ? query : query.eq("category", category)));
      return (rows as SummaryRow[]).map(summarize);
    },

    async titles(count: number): Promise<readonly PostTitle[]> {
      const rows = requireRows(await newestFirst("slug, title, published_at", count)) as SummaryRow[];
      return rows.map(({ slug, title, published_at }) => ({ slug, title, date: dayOfPost(published_at) }));
    },

    /** `total` counts all posts; it is 0 if `first` is beyond the last. */
    async page(category: string | undefined, first: number, most: number) {
      const query = reader.rpc("post_page", { first, most, ...(category && { wanted_category: category }) }, READ);
      const rows = requireRows(await query) as (SummaryRow & { readonly total: number })[];
      return { posts: rows.map(summarize), total: rows[0]?.total ?? 0 };
    },

    /** A range of all posts, newest first, with exact times for feeds and sitemaps. */
    async archive(first: number, most: number) {
      const { data, error, count } = await reader
        .from("blog_posts")
        .select(`${SUMMARY}, updated_at`, { count: "exact" })
        .order("published_at", { ascending: false })
        .order("id", { ascending: false })
        .range(first, first + most - 1);
      if (error?.code === RANGE_NOT_SATISFIABLE) return { posts: [], total: count ?? 0 };
      const rows = requireRows({ data, error }) as DatedRow[];
      return { posts: rows.map((row) => toDatedSummary(row, backend)), total: count ?? 0 };
    },

    async categories(): Promise<readonly string[]> {
      return requireRows(await reader.rpc("post_categories", {}, READ)) as string[];
    },

    /** By slug, id or former slug. */
    async find(address: string): Promise<Post | undefined> {
      const [row] = requireRows(await reader.rpc("find_post", { address }, READ).select(COMPLETE)) as PostRow[];
      return row && toPost(row, backend);
    },

    async search(words: readonly string[], most: number): Promise<readonly PostSummary[]> {
      const rows = requireRows(await reader.rpc("search_posts", { words, most }, READ)) as SummaryRow[];
      return rows.map(summarize);
    },
  };
}

function requireRows({ data, error }: { data: unknown; error: PostgrestError | null }): unknown {
  if (error) throw new Error(`Posts could not be read: ${error.message}`, { cause: error });
  return data;
}

function toSummary(row: SummaryRow, backend: string): PostSummary {
  const { id, slug, title, excerpt, category, author_name, image_url, published_at } = row;
  return {
    id,
    slug,
    title,
    excerpt,
    category,
    date: dayOfPost(published_at),
    image: pictureOf(image_url, backend),
    author: { name: author_name || site.name },
  };
}

function toDatedSummary(row: DatedRow, backend: string): PostSummary {
  const publishedAt = new Date(row.published_at).toISOString();
  const updated = new Date(row.updated_at).toISOString();
  return { ...toSummary(row, backend), publishedAt, ...(updated > publishedAt && { updated }) };
}

function toPost(row: PostRow, backend: string): Post {
  const summary = toDatedSummary(row, backend);
  return { ...summary, content: row.content, tags: row.tags, author: { ...summary.author, bio: row.author_bio } };
}

function dayOfPost(publishedAt: string): string {
  return dayOf(publishedAt, site.timeZone);
}
