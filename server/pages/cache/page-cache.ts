import { LRUCache } from "lru-cache";
import type { CachedResponse } from "./cached-response.ts";

type CacheEntry = {
  readonly response: CachedResponse;
  readonly freshUntil: number;
  /** Until then it may be sent while it is rendered again. */
  readonly staleUntil: number;
  readonly showsPosts: boolean;
};

type CacheLimits = {
  /** For existing pages. */
  readonly pageBytes: number;
  /** For missing paths and queries, which anyone can invent. */
  readonly otherBytes: number;
};

export const CACHE_LIMITS: CacheLimits = { pageBytes: 64 * 1024 * 1024, otherBytes: 8 * 1024 * 1024 };

type Freshness = {
  /** How long a page that shows posts is fresh; MAX_AGE_MS if post changes call `invalidate`. */
  readonly postsMaxAgeMs: number;
  readonly now: () => number;
  /** Called when a background render fails. */
  readonly report: (error: unknown) => void;
};

/** A page to render if it is not in the cache. */
export type CacheRequest = {
  readonly key: string;
  readonly showsPosts: boolean;
  readonly render: () => Promise<Rendered>;
};
/** `isComplete` is false if a part of the page could not be read. */
export type Rendered = { readonly response: CachedResponse; readonly isComplete: boolean };

/** Dates on pages, such as the footer's year, change without a restart. */
const MAX_AGE_MS = 3_600_000;
/** How long stale-while-revalidate applies. */
const MAX_STALE_MS = 60_000;
/** Approximate memory of an entry besides its bodies: headers and objects. */
const ENTRY_OVERHEAD_BYTES = 4_096;
/** Incomplete pages are rendered again soon. */
const PARTIAL_MAX_AGE_MS = 3_000;

// Caches complete responses. Concurrent requests for a page share one render; a render that began before an invalidation
// is sent but not cached. If a render fails, the previous page stays in use.
export function createPageCache(limits: CacheLimits, freshness: Partial<Freshness> = {}) {
  const { postsMaxAgeMs = MAX_AGE_MS, now = () => performance.now(), report = () => {} } = freshness;
  const entries = createPartitions(limits);
  const rendering = new Map<string, Promise<CachedResponse>>();
  let generation = 0;

  /** Caches the rendered page, or extends the previous one if that is better, and returns the one to send. */
  function store({ key, showsPosts }: CacheRequest, { response, isComplete }: Rendered): CachedResponse {
    const previous = entries.find(key);
    const isFailure = response.status >= 500;
    if (previous && previous.response.status < 400 && isFailure) {
      entries.set(key, { ...previous, freshUntil: now() + PARTIAL_MAX_AGE_MS });
      return previous.response;
    }
    if (isFailure) return response;
    // If the bytes are the same, the cached response may already be compressed better.
    const isSame = previous?.response.etag === response.etag && previous.response.status === response.status;
    const best = isSame ? previous.response : response;
    const maxAge = !isComplete ? PARTIAL_MAX_AGE_MS : showsPosts ? postsMaxAgeMs : MAX_AGE_MS;
    const stale = isComplete && maxAge < MAX_AGE_MS ? MAX_STALE_MS : 0;
    entries.set(key, { response: best, showsPosts, freshUntil: now() + maxAge, staleUntil: now() + maxAge + stale });
    return best;
  }

  function fill(request: CacheRequest): Promise<CachedResponse> {
    const pending = rendering.get(request.key);
    if (pending) return pending;
    const startGeneration = generation;
    const started = request
      .render()
      .then((rendered) => (startGeneration === generation ? store(request, rendered) : rendered.response))
      .finally(() => {
        if (rendering.get(request.key) === started) rendering.delete(request.key);
      });
    rendering.set(request.key, started);
    return started;
  }

  return {
    find(key: string): CachedResponse | undefined {
      const entry = entries.find(key);
      return entry && entry.freshUntil > now() ? entry.response : undefined;
    },

    /** Returns a fresh page, a stale one while it is rendered again, or the result of a render. */
    async get(request: CacheRequest): Promise<CachedResponse> {
      const entry = entries.find(request.key);
      if (entry && entry.freshUntil > now()) return entry.response;
      const filling = fill(request);
      if (!entry || entry.staleUntil <= now()) return filling;
      filling.catch(report);
      return entry.response;
    },

    /** Replaces a response by one with better compression, if it is still cached. */
    async improve(key: string, response: CachedResponse, improve: () => Promise<CachedResponse>): Promise<void> {
      if (entries.find(key)?.response !== response) return;
      const better = await improve();
      const entry = entries.find(key);
      if (entry?.response === response) entries.set(key, { ...entry, response: better });
    },

    /** Drops the pages that show posts, or all. */
    invalidate(which: "posts" | "all"): void {
      generation++;
      rendering.clear();
      entries.drop(which);
    },

    get size() {
      return entries.size;
    },
  };
}

/** Two partitions, so that a flood of missing paths and queries evicts no page. */
function createPartitions({ pageBytes, otherBytes }: CacheLimits) {
  const pages = createLru(pageBytes);
  const others = createLru(otherBytes);
  return {
    find: (key: string) => pages.get(key) ?? others.get(key),
    set(key: string, entry: CacheEntry): void {
      const isPage = entry.response.status === 200 && !key.includes("?");
      (isPage ? others : pages).delete(key);
      (isPage ? pages : others).set(key, entry);
    },
    drop(which: "posts" | "all"): void {
      for (const cache of [pages, others]) {
        for (const [key, { showsPosts }] of cache.entries()) if (showsPosts || which === "all") cache.delete(key);
      }
    },
    get size() {
      return { pages: sizeOf(pages), others: sizeOf(others) };
    },
  };
}

/** The key counts too: an attacker's invented URLs are long and their responses short. */
function createLru(maxSize: number) {
  return new LRUCache<string, CacheEntry>({
    maxSize: Math.max(maxSize, 1),
    sizeCalculation: ({ response }, key) => response.bytes + 2 * key.length + ENTRY_OVERHEAD_BYTES,
  });
}

const sizeOf = (cache: LRUCache<string, CacheEntry>) => ({ count: cache.size, bytes: cache.calculatedSize });
