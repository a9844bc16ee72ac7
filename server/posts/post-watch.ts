import type { SupabaseClient } from "@supabase/supabase-js";
import type { Log } from "../log.ts";

type PostWatch = {
  /** A post has changed somewhere, or something may have been missed: pages go stale, the schedule is read anew. */
  readonly onNews: () => void;
  readonly stop: () => void;
};

type PostWatchOptions = {
  readonly service: SupabaseClient;
  /** The pages that show posts are stale. */
  readonly onStale: () => void;
  readonly log: Log;
};

/** Timers bear no longer waits, and the clocks of two machines drift apart. */
const MAX_WAIT_MS = 3_600_000;
const RETRY_MS = 1_000;
/** The database decides by its clock; a page rendered a hair before it would show the old state for an hour. */
const MARGIN_MS = 20;

/** Makes pages stale when a post changes and when a scheduled post's time has come. */
export function startPostWatch({ service, onStale, log }: PostWatchOptions): PostWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading: Promise<void> | undefined;
  let isOutdated = false;
  let isStopped = false;

  function onNews(): void {
    onStale();
    isOutdated = true;
    // Whatever comes while the schedule is being read is answered by one more reading.
    reading ??= readSchedule();
  }

  async function readSchedule(): Promise<void> {
    try {
      do {
        isOutdated = false;
        plan(await waitForNext());
      } while (isOutdated);
    } finally {
      // Not later: news that came in between would wait for the next.
      reading = undefined;
    }
  }

  async function waitForNext(): Promise<number> {
    const { data: seconds, error } = await service.rpc("seconds_to_next_post", {}, { get: true });
    if (error) log.error("schedule unreachable", { error: error.message });
    if (error) return RETRY_MS;
    return seconds === null ? MAX_WAIT_MS : Math.min(seconds * 1_000 + MARGIN_MS, MAX_WAIT_MS);
  }

  function plan(waitMs: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(onNews, waitMs).unref();
  }

  return {
    onNews,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
