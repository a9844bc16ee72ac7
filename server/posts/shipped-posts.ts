import type { Post, PostSummary } from "../../domain/posts/post.ts";
import { slugify } from "../../domain/posts/slug.ts";
import { tagSlug } from "../../domain/posts/tags.ts";
import { searchScore } from "../../domain/search-match.ts";
import type { PostFilter } from "./posts.ts";

export type ShippedPosts = ReturnType<typeof createShippedPosts>;

type Category = { readonly id: string; readonly name: string };

/** The posts that ship with the site and need no database; their categories have the names that the owner gave them. */
export function createShippedPosts(shipped: readonly Post[], categories: readonly Category[] = []) {
  const posts = shipped.map((post) => Object.assign({}, post, { category: currentName(post.category, categories) }));
  const newestFirst = posts.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
  const searchable = newestFirst.map((post) => ({ summary: summarize(post), text: textOf(post) }));
  return {
    /** With their texts, without those that a stored post replaces. */
    whole: (replaced: ReadonlySet<number>): readonly Post[] => newestFirst.filter(({ id }) => !replaced.has(id)),
    /** Without those that a stored post replaces. */
    list: (replaced: ReadonlySet<number>, filter: PostFilter = {}): readonly PostSummary[] =>
      newestFirst.filter((post) => !replaced.has(post.id) && isIn(post, filter)).map(summarize),
    /** As the posts spell them. */
    tags: (replaced: ReadonlySet<number>): readonly string[] =>
      newestFirst.filter(({ id }) => !replaced.has(id)).flatMap(({ tags }) => tags),
    find: (slugOrId: string): Post | undefined =>
      newestFirst.find((post) => post.slug === slugOrId || String(post.id) === slugOrId),
    /** The stored version of a shipped post has no portrait and no alternative text; what still fits is kept. */
    complete(stored: Post): Post {
      const own = newestFirst.find(({ id }) => id === stored.id);
      if (!own) return stored;
      return {
        ...stored,
        image: stored.image.src === own.image.src ? own.image : stored.image,
        author: stored.author.name === own.author.name ? { ...own.author, ...stored.author } : stored.author,
      };
    },
    search: (words: readonly string[], replaced: ReadonlySet<number>) =>
      searchable
        .filter(({ summary }) => !replaced.has(summary.id))
        .map(({ summary, text }) => ({ post: summary, score: searchScore(words, { title: summary.title, text }) }))
        .filter(({ score }) => score > 0),
  };
}

/** Rebuilt only when the categories change. */
export function memoizeShippedPosts(posts: readonly Post[]): (categories: readonly Category[]) => ShippedPosts {
  let last = { categories: [] as readonly Category[], shipped: createShippedPosts(posts) };
  return (categories) => {
    if (last.categories !== categories) last = { categories, shipped: createShippedPosts(posts, categories) };
    return last.shipped;
  };
}

export type ReplacedPosts = ReturnType<typeof createReplacedPosts>;

/** Which shipped posts a stored one replaces: read once, and again after `forget`. */
export function createReplacedPosts() {
  let known: ReadonlySet<number> = new Set();
  let reading: Promise<ReadonlySet<number>> | undefined;
  return {
    /** An outage does not bring a shipped version back: the last known posts stay replaced. */
    async find(read: () => Promise<readonly number[]>, onOutage: (error: unknown) => void) {
      const current = (reading ??= read().then((ids) => new Set(ids)));
      try {
        return (known = await current);
      } catch (error) {
        if (reading === current) reading = undefined;
        onOutage(error);
        return known;
      }
    },
    forget(): void {
      reading = undefined;
    },
  };
}

function currentName(category: string, categories: readonly Category[]): string {
  return categories.find(({ id }) => id === slugify(category))?.name ?? category;
}

function isIn(post: Post, { category, tag, author }: PostFilter): boolean {
  if (tag && !post.tags.some((label) => tagSlug(label) === tag)) return false;
  return (!category || post.category === category) && (!author || (post.authors?.includes(author) ?? false));
}

function summarize({ content: _content, tags: _tags, author: { name }, ...summary }: Post): PostSummary {
  return { ...summary, author: { name } };
}

/** The searchable text, as public.text_of_post() builds it for stored posts. */
function textOf({ excerpt, category, author, tags, content }: Post): string {
  return [excerpt, category, author.name, ...tags, content.replace(/<[^<>]*>/g, " ")].join(" ");
}
