import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** Of requests that arrive together one is begun at a time: who only reads a page is answered in between, not after. */
export function inSingleFile(answer: (request: IncomingMessage, response: ServerResponse) => unknown): RequestListener {
  const waiting: Parameters<typeof answer>[] = [];
  function beginNext(): void {
    const next = waiting.shift();
    if (waiting.length > 0) setImmediate(beginNext);
    if (next && !next[0].destroyed) answer(...next);
  }
  return (request, response) => {
    if (waiting.length === 0) setImmediate(beginNext);
    waiting.push([request, response]);
  };
}
