/** A token bucket. */
export type Rate = { readonly perSecond: number; readonly burst: number };

export function createBucket({ perSecond, burst }: Rate, now: () => number = () => performance.now()) {
  let [tokens, refilledAt] = [burst, now()];
  return {
    /** Returns false if the rate is exceeded. */
    take(): boolean {
      const at = now();
      tokens = Math.min(burst, tokens + ((at - refilledAt) / 1000) * perSecond);
      refilledAt = at;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
export type Bucket = ReturnType<typeof createBucket>;
