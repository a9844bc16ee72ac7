import type { Log } from "../../backend/index.ts";
import { posts } from "../../content/posts.ts";
import { samplePages } from "../../content/sample-pages.ts";
import { shipped } from "../../content/shipped.ts";
import { shippedPosition } from "../../domain/content/merge-content.ts";
import type { Json } from "../../domain/database.ts";
import { instantOfDay } from "../../domain/posts/draft.ts";
import type { Post } from "../../domain/posts/post.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

type SeedOptions = {
  /** supabase-js with the service key. */
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

/**
 * Inserts the posts, categories and drafts of pages that come with the site, each set at the first start of a release
 * that has it. The database remembers it, so that deleted ones stay deleted, and the release. Resolves after the first attempt; failed ones are repeated.
 */
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

export function sampleCategories() {
  return shipped.categories.map(({ id, ...data }, index) => ({
    collection: "categories",
    key: id,
    position: shippedPosition(index),
    hidden: false,
    data,
  }));
}

function rowOf(post: Post, timeZone: string): Json {
  const { id, slug, title, excerpt, content, category, tags, author, authors = [], image, date } = post;
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
    image_url: `${image.src}-1200.webp`,
    published_at: instantOfDay(date, timeZone),
  };
}
