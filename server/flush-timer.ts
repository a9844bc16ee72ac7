const FLUSH_INTERVAL_MS = 60_000;
/** The first one after a quiet minute. */
const FIRST_FLUSH_MS = 500;

/** Calls `flush` once a minute while something was counted, and soon after a quiet minute. */
export function createFlushTimer(flush: () => Promise<void>) {
  let flushedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  return {
    /** Something was counted. */
    start(): void {
      if (timer) return;
      const wait = Math.max(FIRST_FLUSH_MS, flushedAt + FLUSH_INTERVAL_MS - performance.now());
      timer = setTimeout(() => void flush(), wait).unref();
    },
    /** A flush begins. */
    reset(): void {
      clearTimeout(timer);
      timer = undefined;
      flushedAt = performance.now();
    },
  };
}
