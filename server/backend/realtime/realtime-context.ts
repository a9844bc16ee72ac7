import type { Sql } from "postgres";
import type { Limiter } from "../../../domain/limiter.ts";
import type { Claims } from "../../db/database.ts";
import type { Changes } from "./changes.ts";
import type { Topics } from "./topics.ts";

/** Services that all connections share. */
export type RealtimeContext = {
  readonly sql: Sql;
  /** Whether strangers may connect, and topics without a policy exist. */
  readonly isPublic: boolean;
  readonly topics: Topics;
  readonly changes: Changes;
  /** Returns the claims of a key or of an access token whose session exists. */
  readonly identify: (token: string) => Promise<Claims | undefined>;
  /** Limits work on behalf of clients, fairly between networks. */
  readonly limit: Limiter;
  readonly report: (error: unknown) => void;
};
