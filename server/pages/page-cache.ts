import type { Answer } from "./answer.ts";
import { createByteLru } from "./byte-lru.ts";

type Entry = { readonly answer: Answer; readonly bytes: number; readonly freshUntil: number };
type Bounds = { readonly foundBytes: number; readonly missingBytes: number };

/** No entry outlives an hour: the footer's year and dates turn without a restart. */
const LONGEST_LIFE_MS = 3_600_000;

/**
 * Whole pages as bytes. Requests for a page that is being rendered wait for that one render; a render that began
 * before an invalidation is answered but not kept. Missing pages (404) have room of their own, so that a flood of
 * them evicts no real page.
 */
export function createPageCache({ foundBytes, missingBytes }: Bounds, now: () => number = Date.now) {
  const found = createByteLru<Entry>(foundBytes);
  const missing = createByteLru<Entry>(missingBytes);
  const rendering = new Map<string, Promise<Answer>>();
  let generation = 0;

  return {
    find(key: string): Answer | undefined {
      const entry = found.find(key) ?? missing.find(key);
      if (!entry) return undefined;
      if (entry.freshUntil > now()) return entry.answer;
      found.drop(key);
      missing.drop(key);
      return undefined;
    },

    /** Renders once for all who ask meanwhile. Failures (5xx) are answered, never kept. */
    fill(key: string, render: () => Promise<Answer>): Promise<Answer> {
      const running = rendering.get(key);
      if (running) return running;
      const begunIn = generation;
      const begun = render()
        .then((answer) => {
          if (answer.status < 500 && begunIn === generation) {
            const room = answer.status === 404 ? missing : found;
            room.keep(key, { answer, bytes: answer.bytes, freshUntil: now() + LONGEST_LIFE_MS });
          }
          return answer;
        })
        .finally(() => {
          if (rendering.get(key) === begun) rendering.delete(key);
        });
      rendering.set(key, begun);
      return begun;
    },

    /** Puts a better encoding in the place of an answer, if that is still the one that is kept. */
    replace(key: string, answer: Answer, better: Answer): void {
      const entry = found.find(key);
      if (entry?.answer === answer) found.keep(key, { ...entry, answer: better, bytes: better.bytes });
    },

    invalidate(): void {
      generation++;
      rendering.clear();
      found.clear();
      missing.clear();
    },

    get size() {
      return { found: found.size, missing: missing.size };
    },
  };
}
