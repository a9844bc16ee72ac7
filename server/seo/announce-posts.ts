import type { SupabaseClient } from "@supabase/supabase-js";
import type { Log } from "../log.ts";
import type { PingResult } from "./index-now.ts";

type AnnounceOptions = {
  /** Reads as the public: what it may not see is nobody's news. */
  readonly reader: SupabaseClient;
  readonly ping: (paths: readonly string[]) => Promise<PingResult>;
  readonly log: Log;
  /** How long to wait after so many failures in a row. */
  readonly backoffMs?: (failures: number) => number;
};

type Post = { readonly id: number; readonly slug: string; readonly version: number };
type PostsById = Map<Post["id"], Post>;
type Change = { readonly id: Post["id"]; readonly before: Post | undefined; readonly after: Post | undefined };

const MAX_ROWS = 1_000;
const CHANGES_A_PING = 100;

/** A minute, then twice as long each time, an hour at most. */
function defaultBackoffMs(failures: number): number {
  return Math.min(60_000 * 2 ** (failures - 1), 3_600_000);
}

/**
 * Tells search engines of the posts that came out, changed or went since its first look. It compares what the public
 * can read with what it has told: no clock hides a change, and what was not heard still differs at the next look.
 */
export function createPostAnnouncer(options: AnnounceOptions): () => Promise<void> {
  const { reader, ping, log, backoffMs = defaultBackoffMs } = options;
  let told: PostsById | undefined;
  let looking: Promise<void> | undefined;
  let isOutdated = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  function announce(): Promise<void> {
    isOutdated = true;
    // Who asked for patience is not asked again for every piece of news.
    if (retry) return Promise.resolve();
    looking ??= lookUntilCurrent();
    return looking;
  }

  async function lookUntilCurrent(): Promise<void> {
    do {
      isOutdated = false;
      if (await tellChanges()) failures = 0;
      else lookLater();
    } while (isOutdated && !retry);
    looking = undefined;
  }

  function lookLater(): void {
    failures += 1;
    retry = setTimeout(() => {
      retry = undefined;
      void announce();
    }, backoffMs(failures)).unref();
  }

  /** Whether there is nothing left to tell. */
  async function tellChanges(): Promise<boolean> {
    const published = await readPublished(reader, log);
    if (!published) return false;
    told ??= published;
    const changes = changesBetween(told, published);
    for (let first = 0; first < changes.length; first += CHANGES_A_PING) {
      const batch = changes.slice(first, first + CHANGES_A_PING);
      if ((await ping(["/blog", ...pathsOf(batch)])) === "unheard") return false;
      for (const { id, after } of batch) {
        if (after) told.set(id, after);
        else told.delete(id);
      }
    }
    return true;
  }

  return announce;
}

async function readPublished(reader: SupabaseClient, log: Log): Promise<PostsById | undefined> {
  const posts: PostsById = new Map();
  for (let last = 0; ;) {
    const query = reader.from("blog_posts").select("id, slug, version").gt("id", last);
    const { data, error } = await query.order("id").limit(MAX_ROWS);
    if (error) log.warn("changed posts unreachable", { error: error.message });
    if (error) return undefined;
    // A backend may allow fewer rows than were asked for, so only an empty answer is the end.
    if (data.length === 0) return posts;
    for (const post of data as Post[]) posts.set((last = post.id), post);
  }
}

function changesBetween(told: PostsById, published: PostsById): readonly Change[] {
  const ids = new Set([...told.keys(), ...published.keys()]);
  return Array.from(ids, (id) => ({ id, before: told.get(id), after: published.get(id) })).filter(
    ({ before, after }) => before?.version !== after?.version,
  );
}

/** Also those that now lead elsewhere or nowhere. */
function pathsOf(changes: readonly Change[]): Iterable<string> {
  const posts = changes.flatMap(({ before, after }) => [before, after]).filter((post) => post !== undefined);
  return new Set(posts.map(({ slug }) => `/blog/${slug}`));
}
