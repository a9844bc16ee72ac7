import type { Log } from "../log.ts";

type IndexNowOptions = {
  readonly key: string;
  readonly origin: string;
  readonly log: Log;
  readonly endpoint?: string;
};

/** Refused is final: a key or an address that is wrong now is wrong at another try. Unheard may be heard then. */
export type PingResult = "told" | "refused" | "unheard";

const ENDPOINT = "https://api.indexnow.org/indexnow";
const ANSWER_WITHIN_MS = 10_000;
const TOO_MANY_REQUESTS = 429;
const LOUDNESS = { told: "info", refused: "error", unheard: "warn" } as const satisfies Record<PingResult, keyof Log>;

/** Tells the search engines that share IndexNow which addresses changed. No visitor waits for it. */
export function createIndexNow({ key, origin, log, endpoint = ENDPOINT }: IndexNowOptions) {
  return async (paths: readonly string[]): Promise<PingResult> => {
    const { host } = new URL(origin);
    const body = { host, key, keyLocation: `${origin}/${key}.txt`, urlList: paths.map((path) => origin + path) };
    try {
      const answer = await fetch(endpoint, {
        method: "POST",
        headers: { "content-type": "application/json; charset=utf-8" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const hearing = hearingOf(answer);
      log[LOUDNESS[hearing]](`indexnow ${hearing}`, { status: answer.status, paths });
      return hearing;
    } catch (error) {
      log.warn("indexnow not reached", { error });
      return "unheard";
    }
  };
}

function hearingOf({ ok, status }: Response): PingResult {
  if (ok) return "told";
  return status === TOO_MANY_REQUESTS || status >= 500 ? "unheard" : "refused";
}
