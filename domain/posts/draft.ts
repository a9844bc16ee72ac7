import * as v from "valibot";
import { emptyValue, facts, type Field, fieldOf, group } from "../content/fields.ts";
import { isAbsoluteUrl, SEARCH_LIMITS } from "../search-texts.ts";
import { instantOfLocal } from "../time-zone.ts";
import { type PostFieldWords, postFieldWords } from "./draft/words.ts";
import { slugify } from "./slug.ts";

export const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 60;
const MAX_AUTHORS = 8;

type FieldName = keyof PostFieldWords["fields"];

/** Lengths are in characters, as the database enforces. */
const optional = (name: FieldName, max: number, words: PostFieldWords) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, words.tooLong(max)),
    facts({ kind: "text", label: words.fields[name], max, isOptional: true }),
  );

const needed = (name: FieldName & keyof PostFieldWords["missing"], max: number, words: PostFieldWords) =>
  v.pipe(
    optional(name, max, words),
    v.nonEmpty(words.missing[name]),
    facts({ kind: "text", label: words.fields[name], max }),
  );

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
const postFields = (words: PostFieldWords) =>
  group("Post", {
    title: needed("title", 200, words),
    excerpt: needed("excerpt", 1_000, words),
    /** HTML. */
    content: needed("content", 200_000, words),
    category: v.pipe(
      v.string(),
      v.nonEmpty(words.missing.category),
      facts({ kind: "text", label: words.fields.category }),
    ),
    tags: commaSeparated(
      { label: words.fields.tags, max: 1_500 },
      v.pipe(v.string(), v.maxLength(MAX_TAG_LENGTH, words.longTag(MAX_TAG_LENGTH))),
      [MAX_TAGS, words.manyTags(MAX_TAGS)],
    ),
    author_name: needed("author_name", 120, words),
    author_bio: optional("author_bio", 2_000, words),
    /** Empty: the stock picture. */
    image_url: optional("image_url", 2_000, words),
    /** Empty: made from the title, or unchanged. */
    slug: v.pipe(optional("slug", 200, words), v.transform(slugify)),
    /** YYYY-MM-DD. Empty: now, or unchanged. */
    published_on: v.pipe(
      v.string(),
      v.check((day) => !(Date.parse(day) > Date.now()), words.future),
      facts({ kind: "date", label: words.fields.published_on, isOptional: true }),
    ),
    search_title: optional("search_title", SEARCH_LIMITS.title, words),
    search_description: optional("search_description", SEARCH_LIMITS.description, words),
    canonical_url: v.pipe(
      optional("canonical_url", SEARCH_LIMITS.canonical, words),
      v.check((address) => !address || isAbsoluteUrl(address), words.notAnAddress),
    ),
    card_url: optional("card_url", 2_000, words),
    /** Keys of author profiles. */
    authors: commaSeparated({ label: words.fields.authors }, v.string(), [MAX_AUTHORS, words.manyAuthors(MAX_AUTHORS)]),
  });

type PostFields = ReturnType<typeof postFields>;
type PostField = Field & { readonly fields: Readonly<Record<keyof DraftText, Field>> };

/** The text of a draft, as it is typed. */
export type DraftText = Readonly<v.InferInput<PostFields>>;
export type PostText = v.InferOutput<PostFields>;
export type PostErrors = Partial<Record<keyof PostText, string>>;

/** With labels for the writer. */
export const postField = (words: PostFieldWords) => fieldOf(postFields(words)) as PostField;
/** For comparing and merging versions. */
export const POST_FIELD = postField(postFieldWords.en);
export const EMPTY_DRAFT = emptyValue(POST_FIELD) as DraftText;

type CheckResult =
  | { readonly post: PostText }
  | { readonly errors: PostErrors; /** A required field is empty. */ readonly isIncomplete: boolean };

/** Noon in the site's time zone, or now if noon of today is in the future. */
export function instantOfDay(day: string, timeZone: string, now = Date.now()): string {
  return new Date(Math.min(instantOfLocal(`${day}T12:00`, timeZone).getTime(), now)).toISOString();
}

export function checkDraft(draft: DraftText, words = postFieldWords.en): CheckResult {
  const result = v.safeParse(postFields(words), draft);
  if (result.success) return { post: result.output };
  const errors: PostErrors = {};
  for (const issue of result.issues) errors[issue.path?.[0]?.key as keyof PostText] ??= issue.message;
  return { errors, isIncomplete: result.issues.some(({ type }) => type === "non_empty") };
}

/** Tags as typed, with commas. */
export function checkTags(
  tags: string,
  words: PostFieldWords,
): { readonly tags: readonly string[] } | { readonly error: string } {
  const result = v.safeParse(postFields(words).entries.tags, tags);
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

export function countWords(html: string): number {
  const words = html.replace(/<[^<>]*>|&nbsp;/g, " ").split(/\s+/);
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
