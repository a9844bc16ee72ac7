import type { Picture } from "../picture.ts";

export type Author = {
  readonly name: string;
  /** Address of a portrait; without one the first letter stands in. */
  readonly avatar?: string;
  readonly bio: string;
};

export type Post = {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  /** HTML as it was written; domain/posts/article.ts makes it fit to be shown. */
  readonly content: string;
  /** Day of publication in the site's time zone, YYYY-MM-DD. */
  readonly date: string;
  /** The instant of publication in UTC, which of a shipped post nobody knows. */
  readonly publishedAt?: string;
  /** When it was last changed, if that was later: an instant in UTC, or of a shipped post a day. */
  readonly updated?: string;
  readonly image: Picture;
  readonly category: string;
  readonly author: Author;
  readonly tags: readonly string[];
};

/** A post as lists show it. */
export type PostSummary = Omit<Post, "content" | "tags" | "author"> & { readonly author: Pick<Author, "name"> };

/** A post as a link. */
export type PostTitle = Pick<Post, "slug" | "title" | "date">;

/** As exactly as it is known. Such texts stand in the order of time: a day comes before the instants in it. */
export function lastChangeOf({ date, publishedAt, updated }: Pick<Post, "date" | "publishedAt" | "updated">): string {
  return updated ?? publishedAt ?? date;
}
