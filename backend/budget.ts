import { createLimiter } from "../domain/limiter.ts";
import { widestNetworkOf } from "../domain/network.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import type { Claims, Database } from "./database/database.ts";

/** Wraps the database, so that the transactions of a caller are limited. */
export type Budget = (database: Database, request: Request, caller: Claims) => Database;

// Concurrent transactions of all callers, of one network and of one account. The pool has ten connections; the others
// are left for sign-in, the contact form (four at once), pages and sessions.
const TRANSACTION_LEVELS = [
  { maxRunning: 4, maxWaiting: 1_000 },
  { maxRunning: 3, maxWaiting: 600 },
  { maxRunning: 2, maxWaiting: 300 },
] as const;
/** A regular expression can occupy a CPU core until its timeout, so only one runs at a time. */
const COSTLY_LEVELS = [
  { maxRunning: 1, maxWaiting: 100 },
  { maxRunning: 1, maxWaiting: 60 },
  { maxRunning: 1, maxWaiting: 10 },
] as const;

/** For the log and the metrics, as nobody receives it: no failure of the server. */
export const clientGone = (): Response => new Response(null, { status: 499 });

/** One budget for all HTTP requests, shared fairly between networks and between the accounts of a network. */
export function createBudget(): Budget {
  const limit = createLimiter({ levels: TRANSACTION_LEVELS });
  const limitCostly = createLimiter({ levels: COSTLY_LEVELS });
  return (database, request, caller) => {
    const address = request.headers.get(CLIENT_ADDRESS_HEADER);
    // Only HTTP requests have an address; pages and the service key are not limited.
    if (address === null || caller.role === "service_role") return database;
    const path = [widestNetworkOf(address), caller.sub ?? "visitors"];
    const asCaller: Database["asCaller"] = (claims, work, options) => {
      const signal = options?.mustFinish ? undefined : request.signal;
      const run = () => limit(() => database.asCaller(claims, work, { signal }), path, signal);
      return options?.isCostly ? limitCostly(run, path, signal) : run();
    };
    return { ...database, asCaller };
  };
}
