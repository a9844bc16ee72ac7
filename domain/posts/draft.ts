import * as v from "valibot";
import { isAbsoluteUrl, SEARCH_LIMITS, URL_WORDS } from "../search-texts.ts";
import { instantOfLocal } from "../time-zone.ts";
import { slugify } from "./slug.ts";

/** The text of a draft, with the column names of blog_posts and post_drafts. */
export type DraftText = {
  readonly title: string;
  readonly excerpt: string;
  /** HTML. */
  readonly content: string;
  readonly category: string;
  /** As typed, with commas. */
  readonly tags: string;
  readonly author_name: string;
  readonly author_bio: string;
  /** Null means the stock picture. */
  readonly image_url: string | null;
  /** Empty: made from the title, or unchanged. */
  readonly slug: string;
  /** YYYY-MM-DD. Empty: now, or unchanged. */
  readonly published_on: string;
  readonly search_title: string;
  readonly search_description: string;
  readonly canonical_url: string;
  readonly card_url: string;
  /** Keys of author profiles, with commas. */
  readonly authors: string;
};

/** The name of each field, where two versions are compared. */
export const FIELD_LABELS = {
  title: "Title",
  excerpt: "Excerpt",
  content: "Content",
  category: "Category",
  tags: "Tags",
  author_name: "Author name",
  author_bio: "Author bio",
  image_url: "Picture",
  slug: "Address",
  published_on: "Date",
  search_title: "Headline for search engines",
  search_description: "Summary for search engines",
  canonical_url: "Original",
  card_url: "Card",
  authors: "Authors",
} as const satisfies Record<keyof DraftText, string>;

export const EMPTY_DRAFT: DraftText = {
  title: "",
  excerpt: "",
  content: "",
  category: "",
  tags: "",
  author_name: "",
  author_bio: "",
  image_url: null,
  slug: "",
  published_on: "",
  search_title: "",
  search_description: "",
  canonical_url: "",
  card_url: "",
  authors: "",
};

/** In characters, as the database enforces. */
export const MAX_LENGTH = {
  title: 200,
  excerpt: 1_000,
  content: 200_000,
  tags: 1_500,
  author_name: 120,
  author_bio: 2_000,
  slug: 200,
  search_title: SEARCH_LIMITS.title,
  search_description: SEARCH_LIMITS.description,
  canonical_url: SEARCH_LIMITS.canonical,
} as const;

export const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 60;
const MAX_AUTHORS = 8;

const text = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxLength, `Please keep this under ${maxLength.toLocaleString("en-US")} characters.`),
  );

/** A post that can be published. */
const PostText = v.object({
  title: v.pipe(text(MAX_LENGTH.title), v.nonEmpty("Please give the post a title.")),
  excerpt: v.pipe(text(MAX_LENGTH.excerpt), v.nonEmpty("Please say in a sentence or two what the post is about.")),
  content: v.pipe(text(MAX_LENGTH.content), v.nonEmpty("Please write the post.")),
  category: v.pipe(v.string(), v.nonEmpty("Please choose a category.")),
  tags: v.pipe(
    v.string(),
    v.transform(splitTags),
    v.array(
      v.pipe(v.string(), v.maxLength(MAX_TAG_LENGTH, `Please keep each tag under ${MAX_TAG_LENGTH} characters.`)),
    ),
    v.maxLength(MAX_TAGS, `Please keep it to ${MAX_TAGS} tags.`),
  ),
  author_name: v.pipe(text(MAX_LENGTH.author_name), v.nonEmpty("Please say who wrote this.")),
  author_bio: text(MAX_LENGTH.author_bio),
  slug: v.pipe(text(MAX_LENGTH.slug), v.transform(slugify)),
  published_on: v.pipe(
    v.string(),
    v.check((day) => !(Date.parse(day) > Date.now()), "This day is in the future. To publish later, use Schedule."),
  ),
  search_title: text(MAX_LENGTH.search_title),
  search_description: text(MAX_LENGTH.search_description),
  canonical_url: v.pipe(
    text(MAX_LENGTH.canonical_url),
    v.check((address) => !address || isAbsoluteUrl(address), URL_WORDS),
  ),
  card_url: v.string(),
  authors: v.pipe(v.string(), v.transform(splitTags), v.maxLength(MAX_AUTHORS, `At most ${MAX_AUTHORS} authors.`)),
});

export type PostText = v.InferOutput<typeof PostText>;
export type PostErrors = Partial<Record<keyof PostText, string>>;

type CheckResult =
  | { readonly post: PostText }
  | { readonly errors: PostErrors; /** A required field is empty. */ readonly isIncomplete: boolean };

/** Noon in the site's time zone, or now if noon of today is in the future. */
export function instantOfDay(day: string, timeZone: string, now = Date.now()): string {
  return new Date(Math.min(instantOfLocal(`${day}T12:00`, timeZone).getTime(), now)).toISOString();
}

/** Returns a post ready to publish, or an error per field. */
export function checkDraft(draft: DraftText): CheckResult {
  const result = v.safeParse(PostText, draft);
  if (result.success) return { post: result.output };
  const errors: PostErrors = {};
  for (const issue of result.issues) errors[issue.path?.[0]?.key as keyof PostText] ??= issue.message;
  return { errors, isIncomplete: result.issues.some(({ type }) => type === "non_empty") };
}

/** Tags as typed, with commas. */
export function checkTags(tags: string): { readonly tags: readonly string[] } | { readonly error: string } {
  const result = v.safeParse(PostText.entries.tags, tags);
  return result.success ? { tags: result.output } : { error: result.issues[0].message };
}

export function isEmptyDraft(draft: DraftText): boolean {
  return Object.values(draft).every((value) => !value?.trim());
}

export function isSameDraft(one: DraftText, other: DraftText): boolean {
  return (Object.keys(EMPTY_DRAFT) as (keyof DraftText)[]).every((field) => one[field] === other[field]);
}

/** "tools, , habits " becomes tools and habits. */
export function splitTags(tags: string): string[] {
  return tags
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
}

export function joinTags(tags: readonly string[]): string {
  return tags.join(", ");
}

export const EXCERPT_READS_BEST = { from: 150, to: 200 } as const;

/** "146 characters. 150 to 200 read best." Advice only, not validated. */
export function describeExcerpt(excerpt: string): string {
  const { length } = excerpt.trim();
  const { from, to } = EXCERPT_READS_BEST;
  return `${length} ${length === 1 ? "character" : "characters"}. ${from} to ${to} read best.`;
}

export function countWords(html: string): number {
  const words = html.replace(/<[^<>]*>|&nbsp;/g, " ").split(/\s+/);
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
