type AutosaveOptions = {
  readonly delayMs: number;
  /** Sends the unsaved text; true if there is newer text to send. */
  readonly save: () => Promise<boolean>;
  readonly onFailure: () => void;
};

const MIN_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

/** Runs one `save` at a time: after a pause, at once, again after a failure, or when the connection is back. */
export function createAutosave({ delayMs, save, onFailure }: AutosaveOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inFlight: Promise<void> | undefined;
  let failures = 0;
  let isStopped = false;

  function saveAfter(pauseMs: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void saveNow(), pauseMs);
  }

  function saveNow(): Promise<void> {
    clearTimeout(timer);
    inFlight ??= run().finally(() => (inFlight = undefined));
    return inFlight;
  }

  async function run(): Promise<void> {
    try {
      const hasMore = await save();
      failures = 0;
      if (hasMore && isStopped) await run();
      else if (hasMore) saveAfter(delayMs);
    } catch (error) {
      console.warn("The text is kept in this browser and will be sent again", error);
      if (isStopped) return;
      onFailure();
      saveAfter(Math.min(MIN_RETRY_MS * 2 ** failures++, MAX_RETRY_MS));
    }
  }

  addEventListener("online", saveNow);
  return {
    saveSoon: () => saveAfter(delayMs),
    saveNow,
    /** Finishes the request in flight without retries, because another account may sign in next. */
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      removeEventListener("online", saveNow);
    },
  };
}
