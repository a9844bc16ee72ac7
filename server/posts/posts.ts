import type { Post, PostSummary, PostTitle } from "../../domain/posts/post.ts";
import { titleScore } from "../../domain/search-match.ts";
import type { ShippedPosts } from "./shipped-posts.ts";
import type { StoredPosts } from "./stored-posts.ts";

export const POSTS_PER_PAGE = 12;

type PostPage = {
  readonly posts: readonly PostSummary[];
  readonly page: number;
  readonly pages: number;
};

type PostLookup =
  | { readonly outcome: "found"; readonly post: Post }
  | { readonly outcome: "missing" }
  /** The database did not answer, so nobody knows whether the post is there. */
  | { readonly outcome: "unreachable" };

/** Published posts, newest first, wherever they are kept. */
export type Posts = {
  latest(count: number): Promise<readonly PostSummary[]>;
  titles(count: number): Promise<readonly PostTitle[]>;
  categories(): Promise<readonly string[]>;
  list(query: { category: string | undefined; page: number }): Promise<PostPage>;
  /** Any stretch of all posts; `total` is how many there are. */
  archive(first: number, most: number): Promise<{ posts: readonly PostSummary[]; total: number }>;
  /** By slug or by an address that leads to it: its id, or a slug that it once had. */
  find(address: string): Promise<PostLookup>;
  related(post: Post, count: number): Promise<readonly PostSummary[]>;
  /** Posts that hold every word, with how well they fit. */
  search(words: readonly string[], count: number): Promise<readonly { post: PostSummary; score: number }[]>;
};

type Sources = {
  readonly shipped: ShippedPosts;
  readonly stored: StoredPosts;
  /** What is shown lacks the stored posts, because reading them failed so. */
  readonly onOutage: (error: unknown) => void;
};

/** The posts for one render: `backend` is the address whose stored pictures they may show. */
export type PostsFor = (backend: string, onOutage: (error: unknown) => void) => Posts;

/** Joins the shipped posts and the stored ones. Without the database the shipped ones remain. */
export function createPosts({ shipped, stored, onOutage }: Sources): Posts {
  async function orNothing<Result>(reading: Promise<Result>, nothing: Result): Promise<Result> {
    try {
      return await reading;
    } catch (error) {
      onOutage(error);
      return nothing;
    }
  }

  return {
    latest: async (count) => newest(await orNothing(stored.newest(count), []), shipped.list()).slice(0, count),

    titles: async (count) =>
      newest<PostTitle>(await orNothing(stored.titles(count), []), shipped.list()).slice(0, count),

    categories: async () => [...new Set([...shipped.categories, ...(await orNothing(stored.categories(), []))])],

    async list({ category, page }) {
      const own = shipped.list(category);
      const first = (page - 1) * POSTS_PER_PAGE;
      // Shipped posts may stand before the page, so as many stored ones more than it holds are asked for.
      const skipped = Math.max(0, first - own.length);
      const reading = stored.page(category, skipped, first + POSTS_PER_PAGE - skipped);
      const { posts, total } = await orNothing(reading, { posts: [], total: 0 });
      const isPastTheEnd = first >= total + own.length;
      const start = first - skipped;
      return {
        posts: isPastTheEnd ? [] : newest(posts, own).slice(start, start + POSTS_PER_PAGE),
        page,
        pages: Math.max(1, Math.ceil((total + own.length) / POSTS_PER_PAGE)),
      };
    },

    async archive(first, most) {
      const own = shipped.list();
      // Where the shipped ones stand among the stored ones does not matter to those who read everything: they come last.
      const { posts, total } = await orNothing(stored.archive(first, most), { posts: [], total: 0 });
      const rest = own.slice(Math.max(0, first - total), Math.max(0, first + most - total));
      return { posts: [...posts, ...rest], total: total + own.length };
    },

    async find(address) {
      const own = shipped.find(address);
      if (own) return { outcome: "found", post: own };
      try {
        const post = await stored.find(address);
        return post ? { outcome: "found", post } : { outcome: "missing" };
      } catch (error) {
        onOutage(error);
        return { outcome: "unreachable" };
      }
    },

    async related({ id, category }, count) {
      // One more: the post itself is among them.
      const others = await orNothing(stored.newest(count + 1, category), []);
      return newest(others, shipped.list(category))
        .filter((other) => other.id !== id)
        .slice(0, count);
    },

    async search(words, count) {
      const matching = await orNothing(stored.search(words, count), []);
      const scored = matching.map((post) => ({ post, score: titleScore(words, post.title) }));
      return [...scored, ...shipped.search(words)].toSorted((a, b) => b.score - a.score).slice(0, count);
    },
  };
}

/** Both are newest first already, and sorting keeps that order; on one day stored posts stand first. */
function newest<Kind extends { readonly date: string }>(stored: readonly Kind[], shipped: readonly Kind[]): Kind[] {
  return [...stored, ...shipped].toSorted((a, b) => b.date.localeCompare(a.date));
}
