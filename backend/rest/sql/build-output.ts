import type { Claims } from "../../database/database.ts";
import type { Relation } from "../catalog.ts";
import { echo, notSupported, tooComplex, unknownType } from "../errors.ts";
import type { ResponseFormat } from "../parse/media-type.ts";
import type { RequestQuery, SelectItem } from "../parse/request-query.ts";
import { directionSql, fieldSql, requireColumn, SOURCE } from "./build-conditions.ts";
import { quoteName, type Statement } from "./statement.ts";

/** The name of the common table expression with the rows of the response. */
export const PAGE = "rest_page";

/** `selectList` follows `select` or `returning`; `row` is the expression for one row that is converted to JSON. */
export type Output = { readonly selectList: string; readonly row: string };

type SelectedField = Extract<SelectItem, { kind: "field" }>;
type NamedItem = { readonly key: string; readonly item: SelectedField };

/** The number of rows is limited but not their size, and a response is held in memory completely. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** json_build_object accepts at most 100 arguments, two for each column. */
const MAX_RENAMED_COLUMNS = 50;

/** Types that a cast may name. A request only chooses among them. */
const CASTS = new Map<string, string>(
  ["text", "varchar", "int2", "int4", "int8", "smallint", "integer", "bigint", "numeric", "float4", "float8", "real"]
    .concat(["bool", "boolean", "uuid", "date", "time", "timetz", "timestamp", "timestamptz", "interval", "json"])
    .concat(["jsonb", "bytea", "inet", "double precision"])
    .map((name): [string, string] => [name, name])
    .concat([
      ["int", "integer"],
      ["float", "float8"],
      ["decimal", "numeric"],
    ]),
);

export function outputFor(
  statement: Statement,
  relation: Relation,
  items: readonly SelectItem[],
  role: Claims["role"],
): Output {
  refuseEmbedded(items);
  const readable = readableColumns(relation, role);
  if (items.every((item) => item.kind === "everything") && readable.length === relation.columns.size) {
    return { selectList: `${SOURCE}.*`, row: `${PAGE}.*` };
  }
  const named = nameItems(readable, items);
  const isRenamed = named.some(({ key, item }) => item.alias !== undefined || key !== item.field.column);
  return isRenamed ? renamedOutput(statement, relation, named) : plainOutput(statement, relation, named);
}

/** `returning` has no order, so the values to order by are returned too and left out of the response. */
export function orderedOutput(
  statement: Statement,
  relation: Relation,
  { select, order: terms }: Pick<RequestQuery, "select" | "order">,
  role: Claims["role"],
): Output {
  refuseEmbedded(select);
  const { selectList, row } = renamedOutput(statement, relation, nameItems(readableColumns(relation, role), select));
  const values = terms.map(({ field }, index) => `${fieldSql(statement, relation, field).sql} as rest_order_${index}`);
  const order = terms.map((term, index) => `${PAGE}.rest_order_${index} ${directionSql(term)}`);
  return { selectList: [selectList, ...values].join(", "), row: `${row} order by ${order.join(", ")}` };
}

function refuseEmbedded(items: readonly SelectItem[]): void {
  const embedded = items.find((item) => item.kind === "embedded");
  if (embedded) throw notSupported("Embedding", `'${echo(embedded.relation)}' stands in 'select' as a related table.`);
}

// The columns for `*`: those that the caller's role may select. PostgREST passes `*` on, which PostgreSQL refuses if the
// role may not select one of the columns. A role that may select none still gets that error.
function readableColumns({ columns }: Relation, role: Claims["role"]): readonly string[] {
  const readable = [...columns.values()].filter(({ readers }) => readers.includes(role));
  return (readable.length > 0 ? readable : [...columns.values()]).map(({ name }) => name);
}

/** Returned instead of a body that is too large. Valid JSON is never empty. */
export const TOO_LARGE_BODY = "";

/** PostgreSQL builds the JSON text, so that every type is formatted as in PostgREST. */
export function bodySql(row: string, { isSingle, stripsNulls, isHead }: ResponseFormat): string {
  if (isHead) return "null::text";
  const list = stripsNulls ? `json_strip_nulls(json_agg(${row}))` : `json_agg(${row})`;
  const text = isSingle ? `coalesce(${list} -> 0, 'null')::text` : `coalesce(${list}, '[]')::text`;
  // PostgreSQL computes equal aggregates of one query only once.
  return `case when octet_length(${text}) <= ${MAX_RESPONSE_BYTES} then ${text} else '${TOO_LARGE_BODY}' end`;
}

/** Each item with its key in the response; if two have the same key, the first is used. */
function nameItems(readable: readonly string[], items: readonly SelectItem[]): NamedItem[] {
  const named = new Map<string, NamedItem>();
  for (const item of items.flatMap((each) => expand(readable, each))) {
    const lastKey = item.field.path.findLast(({ isIndex }) => !isIndex)?.key;
    const key = item.alias ?? lastKey ?? item.field.column;
    if (!named.has(key)) named.set(key, { key, item });
  }
  return [...named.values()];
}

function expand(readable: readonly string[], item: SelectItem): SelectedField[] {
  if (item.kind === "field") return [item];
  return readable.map((column) => ({
    kind: "field",
    field: { column, path: [] },
    cast: undefined,
    alias: undefined,
  }));
}

function plainOutput(statement: Statement, relation: Relation, named: readonly NamedItem[]): Output {
  const columns = named.map(({ item }) => {
    const { name } = requireColumn(relation, item.field.column);
    return `${valueSql(statement, relation, item)} as ${quoteName(name)}`;
  });
  return { selectList: columns.join(", "), row: `${PAGE}.*` };
}

/** Keys from the request never become column names; json_build_object receives them as parameters. */
function renamedOutput(statement: Statement, relation: Relation, named: readonly NamedItem[]): Output {
  if (named.length > MAX_RENAMED_COLUMNS)
    throw tooComplex(`At most ${MAX_RENAMED_COLUMNS} columns are accepted beside an alias.`);
  const columns = named.map(({ item }, index) => `${valueSql(statement, relation, item)} as rest_item_${index}`);
  const pairs = named.map(({ key }, index) => `${statement.add(key)}, ${PAGE}.rest_item_${index}`);
  return { selectList: columns.join(", "), row: `json_build_object(${pairs.join(", ")})` };
}

function valueSql(statement: Statement, relation: Relation, { field, cast }: SelectedField): string {
  const { sql } = fieldSql(statement, relation, field);
  if (cast === undefined) return sql;
  const type = CASTS.get(cast.toLowerCase());
  if (type === undefined) throw unknownType(cast);
  return `(${sql})::${type}`;
}
