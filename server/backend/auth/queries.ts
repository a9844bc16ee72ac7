import type { ISql, JSONValue, Parameter } from "postgres";

/** A connection or a transaction: what only asks and writes does not care which. */
export type Queries = ISql;

export function toJson(sql: Queries, value: unknown): Parameter {
  // What arrives here was parsed from JSON or built from literals; the driver's type cannot say so.
  return sql.json(value as JSONValue);
}
