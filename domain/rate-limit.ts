import { networksOf } from "./network.ts";

type RateLimitOptions = { readonly windowMs: number; readonly maxKeys: number; readonly clock: () => number };

/** A fixed-window counter in memory: a cheap check before the limits in the database. */
export function createRateLimit({ windowMs, maxKeys, clock }: RateLimitOptions) {
  const counts = new Map<string, { count: number; readonly endsAt: number }>();
  return {
    /** Counts one more; returns the count and the time until its window ends. */
    add(key: string): { readonly count: number; readonly waitMs: number } {
      const now = clock();
      const known = counts.get(key);
      if (known && known.endsAt > now) {
        known.count += 1;
        return { count: known.count, waitMs: known.endsAt - now };
      }
      counts.delete(key);
      // A Map iterates in insertion order, so the first key is the oldest.
      const [oldest] = counts.keys();
      if (counts.size >= maxKeys && oldest !== undefined) counts.delete(oldest);
      counts.set(key, { count: 1, endsAt: now + windowMs });
      return { count: 1, waitMs: windowMs };
    },
  };
}

/** Counts a request for the networks of its address. */
export function createNetworkLimit({ max, ...options }: RateLimitOptions & { readonly max: number }) {
  const limit = createRateLimit(options);
  /** Goes from the smallest network to the widest; a refused request does not count for the wider ones. */
  return (address: string): { readonly isFirst: boolean; readonly refusedMs: number | undefined } => {
    let isFirst = true;
    for (const { name, factor } of networksOf(address)) {
      const { count, waitMs } = limit.add(name);
      if (count > factor * max) return { isFirst: false, refusedMs: waitMs };
      isFirst &&= count <= factor;
    }
    return { isFirst, refusedMs: undefined };
  };
}
