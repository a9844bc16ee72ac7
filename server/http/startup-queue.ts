import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";

type Options = {
  /** For every answer that is no page. */
  readonly headers: Readonly<Record<string, string>>;
};

const RETRY_AFTER_S = 5;

/**
 * The port is known, and taken, before the database is open; who comes in between waits for the answer. Probes are
 * answered at once: recovery after a crash may take minutes, and whoever is silent for so long is ended.
 */
export function holdRequestsUntilReady(server: Server, { headers }: Options) {
  const held: [IncomingMessage, ServerResponse][] = [];

  function hold(request: IncomingMessage, response: ServerResponse): void {
    const path = request.method === "GET" || request.method === "HEAD" ? request.url?.replace(/\?.*/s, "") : undefined;
    if (path === "/healthz") answer(response, 200, { healthy: true });
    else if (path === "/readyz") answer(response, 503, { ready: false, mail: "unknown" });
    else held.push([request, response]);
  }

  function answer(response: ServerResponse, status: 200 | 503, facts: object): void {
    const retry = status === 503 && { "retry-after": String(RETRY_AFTER_S) };
    response.writeHead(status, {
      ...headers,
      "content-type": "application/json",
      "cache-control": "no-store",
      ...retry,
    });
    response.end(JSON.stringify(facts));
  }

  server.on("request", hold);
  return {
    release(listener: RequestListener): void {
      server.off("request", hold);
      server.on("request", listener);
      for (const [request, response] of held) listener(request, response);
    },
  };
}
