import type { Log } from "../../backend/index.ts";
import { posts } from "../../content/posts.ts";
import { samplePages } from "../../content/sample-pages.ts";
import { shipped } from "../../content/shipped.ts";
import { translations } from "../../content/translations.ts";
import { type CollectionName, collections, SINGLE_KEY, type StoredContent } from "../../domain/content/collections.ts";
import { isShared } from "../../domain/content/languages.ts";
import { shippedPosition } from "../../domain/content/merge-content.ts";
import type { Json } from "../../domain/database.ts";
import { writeCover } from "../../domain/posts/cover.ts";
import { instantOfDay } from "../../domain/posts/draft.ts";
import type { Post } from "../../domain/posts/post.ts";
import { inLanguage } from "../../domain/words.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

type SeedOptions = {
  readonly service: SupabaseClient;
  /** The zone in which the posts have their days. */
  readonly timeZone: () => string;
  /** Of this build; an upgrade is a line in the journal. */
  readonly release: string;
  /** Called after they were inserted. */
  readonly onSeeded: () => Promise<unknown>;
  readonly log: Log;
};

const RETRY_MS = 5_000;

// Inserts the posts, categories and drafts of pages that come with the site, each set at the first start of a release
// that has it. The database remembers it, so that deleted ones stay deleted, and the release. Resolves after the first attempt; failed ones are repeated.
export async function seedSamples(options: SeedOptions, isFirst = true): Promise<void> {
  const { service, timeZone, release, onSeeded, log } = options;
  const sets = [
    { name: "posts", entries: sampleCategories(), posts: posts.map((post) => rowOf(post, timeZone())) },
    { name: "pages", drafts: samplePages.map(({ id, ...data }) => ({ collection: "pages", key: id, data })) },
  ];
  const seeded = await Promise.all(sets.map((samples) => service.rpc("seed_samples", { samples: samples as Json })));
  const isSeeded = seeded.some(({ data }) => data);
  const seedError = seeded.find((each) => each.error)?.error;
  const error = seedError ?? (await service.rpc("note_release", { version: release })).error;
  if (error) {
    if (isFirst) log.warn("the samples could not be stored", { error: error.message });
    setTimeout(() => void seedSamples(options, false), RETRY_MS).unref();
  }
  if (isSeeded) await onSeeded();
}

type TranslationOptions = Pick<SeedOptions, "service" | "log"> & {
  /** What is stored over the shipped content, in the first language. */
  readonly original: () => StoredContent;
};

// Stores what comes with the site in the languages that the owner has added, each set once, of everything that is still as
// it came. Called after each change of the content.
export function createSeedTranslations({ service, original, log }: TranslationOptions) {
  const seeded = new Set<string>();
  return async (): Promise<void> => {
    const stored = original();
    for (const { tag } of stored.languages.others) {
      const own = inLanguage(translations, tag);
      if (!own || seeded.has(tag)) continue;
      seeded.add(tag);
      const entries = rowsOf(own.content, stored).map((row) => Object.assign(row, { locale: tag }));
      const translated = own.posts.map((post) =>
        Object.assign(rowOf(post, stored.contact.timeZone) as object, {
          id: 0,
          locale: tag,
          translation_of: post.id,
          image_url: writeCover({ src: addressOf(post), alt: post.image.alt, focus: "" }),
        }),
      );
      const samples = { name: `language ${tag}`, entries, posts: translated } as unknown as Json;
      const { error } = await service.rpc("seed_samples", { samples });
      if (error) seeded.delete(tag);
      if (error) log.warn("the samples could not be stored", { error: error.message });
    }
  };
}

/** Of entries whose original is as it came: a translation of something else would be wrong. */
function rowsOf(translated: StoredContent, stored: StoredContent) {
  const isAsShipped = (name: CollectionName, key: string) =>
    JSON.stringify(partOf(stored[name], key)) === JSON.stringify(partOf(shipped[name], key));
  const names = (Object.keys(collections) as CollectionName[]).filter((name) => !isShared(name));
  return names.flatMap((collection) => {
    const content: unknown = translated[collection];
    const items = Array.isArray(content)
      ? (content as readonly { readonly id: string; readonly slug?: string }[])
      : undefined;
    const rows = items?.map(({ id, slug = "", ...data }, index) => ({
      key: id,
      slug,
      position: shippedPosition(index),
      data,
    })) ?? [{ key: SINGLE_KEY, slug: "", position: 0, data: content }];
    return rows.filter(({ key }) => isAsShipped(collection, key)).map((row) => Object.assign(row, { collection }));
  });
}

const partOf = (content: unknown, key: string): unknown =>
  Array.isArray(content) ? content.find(({ id }: { readonly id: string }) => id === key) : content;

export function sampleCategories() {
  return shipped.categories.map(({ id, ...data }, index) => ({
    collection: "categories",
    key: id,
    position: shippedPosition(index),
    hidden: false,
    data,
  }));
}

const addressOf = ({ image }: Post) => `${image.src}-1200.webp`;

function rowOf(post: Post, timeZone: string): Json {
  const { id, slug, title, excerpt, content, category, tags, author, authors = [], date } = post;
  return {
    id,
    slug,
    title,
    excerpt,
    content: content.trim(),
    category,
    tags,
    author_name: author.name,
    author_bio: author.bio,
    authors,
    image_url: addressOf(post),
    published_at: instantOfDay(date, timeZone),
  };
}
