import * as v from "valibot";
import { emptyValue, facts, type Field, fieldOf, group } from "../content/fields.ts";
import { isAbsoluteUrl, SEARCH_LIMITS, URL_WORDS } from "../search-texts.ts";
import { instantOfLocal } from "../time-zone.ts";
import { slugify } from "./slug.ts";

export const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 60;
const MAX_AUTHORS = 8;

/** Lengths are in characters, as the database enforces. */
const optional = (label: string, max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, `Please keep this under ${max.toLocaleString("en-US")} characters.`),
    facts({ kind: "text", label, max, isOptional: true }),
  );

const needed = (label: string, max: number, refusal: string) =>
  v.pipe(optional(label, max), v.nonEmpty(refusal), facts({ kind: "text", label, max }));

/** Typed with commas. */
const commaSeparated = <Item extends v.GenericSchema<string, string>>(
  field: { readonly label: string; readonly max?: number },
  item: Item,
  most: readonly [number, string],
) =>
  v.pipe(
    v.string(),
    v.transform(splitTags),
    v.array(item),
    v.maxLength(...most),
    facts({ kind: "text", isOptional: true, ...field }),
  );

/** The fields of a post: the columns of blog_posts and post_drafts that are edited, with their labels and limits. */
const PostFields = group("Post", {
  title: needed("Title", 200, "Please give the post a title."),
  excerpt: needed("Excerpt", 1_000, "Please say in a sentence or two what the post is about."),
  /** HTML. */
  content: needed("Content", 200_000, "Please write the post."),
  category: v.pipe(v.string(), v.nonEmpty("Please choose a category."), facts({ kind: "text", label: "Category" })),
  tags: commaSeparated(
    { label: "Tags", max: 1_500 },
    v.pipe(v.string(), v.maxLength(MAX_TAG_LENGTH, `Please keep each tag under ${MAX_TAG_LENGTH} characters.`)),
    [MAX_TAGS, `Please keep it to ${MAX_TAGS} tags.`],
  ),
  author_name: needed("Author name", 120, "Please say who wrote this."),
  author_bio: optional("Author bio", 2_000),
  /** Empty: the stock picture. */
  image_url: optional("Picture", 2_000),
  /** Empty: made from the title, or unchanged. */
  slug: v.pipe(optional("Address", 200), v.transform(slugify)),
  /** YYYY-MM-DD. Empty: now, or unchanged. */
  published_on: v.pipe(
    v.string(),
    v.check((day) => !(Date.parse(day) > Date.now()), "This day is in the future. To publish later, use Schedule."),
    facts({ kind: "date", label: "Date", isOptional: true }),
  ),
  search_title: optional("Headline for search engines", SEARCH_LIMITS.title),
  search_description: optional("Summary for search engines", SEARCH_LIMITS.description),
  canonical_url: v.pipe(
    optional("Original", SEARCH_LIMITS.canonical),
    v.check((address) => !address || isAbsoluteUrl(address), URL_WORDS),
  ),
  card_url: optional("Card", 2_000),
  /** Keys of author profiles. */
  authors: commaSeparated({ label: "Authors" }, v.string(), [MAX_AUTHORS, `At most ${MAX_AUTHORS} authors.`]),
});

/** The text of a draft, as it is typed. */
export type DraftText = Readonly<v.InferInput<typeof PostFields>>;
export type PostText = v.InferOutput<typeof PostFields>;
export type PostErrors = Partial<Record<keyof PostText, string>>;

/** For comparing and merging versions. */
export const POST_FIELD = fieldOf(PostFields) as Field & { readonly fields: Readonly<Record<keyof DraftText, Field>> };
export const EMPTY_DRAFT = emptyValue(POST_FIELD) as DraftText;

type CheckResult =
  | { readonly post: PostText }
  | { readonly errors: PostErrors; /** A required field is empty. */ readonly isIncomplete: boolean };

/** Noon in the site's time zone, or now if noon of today is in the future. */
export function instantOfDay(day: string, timeZone: string, now = Date.now()): string {
  return new Date(Math.min(instantOfLocal(`${day}T12:00`, timeZone).getTime(), now)).toISOString();
}

export function checkDraft(draft: DraftText): CheckResult {
  const result = v.safeParse(PostFields, draft);
  if (result.success) return { post: result.output };
  const errors: PostErrors = {};
  for (const issue of result.issues) errors[issue.path?.[0]?.key as keyof PostText] ??= issue.message;
  return { errors, isIncomplete: result.issues.some(({ type }) => type === "non_empty") };
}

/** Tags as typed, with commas. */
export function checkTags(tags: string): { readonly tags: readonly string[] } | { readonly error: string } {
  const result = v.safeParse(PostFields.entries.tags, tags);
  return result.success ? { tags: result.output } : { error: result.issues[0].message };
}

export const isEmptyDraft = (draft: DraftText): boolean => Object.values(draft).every((value) => !value.trim());

/** "tools, , habits " becomes tools and habits. */
export function splitTags(tags: string): string[] {
  return tags
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
}

export const joinTags = (tags: readonly string[]): string => tags.join(", ");

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
