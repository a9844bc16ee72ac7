import type { Log } from "../../backend/index.ts";
import { addressIn } from "../../domain/content/languages.ts";
import type { Config } from "../config.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

type StartOptions = {
  readonly config: Config;
  /** supabase-js with the public key, so that unpublished posts are never announced. */
  readonly reader: SupabaseClient;
  /** Supabase does not notify us of changes, so it is polled. */
  readonly isPolled: boolean;
  readonly log: Log;
};

/** Each poll reads the ids of all posts from Supabase; search engines take longer than this anyway. */
const POSTS_POLL_INTERVAL_MS = 300_000;

/** With our own backend the first read finishes before anyone can publish. */
export async function startAnnouncements({ config, reader, isPolled, log }: StartOptions): Promise<() => void> {
  const { indexNowKey: key, siteUrl: origin } = config;
  if (!key || !origin) return () => {};
  const announce = createPostAnnouncer({ reader, ping: createIndexNow({ key, origin, log }), log });
  const firstRead = announce();
  if (isPolled) setInterval(() => void announce(), POSTS_POLL_INTERVAL_MS).unref();
  else await firstRead;
  return () => void announce();
}

type AnnounceOptions = {
  /** supabase-js with the public key, so that unpublished posts are never announced. */
  readonly reader: SupabaseClient;
  readonly ping: (paths: readonly string[]) => Promise<PingResult>;
  readonly log: Log;
  /** Delay after this many consecutive failures. */
  readonly backoffMs?: (failures: number) => number;
};

type Post = { readonly id: number; readonly locale: string; readonly slug: string; readonly version: number };
type PostsById = Map<Post["id"], Post>;
type PostChange = { readonly id: Post["id"]; readonly before: Post | undefined; readonly after: Post | undefined };

const MAX_ROWS = 1_000;
const MAX_CHANGES_PER_PING = 100;

/** Exponential backoff from one minute to one hour. */
const defaultBackoffMs = (failures: number): number => Math.min(60_000 * 2 ** (failures - 1), 3_600_000);

// Notifies search engines of posts that were published, changed or removed since the first read. It compares the public
// posts with those already announced, so it needs no clock, and a failed ping is repeated with the next comparison.
export function createPostAnnouncer(options: AnnounceOptions): () => Promise<void> {
  const { reader, ping, log, backoffMs = defaultBackoffMs } = options;
  let announced: PostsById | undefined;
  let running: Promise<void> | undefined;
  let isOutdated = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  function announce(): Promise<void> {
    isOutdated = true;
    // During a backoff further changes wait for the retry.
    if (retry) return Promise.resolve();
    running ??= announceUntilCurrent();
    return running;
  }

  async function announceUntilCurrent(): Promise<void> {
    do {
      isOutdated = false;
      if (await announceChanges()) failures = 0;
      else retryLater();
    } while (isOutdated && !retry);
    running = undefined;
  }

  function retryLater(): void {
    failures += 1;
    retry = setTimeout(() => {
      retry = undefined;
      void announce();
    }, backoffMs(failures)).unref();
  }

  /** Returns whether every change was announced. */
  async function announceChanges(): Promise<boolean> {
    const published = await readPublished(reader, log);
    if (!published) return false;
    announced ??= published;
    const changes = changesBetween(announced, published);
    for (let first = 0; first < changes.length; first += MAX_CHANGES_PER_PING) {
      const batch = changes.slice(first, first + MAX_CHANGES_PER_PING);
      if ((await ping(["/blog", ...pathsOf(batch)])) === "failed") return false;
      for (const { id, after } of batch) {
        if (after) announced.set(id, after);
        else announced.delete(id);
      }
    }
    return true;
  }

  return announce;
}

async function readPublished(reader: SupabaseClient, log: Log): Promise<PostsById | undefined> {
  const posts: PostsById = new Map();
  for (let last = 0; ;) {
    const query = reader.from("blog_posts").select("id, locale, slug, version").gt("id", last);
    const { data, error } = await query.order("id").limit(MAX_ROWS);
    if (error) log.warn("changed posts unreachable", { error: error.message });
    if (error) return undefined;
    // A backend may return fewer rows than the limit, so only an empty response is the end.
    if (data.length === 0) return posts;
    for (const post of data) posts.set((last = post.id), post);
  }
}

function changesBetween(announced: PostsById, published: PostsById): readonly PostChange[] {
  const ids = new Set([...announced.keys(), ...published.keys()]);
  return Array.from(ids, (id) => ({ id, before: announced.get(id), after: published.get(id) })).filter(
    ({ before, after }) => before?.version !== after?.version,
  );
}

/** Includes old slugs, which now redirect or are missing. */
function pathsOf(changes: readonly PostChange[]): Iterable<string> {
  const posts = changes.flatMap(({ before, after }) => [before, after]).filter((post) => post !== undefined);
  return new Set(posts.map(({ locale, slug }) => addressIn({ locale, path: `/blog/${slug}` })));
}

type IndexNowOptions = {
  readonly key: string;
  readonly origin: string;
  readonly log: Log;
  readonly endpoint?: string;
};

/** "rejected" is final: the key or a URL is wrong. "failed" may succeed later. */
type PingResult = "accepted" | "rejected" | "failed";

const ENDPOINT = "https://api.indexnow.org/indexnow";
const TIMEOUT_MS = 10_000;
const TOO_MANY_REQUESTS = 429;
const LOG_LEVEL = { accepted: "info", rejected: "error", failed: "warn" } as const satisfies Record<
  PingResult,
  keyof Log
>;

/** Notifies search engines of changed URLs through IndexNow, in the background. */
export function createIndexNow({ key, origin, log, endpoint = ENDPOINT }: IndexNowOptions) {
  return async (paths: readonly string[]): Promise<PingResult> => {
    const { host } = new URL(origin);
    const body = { host, key, keyLocation: `${origin}/${key}.txt`, urlList: paths.map((path) => origin + path) };
    try {
      const response = await fetch(endpoint, {
        method: "POST",
        headers: { "content-type": "application/json; charset=utf-8" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const result = resultOf(response);
      log[LOG_LEVEL[result]](`indexnow ${result}`, { status: response.status, paths });
      return result;
    } catch (error) {
      log.warn("indexnow not reached", { error });
      return "failed";
    }
  };
}

function resultOf({ ok, status }: Response): PingResult {
  if (ok) return "accepted";
  return status === TOO_MANY_REQUESTS || status >= 500 ? "failed" : "rejected";
}
