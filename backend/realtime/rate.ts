import { LRUCache } from "lru-cache";

export type Rate = { readonly perSecond: number; readonly burst: number };

const MAX_BUCKETS = 10_000;

export function createBucket({ perSecond, burst }: Rate, now: () => number = () => performance.now()) {
  let [tokens, refilledAt] = [burst, now()];
  return {
    /** Returns false if the rate is exceeded. */
    take(count = 1): boolean {
      const at = now();
      tokens = Math.min(burst, tokens + ((at - refilledAt) / 1000) * perSecond);
      refilledAt = at;
      if (tokens < count) return false;
      tokens -= count;
      return true;
    },
  };
}
export type Bucket = ReturnType<typeof createBucket>;

/** A bucket for each key; the one that was used least recently is forgotten first. */
export function createBuckets(rate: Rate) {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS, memoMethod: () => createBucket(rate) });
  return (key: string): Bucket => buckets.memo(key);
}
