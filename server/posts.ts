import type { Post, PostSummary } from "../domain/post.ts";
import { searchScore } from "../domain/search-match.ts";

const POSTS_PER_PAGE = 12;

type PostPage = {
  readonly posts: readonly PostSummary[];
  readonly page: number;
  readonly pages: number;
};

/** Published posts, newest first, wherever they are kept. */
export type Posts = {
  latest(count: number): Promise<readonly PostSummary[]>;
  categories(): Promise<readonly string[]>;
  list(query: { category: string | undefined; page: number }): Promise<PostPage>;
  /** By slug or, for addresses that carry one, by id. */
  find(slugOrId: string): Promise<Post | undefined>;
  related(post: Post, count: number): Promise<readonly PostSummary[]>;
  /** Posts that hold every word; `text` is the content without markup. */
  search(words: readonly string[], count: number): Promise<readonly (PostSummary & { readonly text: string })[]>;
};

/** The posts that ship with the site. They need no database. */
export function createPosts(posts: readonly Post[]): Posts {
  const newestFirst = posts.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
  const summaries = newestFirst.map(summarize);
  const searchable = newestFirst.map((post) => ({ ...summarize(post), text: withoutMarkup(post.content) }));
  return {
    latest: async (count) => summaries.slice(0, count),
    categories: async () => [...new Set(summaries.map((post) => post.category))],
    list: async ({ category, page }) => {
      const matching = category ? summaries.filter((post) => post.category === category) : summaries;
      const pages = Math.max(1, Math.ceil(matching.length / POSTS_PER_PAGE));
      const first = (page - 1) * POSTS_PER_PAGE;
      return { posts: matching.slice(first, first + POSTS_PER_PAGE), page, pages };
    },
    find: async (slugOrId) => newestFirst.find((post) => post.slug === slugOrId || String(post.id) === slugOrId),
    related: async (post, count) =>
      summaries.filter((other) => other.category === post.category && other.id !== post.id).slice(0, count),
    search: async (words, count) =>
      searchable
        .filter((post) => searchScore(words, { title: post.title, text: everything(post) }) > 0)
        .slice(0, count),
  };
}

function summarize({ content: _, ...summary }: Post): PostSummary {
  return summary;
}

function withoutMarkup(html: string): string {
  return html
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function everything(post: PostSummary & { text: string }): string {
  return [post.excerpt, post.category, post.author.name, ...post.tags, post.text].join(" ");
}
