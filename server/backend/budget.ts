import { createLimiter } from "../../domain/limiter.ts";
import { widestNetworkOf } from "../../domain/network.ts";
import type { Claims, Database } from "../db/database.ts";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address.ts";

/** Gives the database as far as this caller may use it just now. */
export type Budget = (database: Database, request: Request, caller: Claims) => Database;

/**
 * Transactions on behalf of callers, of one network and of one account. The pool has ten connections: what callers
 * think of leaves the others to sign-in, the contact form (four at once), pages and sessions.
 */
const TRANSACTIONS = [
  { maxRunning: 4, maxWaiting: 1_000 },
  { maxRunning: 3, maxWaiting: 600 },
  { maxRunning: 2, maxWaiting: 300 },
] as const;
/** A regular expression keeps a processor busy for all of its time: one at once leaves the others to everybody else. */
const COSTLY = [
  { maxRunning: 1, maxWaiting: 100 },
  { maxRunning: 1, maxWaiting: 60 },
  { maxRunning: 1, maxWaiting: 10 },
] as const;

/** One budget for all that comes from outside, shared fairly by networks and by the accounts of a network. */
export function createBudget(): Budget {
  const limit = createLimiter({ levels: TRANSACTIONS });
  const limitCostly = createLimiter({ levels: COSTLY });
  return (database, request, caller) => {
    const address = request.headers.get(CLIENT_ADDRESS_HEADER);
    // What comes over HTTP has an address; pages and the service key do not wait.
    if (address === null || caller.role === "service_role") return database;
    const path = [widestNetworkOf(address), caller.sub ?? "visitors"];
    const asCaller: Database["asCaller"] = (claims, work, options) => {
      const run = () => limit(() => database.asCaller(claims, work), path);
      return options?.isCostly ? limitCostly(run, path) : run();
    };
    return { ...database, asCaller };
  };
}
