import { setTimeout as sleep } from "node:timers/promises";

type ErrorReport = { readonly event: string; readonly code: string | undefined; readonly id: string | undefined };

type Options = {
  readonly url: string;
  /** Told when the hook cannot be reached; must not be an error itself. */
  readonly warn: (event: string, facts: Readonly<Record<string, unknown>>) => void;
  readonly intervalMs?: number;
};

const INTERVAL_MS = 60_000;
const TIMEOUT_MS = 10_000;

// Posts errors to ERROR_HOOK_URL, at most once a minute: the first error at once, later ones as a count. Messages and
// stack traces stay in the log, because they may contain addresses or what a visitor sent; the request id leads there.
export function createErrorHook({ url, warn, intervalMs = INTERVAL_MS }: Options): (report: ErrorReport) => void {
  let latest: ErrorReport | undefined;
  let count = 0;
  let isPaused = false;

  async function flush(): Promise<void> {
    isPaused = true;
    while (latest) {
      const body = { time: new Date().toISOString(), count, ...latest };
      latest = undefined;
      count = 0;
      await post(url, body).catch((error: unknown) => warn("ERROR_HOOK_URL did not accept a report", { error }));
      await sleep(intervalMs, undefined, { ref: false });
    }
    isPaused = false;
  }

  return (report) => {
    latest = report;
    count += 1;
    if (!isPaused) void flush();
  };
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`Status ${response.status}`);
}
