import type { IncomingMessage, ServerResponse } from "node:http";

type AsyncListener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Of requests that arrive together one is begun at a time: who only reads a page is answered in between, not after. */
export function inSingleFile(answer: AsyncListener): AsyncListener {
  const waiting: (() => void)[] = [];
  function beginNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  }
  return async (request, response) => {
    await new Promise<void>((begin) => {
      if (waiting.push(begin) === 1) setImmediate(beginNext);
    });
    if (!request.destroyed) await answer(request, response);
  };
}
