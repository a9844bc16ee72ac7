import type { IncomingMessage, ServerResponse } from "node:http";
import { RETRY_AFTER_HEADERS } from "./retry-after.ts";

type AsyncListener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A flood is turned away here, where that costs next to nothing. */
const MAX_WAITING = 1_000;
const REFUSAL = JSON.stringify({ message: "Too many requests at once. Please try again in a few seconds." });

/** Of requests that arrive together one is begun at a time: who only reads a page is answered in between, not after. */
export function withRequestQueue(answer: AsyncListener): AsyncListener {
  const waiting: (() => void)[] = [];
  function beginNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  }
  return async (request, response) => {
    if (waiting.length >= MAX_WAITING) {
      response.writeHead(503, RETRY_AFTER_HEADERS).end(REFUSAL);
      return;
    }
    await new Promise<void>((begin) => {
      if (waiting.push(begin) === 1) setImmediate(beginNext);
    });
    if (!request.destroyed) await answer(request, response);
  };
}
