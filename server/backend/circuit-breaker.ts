import { DatabaseUnreachable, type DatabaseHealth } from "../db/health-check.ts";
import { RETRY_AFTER_HEADERS } from "./retry-after.ts";

type Answer = (request: Request) => Response | Promise<Response>;

const REFUSAL = JSON.stringify({ message: "Our database is not available right now. Please try again later." });

/** Nobody waits for a database that does not answer. */
export function withCircuitBreaker(health: DatabaseHealth, answer: Answer): Answer {
  return async (request) => {
    // A preflight asks nothing of the database, and refused it would hide the refusal itself from its browser.
    if (request.method === "OPTIONS") return answer(request);
    try {
      return await health.during(() => answer(request));
    } catch (error) {
      if (!(error instanceof DatabaseUnreachable)) throw error;
      return new Response(REFUSAL, { status: 503, headers: RETRY_AFTER_HEADERS });
    }
  };
}
