import { data } from "react-router";
import type { Content } from "../../domain/content/collections.ts";
import { findAuthors } from "../../domain/posts/authors.ts";
import { type Post, POSTS_PER_PAGE, type PostSummary, type PostTitle } from "../../domain/posts/post.ts";
import { type Tag, tagsOf } from "../../domain/posts/tags.ts";
import { titleScore } from "../../domain/search-match.ts";
import type { PostSource, StoredPosts, Translation } from "./stored-posts.ts";

/** All posts, or those of one category, tag or author. */
export type PostFilter = {
  readonly category?: string | undefined;
  /** The tag's slug. */
  readonly tag?: string | undefined;
  /** The key of a profile. */
  readonly author?: string | undefined;
};

export type Translated = Pick<Post, "id" | "translationOf">;
export const originalOf = ({ id, translationOf }: Translated): number => translationOf ?? id;

type PostPage = {
  readonly posts: readonly PostSummary[];
  readonly pages: number;
  readonly total: number;
  /** The requested tag as the newest post spells it. */
  readonly tag?: string | undefined;
  /** The database is unreachable, so posts may be missing. */
  readonly isPartial: boolean;
};

type PostLookup =
  | { readonly outcome: "found"; readonly post: Post }
  | { readonly outcome: "missing" }
  /** The database is unreachable, so the post may exist. */
  | { readonly outcome: "unreachable" };

/** Published posts, newest first. */
export type Posts = {
  latest(count: number): Promise<readonly PostSummary[]>;
  titles(count: number): Promise<readonly PostTitle[]>;
  categories(): Promise<readonly string[]>;
  /** Most used first, at most a thousand. */
  tags(): Promise<readonly Tag[]>;
  list(query: PostFilter & { page: number }): Promise<PostPage>;
  /** A range of all posts; `total` counts them all. */
  archive(first: number, most: number): Promise<{ posts: readonly PostSummary[]; total: number }>;
  /** By slug, id or former slug. */
  find(address: string): Promise<PostLookup>;
  /** The posts in all languages that visitors may see. */
  translations(posts: readonly Translated[]): Promise<readonly Translation[]>;
  related(post: Post, count: number): Promise<readonly PostSummary[]>;
  /** Posts that contain every word, with a relevance score; undefined if the database is unreachable. */
  search(words: readonly string[], count: number): Promise<readonly { post: PostSummary; score: number }[] | undefined>;
};

type Sources = {
  /** Profiles that posts may be signed with. */
  readonly authors: Content["authors"];
  /** Undefined to read the kept posts alone. */
  readonly stored: StoredPosts | undefined;
  /** The posts as they were read last; undefined if they never were. */
  readonly kept: PostSource | undefined;
  /** Of the names of several authors, and of the order of categories. */
  readonly language?: string;
  /** The order of the categories; those of posts alone come last, by name. */
  readonly categories: readonly string[];
  /** Called when the posts could not be read, so that a result may be old or lack some. */
  readonly onOutage: (error: unknown) => void;
  /** Called when the database has answered. */
  readonly onRead?: (() => void) | undefined;
};

// The posts for one render; `backend` is the origin of the stored pictures they may show. Without `onOutage` they are
// those that were read last.
export type PostsFor = (backend: string, onOutage?: (error: unknown) => void, locale?: string) => Posts;

/** Reads posts from the database, and while it is unreachable from those that were read last. */
export function createPosts(sources: Sources): Posts {
  const { authors, stored, kept, categories, language = "en", onOutage, onRead } = sources;
  const { signed, listed } = createSignatures(authors, language);
  const byName = new Intl.Collator(language).compare;
  let isPartial = false;

  async function read<Result>(from: (source: PostSource) => Promise<Result>): Promise<Result> {
    try {
      if (stored) {
        const found = await from(stored);
        onRead?.();
        return found;
      }
    } catch (error) {
      onOutage(error);
    }
    isPartial = true;
    // Nothing is known of this site's posts yet, so the page cannot be made.
    if (!kept) throw data(null, { status: 503 });
    return from(kept);
  }

  return {
    latest: async (count) => listed(await read((source) => source.newest(count))),
    titles: (count) => read((source) => source.titles(count)),

    async categories() {
      const used = new Set((await read((source) => source.categories())).toSorted(byName));
      return [...new Set([...categories.filter((name) => used.has(name)), ...used])];
    },

    tags: async () => tagsOf(await read((source) => source.tags())).filter(({ slug }) => slug),

    async list({ page, ...filter }) {
      const found = await read((source) => source.page(filter, (page - 1) * POSTS_PER_PAGE, POSTS_PER_PAGE));
      const pages = Math.max(1, Math.ceil(found.total / POSTS_PER_PAGE));
      return { ...found, posts: listed(found.posts), pages, isPartial };
    },

    archive: (first, most) => read((source) => source.archive(first, most)),

    async find(address) {
      // Reading fails only without the database and without kept posts.
      const post = await read((source) => source.find(address)).catch(() => undefined);
      if (post) return { outcome: "found", post: signed(post) };
      return { outcome: isPartial ? "unreachable" : "missing" };
    },

    translations: (posts) => read((source) => source.translations(posts.map(originalOf))),

    async related({ id, category }, count) {
      // One more, because the post itself is among them.
      const others = await read((source) => source.newest(count + 1, category));
      return listed(others.filter((other) => other.id !== id).slice(0, count));
    },

    async search(words, count) {
      const matching = await stored?.search(words, count).catch((error: unknown) => {
        onOutage(error);
      });
      if (!matching) return undefined;
      const scored = matching.map((post) => ({ post, score: titleScore(words, post.title) }));
      return scored.toSorted((a, b) => b.score - a.score);
    },
  };
}

/** Names authors as their profiles do; posts without a profile keep the name that was typed. */
function createSignatures(authors: Content["authors"], language: string) {
  /** "Maud Ellery and Jonas Wren". */
  const names = new Intl.ListFormat(language);
  const nameOf = ({ author, authors: keys = [] }: PostSummary) =>
    names.format(findAuthors(authors, keys).map(({ name }) => name)) || author.name;
  const signed = (post: Post): Post => ({ ...post, author: { ...post.author, name: nameOf(post) } });
  /** Visitors' browsers need the authors' names only. */
  const listed = (posts: readonly PostSummary[]): PostSummary[] =>
    posts.map((post) => {
      const { authors: _keys, ...shown } = post;
      return { ...shown, author: { name: nameOf(post) } };
    });
  return { signed, listed };
}
