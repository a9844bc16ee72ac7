import type { IncomingMessage, ServerResponse } from "node:http";
import { UNAVAILABLE_HEADERS } from "./retry-after.ts";

type AsyncListener = (request: IncomingMessage, response: ServerResponse) => unknown;

const MAX_WAITING = 1_000;
const TOO_MANY_BODY = JSON.stringify({ message: "Too many requests at once. Please try again in a few seconds." });

/** Starts one backend request per tick, so that cached pages are served in between. */
export function withRequestQueue(listener: AsyncListener): AsyncListener {
  const waiting: (() => void)[] = [];
  function startNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(startNext);
  }
  return async (request, response) => {
    if (waiting.length >= MAX_WAITING) {
      response.writeHead(503, UNAVAILABLE_HEADERS).end(TOO_MANY_BODY);
      return;
    }
    await new Promise<void>((start) => {
      if (waiting.push(start) === 1) setImmediate(startNext);
    });
    if (!request.destroyed) await listener(request, response);
  };
}
