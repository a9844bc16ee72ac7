import { DatabaseUnreachable, type DatabaseHealth } from "../db/health-check.ts";
import { UNAVAILABLE_HEADERS } from "../retry-after.ts";

type Fetch = (request: Request) => Response | Promise<Response>;

const UNREACHABLE_BODY = JSON.stringify({
  message: "Our database is not available right now. Please try again later.",
});

/** Responds with 503 at once while the database is unreachable. */
export function withCircuitBreaker(health: DatabaseHealth, fetch: Fetch): Fetch {
  return async (request) => {
    // A preflight needs no database; if it failed, the browser could not read the 503.
    if (request.method === "OPTIONS") return fetch(request);
    try {
      return await health.run(() => fetch(request));
    } catch (error) {
      if (!(error instanceof DatabaseUnreachable)) throw error;
      return new Response(UNREACHABLE_BODY, { status: 503, headers: UNAVAILABLE_HEADERS });
    }
  };
}
