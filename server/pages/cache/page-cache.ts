import { LRUCache } from "lru-cache";
import type { CachedResponse } from "./cached-response.ts";

type Entry = {
  readonly answer: CachedResponse;
  readonly freshUntil: number;
  /** Until then it may be sent once more while its successor is made. */
  readonly usableUntil: number;
  readonly showsPosts: boolean;
};

type CacheLimits = {
  /** For pages, which are few. */
  readonly pageBytes: number;
  /** For what anybody can ask anew: missing paths and queries. */
  readonly otherBytes: number;
};

type Freshness = {
  /** How long a page that shows posts is fresh; the hour where somebody tells when posts change. */
  readonly postsFreshMs: number;
  readonly now: () => number;
  /** Hears of a render that failed while its predecessor was sent. */
  readonly report: (error: unknown) => void;
};

/** A page to be rendered, if it is not in the cache. */
export type CacheRequest = {
  readonly key: string;
  readonly showsPosts: boolean;
  readonly render: () => Promise<Rendered>;
};
/** `isComplete` is false where something had to be left out because it could not be read. */
export type Rendered = { readonly answer: CachedResponse; readonly isComplete: boolean };

/** No entry outlives an hour: the footer's year and dates turn without a restart. */
const MAX_AGE_MS = 3_600_000;
/** A stale page may be sent while it is refreshed, but not one that nobody asked for in a long time. */
const MAX_STALE_MS = 60_000;
/** What an entry takes beside the bytes of its bodies: its headers in each encoding, and the objects that hold them. */
const ENTRY_BYTES = 4_096;
/** What lacks something is tried again soon. */
const PARTIAL_MAX_AGE_MS = 3_000;

/**
 * Whole pages as bytes. Requests for a page that is being rendered wait for that one render; a render that began
 * before an invalidation is answered but not kept. Where a render fails or has to leave something out, the page that
 * was there before serves on. Missing pages and queries have room of their own, so that a flood of them evicts no page.
 */
export function createPageCache(room: CacheLimits, freshness: Partial<Freshness> = {}) {
  const { postsFreshMs = MAX_AGE_MS, now = () => performance.now(), report = () => {} } = freshness;
  const entries = createPartitions(room);
  const rendering = new Map<string, Promise<CachedResponse>>();
  let generation = 0;

  /** Keeps what was rendered, or what was there before where that is better; gives what to send. */
  function settle({ key, showsPosts }: CacheRequest, { answer, isComplete }: Rendered): CachedResponse {
    const before = entries.find(key);
    const isFailure = answer.status >= 500;
    if (before && before.answer.status < 400 && (isFailure || !isComplete)) {
      entries.keep(key, { ...before, freshUntil: now() + PARTIAL_MAX_AGE_MS });
      return before.answer;
    }
    if (isFailure) return answer;
    // The same bytes again: what was kept may be compressed better already.
    const best = before?.answer.etag === answer.etag && before.answer.status === answer.status ? before.answer : answer;
    const life = !isComplete ? PARTIAL_MAX_AGE_MS : showsPosts ? postsFreshMs : MAX_AGE_MS;
    const stale = isComplete && life < MAX_AGE_MS ? MAX_STALE_MS : 0;
    entries.keep(key, { answer: best, showsPosts, freshUntil: now() + life, usableUntil: now() + life + stale });
    return best;
  }

  function fill(wanted: CacheRequest): Promise<CachedResponse> {
    const running = rendering.get(wanted.key);
    if (running) return running;
    const begunIn = generation;
    const begun = wanted
      .render()
      .then((rendered) => (begunIn === generation ? settle(wanted, rendered) : rendered.answer))
      .finally(() => {
        if (rendering.get(wanted.key) === begun) rendering.delete(wanted.key);
      });
    rendering.set(wanted.key, begun);
    return begun;
  }

  return {
    find(key: string): CachedResponse | undefined {
      const entry = entries.find(key);
      return entry && entry.freshUntil > now() ? entry.answer : undefined;
    },

    /** Renders once for all who ask meanwhile; a page that has just gone stale is sent while that happens. */
    async get(wanted: CacheRequest): Promise<CachedResponse> {
      const entry = entries.find(wanted.key);
      if (entry && entry.freshUntil > now()) return entry.answer;
      const filling = fill(wanted);
      if (!entry || entry.usableUntil <= now()) return filling;
      filling.catch(report);
      return entry.answer;
    },

    /** Puts a better encoding in the place of an answer, if that is still the one that is kept. */
    async improve(key: string, answer: CachedResponse, improve: () => Promise<CachedResponse>): Promise<void> {
      if (entries.find(key)?.answer !== answer) return;
      const better = await improve();
      const entry = entries.find(key);
      if (entry?.answer === answer) entries.keep(key, { ...entry, answer: better });
    },

    /** Posts have changed: whatever shows them is gone. */
    invalidate(): void {
      generation++;
      rendering.clear();
      entries.dropPosts();
    },

    get size() {
      return entries.size;
    },
  };
}

/** Two caches: a flood of missing paths and queries must not evict pages. */
function createPartitions({ pageBytes, otherBytes }: CacheLimits) {
  const pages = createLru(pageBytes);
  const others = createLru(otherBytes);
  return {
    find: (key: string) => pages.get(key) ?? others.get(key),
    keep(key: string, entry: Entry): void {
      const isPage = entry.answer.status === 200 && !key.includes("?");
      (isPage ? others : pages).delete(key);
      (isPage ? pages : others).set(key, entry);
    },
    dropPosts(): void {
      for (const cache of [pages, others]) {
        for (const [key, { showsPosts }] of cache.entries()) if (showsPosts) cache.delete(key);
      }
    },
    get size() {
      return { pages: sizeOf(pages), others: sizeOf(others) };
    },
  };
}

/** The key counts too: an attacker's invented addresses are long, and the responses to them short. */
function createLru(maxSize: number) {
  return new LRUCache<string, Entry>({
    maxSize: Math.max(maxSize, 1),
    sizeCalculation: ({ answer }, key) => answer.bytes + 2 * key.length + ENTRY_BYTES,
  });
}

const sizeOf = (cache: LRUCache<string, Entry>) => ({ count: cache.size, bytes: cache.calculatedSize });
