import type { Log } from "../log.ts";

type IndexNowOptions = {
  readonly key: string;
  readonly origin: string;
  readonly log: Log;
  readonly endpoint?: string;
};

const ENDPOINT = "https://api.indexnow.org/indexnow";
const ANSWER_WITHIN_MS = 10_000;

/** Tells the search engines that share IndexNow which addresses changed. Nobody waits for it. */
export function createIndexNow({ key, origin, log, endpoint = ENDPOINT }: IndexNowOptions) {
  return async (paths: readonly string[]): Promise<void> => {
    const { host } = new URL(origin);
    const body = { host, key, keyLocation: `${origin}/${key}.txt`, urlList: paths.map((path) => origin + path) };
    try {
      const answer = await fetch(endpoint, {
        method: "POST",
        headers: { "content-type": "application/json; charset=utf-8" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      log[answer.ok ? "info" : "warn"]("indexnow", { status: answer.status, paths });
    } catch (error) {
      log.warn("indexnow not reached", { error });
    }
  };
}
