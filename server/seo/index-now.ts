import type { Log } from "../log.ts";

type IndexNowOptions = {
  readonly key: string;
  readonly origin: string;
  readonly log: Log;
  readonly endpoint?: string;
};

/** "rejected" is final: the key or a URL is wrong. "failed" may succeed later. */
export type PingResult = "accepted" | "rejected" | "failed";

const ENDPOINT = "https://api.indexnow.org/indexnow";
const TIMEOUT_MS = 10_000;
const TOO_MANY_REQUESTS = 429;
const LOG_LEVEL = { accepted: "info", rejected: "error", failed: "warn" } as const satisfies Record<
  PingResult,
  keyof Log
>;

/** Notifies search engines of changed URLs through IndexNow, in the background. */
export function createIndexNow({ key, origin, log, endpoint = ENDPOINT }: IndexNowOptions) {
  return async (paths: readonly string[]): Promise<PingResult> => {
    const { host } = new URL(origin);
    const body = { host, key, keyLocation: `${origin}/${key}.txt`, urlList: paths.map((path) => origin + path) };
    try {
      const response = await fetch(endpoint, {
        method: "POST",
        headers: { "content-type": "application/json; charset=utf-8" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const result = resultOf(response);
      log[LOG_LEVEL[result]](`indexnow ${result}`, { status: response.status, paths });
      return result;
    } catch (error) {
      log.warn("indexnow not reached", { error });
      return "failed";
    }
  };
}

function resultOf({ ok, status }: Response): PingResult {
  if (ok) return "accepted";
  return status === TOO_MANY_REQUESTS || status >= 500 ? "failed" : "rejected";
}
