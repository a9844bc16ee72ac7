import { notEmbedded } from "../errors.ts";
import { startsWithOperator } from "./operators.ts";
import { parseColumnNames } from "./parse-field.ts";
import { type Condition, parseFilter, parseLogic } from "./parse-filter.ts";
import { type OrderTerm, parseOrder } from "./parse-order.ts";
import { type SelectItem, parseSelect } from "./parse-select.ts";

export type RequestQuery = {
  readonly select: readonly SelectItem[];
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderTerm[];
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
};

const RESERVED = new Set(["select", "columns", "on_conflict", "order", "limit", "offset"]);

/** Reads the query string of a table request. Every parameter that is not reserved is a filter. */
export function readTableQuery(query: URLSearchParams): RequestQuery {
  return read(
    query,
    [...query].filter(([key]) => !RESERVED.has(key)),
  );
}

/** Reads the query string of a call, where a parameter without an operator is an argument. */
export function readCallQuery(query: URLSearchParams): RequestQuery {
  return read(
    query,
    [...query].filter(([key, value]) => !RESERVED.has(key) && !isArgument(key, value)),
  );
}

export function readArguments(query: URLSearchParams): [string, string][] {
  return [...query].filter(([key, value]) => !RESERVED.has(key) && isArgument(key, value));
}

function isArgument(key: string, value: string): boolean {
  return !key.includes(".") && !isLogic(key) && !startsWithOperator(value);
}

function read(query: URLSearchParams, filters: readonly [string, string][]): RequestQuery {
  const columns = query.get("columns");
  const onConflict = query.get("on_conflict");
  return {
    select: parseSelect(query.get("select") ?? "*"),
    conditions: filters.map(([key, value]) => readCondition(key, value)),
    order: query
      .getAll("order")
      .filter(Boolean)
      .flatMap((text) => parseOrder(text)),
    columns: columns === null ? undefined : parseColumnNames(columns, "columns"),
    onConflict: onConflict === null ? undefined : parseColumnNames(onConflict, "on_conflict"),
  };
}

function readCondition(key: string, value: string): Condition {
  if (isLogic(key)) return parseLogic(key, value);
  const embedded = /^(.+)\.(?:order|limit|offset|not\.and|not\.or|and|or)$/.exec(key)?.[1];
  if (embedded !== undefined) throw notEmbedded(embedded);
  return parseFilter(key, value);
}

function isLogic(key: string): key is "and" | "or" | "not.and" | "not.or" {
  return key === "and" || key === "or" || key === "not.and" || key === "not.or";
}
