import type { Answer } from "./answer.ts";
import { createByteLru } from "./byte-lru.ts";

type Entry = { readonly answer: Answer; readonly bytes: number; readonly freshUntil: number };
type Bounds = {
  /** For pages, which are few. */
  readonly pageBytes: number;
  /** For what anybody can ask anew: missing paths and queries. */
  readonly otherBytes: number;
};

/** No entry outlives an hour: the footer's year and dates turn without a restart. */
const LONGEST_LIFE_MS = 3_600_000;

/**
 * Whole pages as bytes. Requests for a page that is being rendered wait for that one render; a render that began
 * before an invalidation is answered but not kept. Missing pages and queries have room of their own, so that a flood
 * of them evicts no page.
 */
export function createPageCache({ pageBytes, otherBytes }: Bounds, now: () => number = Date.now) {
  const pages = createByteLru<Entry>(pageBytes);
  const others = createByteLru<Entry>(otherBytes);
  const rendering = new Map<string, Promise<Answer>>();
  let generation = 0;

  return {
    find(key: string): Answer | undefined {
      const entry = pages.find(key) ?? others.find(key);
      if (!entry) return undefined;
      if (entry.freshUntil > now()) return entry.answer;
      pages.drop(key);
      others.drop(key);
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
            const room = answer.status === 200 && !key.includes("?") ? pages : others;
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
      const entry = pages.find(key);
      if (entry?.answer === answer) pages.keep(key, { ...entry, answer: better, bytes: better.bytes });
    },

    invalidate(): void {
      generation++;
      rendering.clear();
      pages.clear();
      others.clear();
    },

    get size() {
      return { pages: pages.size, others: others.size };
    },
  };
}
