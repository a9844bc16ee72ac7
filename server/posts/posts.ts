import type { Content } from "../../domain/content/collections.ts";
import { findAuthors } from "../../domain/posts/authors.ts";
import { type Post, POSTS_PER_PAGE, type PostSummary, type PostTitle } from "../../domain/posts/post.ts";
import { type Tag, tagSlug, tagsOf } from "../../domain/posts/tags.ts";
import { titleScore } from "../../domain/search-match.ts";
import type { ReplacedPosts, ShippedPosts } from "./shipped-posts.ts";
import type { StoredPage, StoredPosts } from "./stored-posts.ts";

/** All posts, or those of one category, tag or author. */
export type PostFilter = {
  readonly category?: string | undefined;
  /** The tag's slug. */
  readonly tag?: string | undefined;
  /** The key of a profile. */
  readonly author?: string | undefined;
};

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

/** Published posts, shipped and stored, newest first. */
export type Posts = {
  latest(count: number): Promise<readonly PostSummary[]>;
  titles(count: number): Promise<readonly PostTitle[]>;
  categories(): Promise<readonly string[]>;
  /** Most used first, at most a thousand of the stored posts. */
  tags(): Promise<readonly Tag[]>;
  list(query: PostFilter & { page: number }): Promise<PostPage>;
  /** A range of all posts; `total` counts them all. */
  archive(first: number, most: number): Promise<{ posts: readonly PostSummary[]; total: number }>;
  /** By slug, id or former slug. */
  find(address: string): Promise<PostLookup>;
  related(post: Post, count: number): Promise<readonly PostSummary[]>;
  /** The shipped posts that no stored post replaces. */
  shipped(): Promise<readonly Post[]>;
  /** Posts that contain every word, with a relevance score. */
  search(words: readonly string[], count: number): Promise<readonly { post: PostSummary; score: number }[]>;
};

type Sources = {
  /** Profiles that posts may be signed with. */
  readonly authors: Content["authors"];
  readonly shipped: ShippedPosts;
  readonly replaced: ReplacedPosts;
  readonly stored: StoredPosts;
  /** The order of the categories; those of posts alone come last. */
  readonly categories: readonly string[];
  /** Called when stored posts could not be read and are missing from a result. */
  readonly onOutage: (error: unknown) => void;
};

/** The posts for one render; `backend` is the origin of the stored pictures they may show. */
export type PostsFor = (backend: string, onOutage: (error: unknown) => void) => Posts;

/** Merges shipped and stored posts. Without the database only the shipped ones are listed. */
export function createPosts(sources: Sources): Posts {
  const { authors, shipped, stored, onOutage } = sources;
  const { signed, listed } = createSignatures(authors);
  const { orFallback, findReplaced, withShipped } = readBoth(sources);

  return {
    latest: async (count) => listed(newest(...(await withShipped(stored.newest(count)))).slice(0, count)),
    titles: async (count) => newest<PostTitle>(...(await withShipped(stored.titles(count)))).slice(0, count),
    shipped: async () => shipped.whole(await findReplaced()),

    async categories() {
      const [added, own] = await withShipped(stored.categories());
      const used = new Set([...own.map(({ category }) => category), ...added]);
      return [...new Set([...sources.categories.filter((name) => used.has(name)), ...used])];
    },

    async tags() {
      const [labels, replaced] = await Promise.all([orFallback(stored.tags(), []), findReplaced()]);
      return tagsOf([...labels, ...shipped.tags(replaced)]).filter(({ slug }) => slug);
    },

    async list({ page, ...filter }) {
      const replaced = await findReplaced();
      const own = shipped.list(replaced, filter);
      const first = (page - 1) * POSTS_PER_PAGE;
      // Shipped posts may precede this page, so that many more stored posts are read and merged.
      const skipped = Math.max(0, first - own.length);
      const reading = stored.page(filter, skipped, first + POSTS_PER_PAGE - skipped);
      const found = await orFallback(reading, NOTHING);
      const total = found.total + own.length;
      const start = first - skipped;
      return {
        posts: first >= total ? [] : listed(newest(found.posts, own).slice(start, start + POSTS_PER_PAGE)),
        pages: Math.max(1, Math.ceil(total / POSTS_PER_PAGE)),
        total,
        tag: found.tag ?? shipped.tags(replaced).find((label) => tagSlug(label) === filter.tag),
        isPartial: found === NOTHING,
      };
    },

    async archive(first, most) {
      const own = shipped.list(await findReplaced());
      // Sitemaps do not depend on the order, so shipped posts simply come last.
      const { posts, total } = await orFallback(stored.archive(first, most), { posts: [], total: 0 });
      const rest = own.slice(Math.max(0, first - total), Math.max(0, first + most - total));
      return { posts: [...posts, ...rest], total: total + own.length };
    },

    async find(address) {
      const own = shipped.find(address);
      if (own && !(await findReplaced()).has(own.id)) return { outcome: "found", post: signed(own) };
      try {
        const post = await stored.find(address);
        return post ? { outcome: "found", post: signed(shipped.complete(post)) } : { outcome: "missing" };
      } catch (error) {
        onOutage(error);
        return { outcome: "unreachable" };
      }
    },

    async related({ id, category }, count) {
      // One more, because the post itself is among them.
      const others = newest(...(await withShipped(stored.newest(count + 1, category), category)));
      return listed(others.filter((other) => other.id !== id).slice(0, count));
    },

    async search(words, count) {
      const [matching, replaced] = await Promise.all([orFallback(stored.search(words, count), []), findReplaced()]);
      const scored = matching.map((post) => ({ post, score: titleScore(words, post.title) }));
      return [...scored, ...shipped.search(words, replaced)].toSorted((a, b) => b.score - a.score).slice(0, count);
    },
  };
}

function readBoth({ shipped, replaced, stored, onOutage }: Sources) {
  const findReplaced = () => replaced.find(() => stored.replaced(), onOutage);

  async function orFallback<Result>(reading: Promise<Result>, fallback: Result): Promise<Result> {
    try {
      return await reading;
    } catch (error) {
      onOutage(error);
      return fallback;
    }
  }

  /** The stored posts, and the shipped ones that no stored post replaces. */
  async function withShipped<Row>(reading: Promise<readonly Row[]>, category?: string) {
    const [rows, ids] = await Promise.all([orFallback(reading, []), findReplaced()]);
    return [rows, shipped.list(ids, { category })] as const;
  }

  return { orFallback, findReplaced, withShipped };
}

/** Names authors as their profiles do; posts without a profile keep the name that was typed. */
function createSignatures(authors: Content["authors"]) {
  const nameOf = ({ author, authors: keys = [] }: PostSummary) =>
    NAMES.format(findAuthors(authors, keys).map(({ name }) => name)) || author.name;
  const signed = (post: Post): Post => ({ ...post, author: { ...post.author, name: nameOf(post) } });
  /** Visitors' browsers need the authors' names only. */
  const listed = (posts: readonly PostSummary[]): PostSummary[] =>
    posts.map((post) => {
      const { authors: _keys, ...shown } = post;
      return { ...shown, author: { name: nameOf(post) } };
    });
  return { signed, listed };
}

/** "Maud Ellery and Jonas Wren". */
const NAMES = new Intl.ListFormat("en");
const NOTHING: StoredPage = { posts: [], total: 0 };

/** Sorting is stable: stored posts come first within a day. */
function newest<Kind extends { readonly date: string }>(stored: readonly Kind[], shipped: readonly Kind[]): Kind[] {
  return [...stored, ...shipped].toSorted((a, b) => b.date.localeCompare(a.date));
}
