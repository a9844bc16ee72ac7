import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import { pictures } from "../../content/pictures.ts";
import { posts as samples } from "../../content/posts.ts";
import type { Database } from "../../domain/database.ts";
import { dayOf } from "../../domain/dates.ts";
import { findSize, isSameArtwork, type Picture } from "../../domain/picture.ts";
import { readCover } from "../../domain/posts/cover.ts";
import { findOwnPicture } from "../../domain/posts/own-picture.ts";
import type { Post, PostSummary, PostTitle } from "../../domain/posts/post.ts";
import { tagSlug } from "../../domain/posts/tags.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import type { PostFilter } from "./posts.ts";

/** Public posts, newest first: in the database, or as they were read last. Failures are thrown. */
export type PostSource = Omit<StoredPosts, "search">;
export type StoredPosts = ReturnType<typeof createStoredPosts>;

type StoredPage = {
  readonly posts: readonly PostSummary[];
  readonly total: number;
  readonly tag?: string | undefined;
};

type Row = Database["public"]["Tables"]["blog_posts"]["Row"];
type SummaryRow = Pick<
  Row,
  "id" | "title" | "slug" | "excerpt" | "category" | "author_name" | "image_url" | "published_at"
> & { /** Search results name no authors. */ readonly authors?: readonly string[] };
type PageRow = SummaryRow & { readonly total: number; readonly tags?: readonly string[] };
type DatedRow = SummaryRow & Pick<Row, "updated_at" | "canonical_url"> & Partial<Pick<Row, "translation_of">>;
/** Rows that an older release kept have no language: they are in the first. */
export type PostRow = DatedRow &
  Pick<Row, "content" | "tags" | "author_bio" | "search_title" | "search_description" | "card_url"> &
  Partial<Pick<Row, "locale">>;

const SUMMARY = "id, title, slug, excerpt, category, author_name, image_url, published_at, authors";
const DATED = `${SUMMARY}, updated_at, canonical_url, translation_of` as const;
export const COMPLETE =
  `${DATED}, content, tags, author_bio, search_title, search_description, card_url, locale` as const;
/** PostgREST's error code for an offset beyond the last row. */
const RANGE_NOT_SATISFIABLE = "PGRST103";
/** Calls read-only functions with GET, so that they do not count as changes. */
const READ = { get: true } as const;

export const newestPosts = <const Columns extends string>(reader: SupabaseClient, columns: Columns, count: number) =>
  reader
    .from("blog_posts")
    .select(columns)
    .order("published_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(count);

export function createStoredPosts(reader: SupabaseClient, source: Source) {
  const { locale = "" } = source;
  const inLanguage = { wanted_locale: locale };
  const summarize = (row: SummaryRow) => toSummary(row, source);

  return {
    async newest(count: number, category?: string): Promise<readonly PostSummary[]> {
      const query = newestPosts(reader, SUMMARY, count).eq("locale", locale);
      const rows = requireRows(await (category === undefined ? query : query.eq("category", category)));
      return rows.map(summarize);
    },

    async titles(count: number): Promise<readonly PostTitle[]> {
      const rows = requireRows(await newestPosts(reader, "slug, title, published_at", count).eq("locale", locale));
      return rows.map(({ slug, title, published_at }) => ({ slug, title, date: dayOf(published_at, source.timeZone) }));
    },

    /** `total` counts all posts; it is 0 if `first` is beyond the last. */
    async page({ category, tag, author }: PostFilter, first: number, most: number): Promise<StoredPage> {
      const wanted = { ...inLanguage, ...(tag && { wanted_tag: tag }), ...(author && { wanted_author: author }) };
      const query =
        tag || author
          ? reader.rpc("posts_of", { first, most, ...wanted }, READ)
          : reader.rpc(
              "post_page",
              { first, most, ...inLanguage, ...(category && { wanted_category: category }) },
              READ,
            );
      const rows = requireRows<readonly PageRow[]>(await query);
      const label = rows[0]?.tags?.find((each) => tagSlug(each) === tag);
      return { posts: rows.map(summarize), total: rows[0]?.total ?? 0, tag: label };
    },

    /** As the posts spell them, the most used first. */
    async tags(): Promise<readonly string[]> {
      return requireRows(await reader.rpc("post_tags", inLanguage, READ));
    },

    /** A range of all posts, newest first, with exact times for feeds and sitemaps. */
    async archive(first: number, most: number) {
      const response = await reader
        .from("blog_posts")
        .select(DATED, { count: "exact" })
        .eq("locale", locale)
        .order("published_at", { ascending: false })
        .order("id", { ascending: false })
        .range(first, first + most - 1);
      const total = response.count ?? 0;
      if (response.error?.code === RANGE_NOT_SATISFIABLE) return { posts: [], total };
      return { posts: requireRows(response).map((row) => toDatedSummary(row, source)), total };
    },

    async categories(): Promise<readonly string[]> {
      return requireRows(await reader.rpc("post_categories", inLanguage, READ));
    },

    /** By slug, id or former slug. */
    async find(address: string): Promise<Post | undefined> {
      const [row] = requireRows(await reader.rpc("find_post", { address, ...inLanguage }, READ).select(COMPLETE));
      return row && toPost(row, source);
    },

    translations: (originals: readonly number[]) => readTranslations(reader, originals),

    async search(words: readonly string[], most: number): Promise<readonly PostSummary[]> {
      const rows = requireRows(await reader.rpc("search_posts", { words, most, ...inLanguage }, READ));
      return rows.map(summarize);
    },
  };
}

/** Of posts and of those that translate the same originals. */
async function readTranslations(reader: SupabaseClient, originals: readonly number[]): Promise<readonly Translation[]> {
  const found: Translation[] = [];
  for (let first = 0; first < originals.length; first += MAX_ORIGINALS) {
    const some = originals.slice(first, first + MAX_ORIGINALS);
    found.push(...requireRows(await reader.rpc("post_translations", { originals: some }, READ)));
  }
  return found;
}

export function requireRows<Rows>({ data, error }: PostgrestSingleResponse<Rows>): Rows {
  if (error) throw new Error(`Posts could not be read: ${error.message}`, { cause: error });
  return data;
}

/** A post in a language, by the id of its original. */
export type Translation = { readonly original: number; readonly locale: string; readonly slug: string };
/** They are in the address of the request. */
const MAX_ORIGINALS = 200;

export type Source = {
  /** Empty for the first language. */
  readonly locale?: string;
  /** The origin of stored pictures. */
  readonly backend: string;
  /** The name under which posts without an author appear. */
  readonly siteName: string;
  /** The zone of their dates. */
  readonly timeZone: string;
};

export function toSummary(row: SummaryRow, { backend, siteName, timeZone }: Source): PostSummary {
  const { id, slug, title, excerpt, category, author_name, image_url, published_at, authors } = row;
  return {
    id,
    slug,
    title,
    excerpt,
    category,
    date: dayOf(published_at, timeZone),
    image: pictureOf(image_url, backend),
    author: { name: author_name || siteName },
    ...(authors?.length && { authors }),
  };
}

export function toDatedSummary(row: DatedRow, source: Source): PostSummary {
  const publishedAt = new Date(row.published_at).toISOString();
  const updated = new Date(row.updated_at).toISOString();
  return {
    ...toSummary(row, source),
    publishedAt,
    ...(updated > publishedAt && { updated }),
    ...(row.translation_of && { translationOf: row.translation_of }),
    ...(row.canonical_url && { search: { canonical: row.canonical_url } }),
  };
}

export function toPost(row: PostRow, source: Source): Post {
  const summary = toDatedSummary(row, source);
  const { content, tags, search_title: title, search_description: description } = row;
  const card = findOwnPicture(row.card_url, source.backend);
  const search = {
    ...summary.search,
    ...(title && { title }),
    ...(description && { description }),
    ...(card && { card }),
  };
  return {
    ...summary,
    content,
    tags,
    author: { ...summary.author, bio: row.author_bio },
    ...(Object.keys(search).length > 0 && { search }),
  };
}

/** For posts without a picture, or with one from another site. */
const DEFAULT_PICTURE: Picture = { ...pictures["post-stock"], alt: "" };
/** For uploads whose name does not tell their size: they are cropped where shown, so these dimensions only reserve space. */
const UPLOADED = { width: 1800, height: 1200, widths: [] } as const;
const ARTWORK = Object.values(pictures);
/** The artwork of the samples is described with them. */
const ARTWORK_ALTS = new Map<string, string>(samples.map(({ image: { src, alt } }) => [src, alt]));

function pictureOf(imageUrl: string | null, backend: string): Picture {
  const { src: written, alt, focus } = readCover(imageUrl ?? "");
  const address = findOwnPicture(written, backend);
  if (!address) return DEFAULT_PICTURE;
  const chosen = { alt, ...(focus && { focus }) };
  if (!address.startsWith("/art/")) return { src: address, ...UPLOADED, ...findRenditions(address), ...chosen };
  const artwork = ARTWORK.find(({ src }) => isSameArtwork(src, address));
  return artwork ? { ...artwork, ...chosen, alt: alt || (ARTWORK_ALTS.get(artwork.src) ?? "") } : DEFAULT_PICTURE;
}

/** This site's storage makes smaller versions; Supabase's stores the uploaded file alone. */
const findRenditions = (address: string) => (address.startsWith("/") ? findSize(address) : undefined);
