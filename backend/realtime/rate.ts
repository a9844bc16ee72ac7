export type Rate = { readonly perSecond: number; readonly burst: number };

const MAX_BUCKETS = 10_000;

/** A token bucket. */
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
  const buckets = new Map<string, Bucket>();
  return (key: string): Bucket => {
    const bucket = buckets.get(key) ?? createBucket(rate);
    buckets.delete(key);
    buckets.set(key, bucket);
    const [oldest] = buckets.keys();
    if (buckets.size > MAX_BUCKETS && oldest !== undefined) buckets.delete(oldest);
    return bucket;
  };
}
