import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { RETRY_AFTER } from "../../backend/index.ts";

type Options = {
  /** Headers of the probe responses. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isDraining: () => boolean;
};

/**
 * Queues requests that arrive after the port is open and before the database is ready. Health probes get a response at
 * once: crash recovery may take minutes, and an orchestrator kills a process that does not respond. /livez is answered
 * here later, too: it tells the parent process only whether the event loop turns, and is neither logged nor counted.
 */
export function createStartupQueue({ headers, isDraining }: Options) {
  let app: RequestListener | undefined;
  const queue: [IncomingMessage, ServerResponse][] = [];

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const path = request.method === "GET" || request.method === "HEAD" ? request.url?.replace(/\?.*/s, "") : undefined;
    if (path === "/healthz") sendJson(response, 200, { healthy: true });
    else if (path === "/readyz") sendJson(response, 503, { ready: false });
    else if (path === "/livez") sendJson(response, 503, { live: false });
    else queue.push([request, response]);
  }

  function sendJson(response: ServerResponse, status: 200 | 503, body: object): void {
    response.writeHead(status, {
      ...headers,
      "content-type": "application/json",
      "cache-control": "no-store",
      ...(status === 503 && RETRY_AFTER),
    });
    response.end(JSON.stringify(body));
  }

  return {
    listener: (request: IncomingMessage, response: ServerResponse): void => {
      if (!app) return onRequest(request, response);
      if (request.url !== "/livez") return app(request, response);
      const live = !isDraining();
      sendJson(response, live ? 200 : 503, { live });
    },
    /** Later requests go to the listener, those that have been waiting to `handle`. */
    release: (listener: RequestListener, handle = listener): void => {
      app = listener;
      for (const [request, response] of queue) handle(request, response);
    },
  };
}
