import type { ISql, JSONValue, Parameter } from "postgres";

/** A connection pool or a transaction. */
export type Queries = ISql;

export function toJson(sql: Queries, value: unknown): Parameter {
  // All callers pass parsed JSON or literals, which the type of the driver cannot express.
  return sql.json(value as JSONValue);
}
