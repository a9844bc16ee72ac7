import type { Picture } from "../picture.ts";
import type { SearchTexts } from "../search-texts.ts";

export type Author = {
  readonly name: string;
  /** URL of a portrait; without one the initial is shown. */
  readonly avatar?: string;
  readonly bio: string;
};

export type Post = {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  /** HTML as written; domain/posts/article.ts sanitizes it. */
  readonly content: string;
  /** Day of publication in the site's time zone, YYYY-MM-DD. */
  readonly date: string;
  /** The instant of publication in UTC; lists do not have it. */
  readonly publishedAt?: string;
  /** The last change after publication, an instant in UTC. */
  readonly updated?: string;
  readonly image: Picture;
  readonly category: string;
  readonly author: Author;
  readonly tags: readonly string[];
  /** Keys of the authors' profiles, in the order of the byline. Lists have their names in `author` only. */
  readonly authors?: readonly string[];
  /** Lists for search engines have its canonical address alone. */
  readonly search?: SearchTexts;
  /** The post in the first language that this one translates. */
  readonly translationOf?: number;
};

/** A post that comes with the site, as the newsroom recognizes it. */
export type SamplePost = Pick<Post, "id" | "slug" | "title">;

/** The post came with the site and was not edited since. */
export const isSample = (post: SamplePost & { readonly version: number }, samples: readonly SamplePost[]): boolean =>
  post.version === 1 &&
  samples.some(({ id, slug, title }) => id === post.id && slug === post.slug && title === post.title);

export const POSTS_PER_PAGE = 12;

export type PostSummary = Omit<Post, "content" | "tags" | "author"> & { readonly author: Pick<Author, "name"> };

export type PostTitle = Pick<Post, "slug" | "title" | "date">;

/** The last change as precisely as known. The strings sort by time: a day sorts before the instants in it. */
export function lastChangeOf({ date, publishedAt, updated }: Pick<Post, "date" | "publishedAt" | "updated">): string {
  return updated ?? publishedAt ?? date;
}
