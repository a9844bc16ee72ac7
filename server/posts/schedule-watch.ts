import type { Log } from "../../backend/index.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

type Schedule = "seconds_to_next_post" | "seconds_to_next_entry";

type ScheduleWatch = {
  /** Call after a change or a lost connection: invalidates pages and reads the schedule again. */
  readonly onChange: () => void;
  readonly stop: () => void;
};

type ScheduleWatchOptions = {
  /** The database function that knows when the next scheduled row is due. */
  readonly schedule: Schedule;
  readonly service: SupabaseClient;
  /** Called when pages must be invalidated. */
  readonly onStale: () => void;
  readonly log: Log;
};

/** Bounds the drift between this machine's clock and the database's. */
const MAX_WAIT_MS = 3_600_000;
const RETRY_MS = 1_000;
/** A page rendered just before the database's clock reaches the time would be cached without the scheduled row. */
const MARGIN_MS = 20;

/** Invalidates pages when a post or an entry changes and when a scheduled one is due. */
export function startScheduleWatch(options: ScheduleWatchOptions): ScheduleWatch {
  const { service, onStale, log } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading: Promise<void> | undefined;
  let isOutdated = false;
  let isStopped = false;

  function onChange(): void {
    onStale();
    isOutdated = true;
    // Changes during a read cause one more read.
    reading ??= readSchedule();
  }

  async function readSchedule(): Promise<void> {
    try {
      do {
        isOutdated = false;
        schedule(await msUntilNext());
        // The schedule no longer has a row that became due during the read.
        onStale();
      } while (isOutdated);
    } finally {
      // Reset in the same tick, so that no change is missed.
      reading = undefined;
    }
  }

  async function msUntilNext(): Promise<number> {
    const { data: seconds, error } = await service.rpc(options.schedule, {}, { get: true });
    if (error) log.error("schedule unreachable", { error: error.message });
    if (error) return RETRY_MS;
    return seconds === null ? MAX_WAIT_MS : Math.min(seconds * 1_000 + MARGIN_MS, MAX_WAIT_MS);
  }

  function schedule(waitMs: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(onChange, waitMs).unref();
  }

  return {
    onChange,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
