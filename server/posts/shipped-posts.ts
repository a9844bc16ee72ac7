import type { Post, PostSummary } from "../../domain/posts/post.ts";
import { searchScore } from "../../domain/search-match.ts";

export type ShippedPosts = ReturnType<typeof createShippedPosts>;

/** The posts that ship with the site and need no database. */
export function createShippedPosts(posts: readonly Post[]) {
  const newestFirst = posts.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
  const summaries = newestFirst.map(summarize);
  const searchable = newestFirst.map((post) => ({ summary: summarize(post), text: textOf(post) }));
  return {
    categories: [...new Set(summaries.map(({ category }) => category))] as readonly string[],
    list: (category?: string): readonly PostSummary[] =>
      category ? summaries.filter((post) => post.category === category) : summaries,
    find: (slugOrId: string): Post | undefined =>
      newestFirst.find((post) => post.slug === slugOrId || String(post.id) === slugOrId),
    search: (words: readonly string[]) =>
      searchable
        .map(({ summary, text }) => ({ post: summary, score: searchScore(words, { title: summary.title, text }) }))
        .filter(({ score }) => score > 0),
  };
}

function summarize({ content: _content, tags: _tags, author: { name }, ...summary }: Post): PostSummary {
  return { ...summary, author: { name } };
}

/** The searchable text, as public.text_of_post() builds it for stored posts. */
function textOf({ excerpt, category, author, tags, content }: Post): string {
  return [excerpt, category, author.name, ...tags, content.replace(/<[^<>]*>/g, " ")].join(" ");
}
