import type { Claims } from "../../../db/database.ts";
import type { Relation } from "../catalog/catalog.ts";
import { echo, notSupported, tooComplex, unknownType } from "../errors.ts";
import type { ResponseFormat } from "../parse/media-type.ts";
import type { SelectItem } from "../parse/parse-select.ts";
import type { RequestQuery } from "../parse/request-query.ts";
import { directionSql, fieldSql, requireColumn, SOURCE } from "./build-conditions.ts";
import { type Statement, quoteName } from "./statement.ts";

/** What every statement calls the rows that make up the answer. */
export const PAGE = "rest_page";

/** `listed` stands in the select list or behind `returning`; `row` is one row of the answer as JSON can be made of it. */
export type Output = { readonly listed: string; readonly row: string };

type SelectedField = Extract<SelectItem, { kind: "field" }>;
type NamedItem = { readonly key: string; readonly item: SelectedField };

/** A thousand rows can be anything; what is made of them stands in memory whole. */
const LARGEST_BODY_BYTES = 32 * 1024 * 1024;

/** json_build_object takes at most 100 arguments, two for each. */
const MAX_RENAMED = 50;

/** Types that a cast may name. The word from outside only chooses among them. */
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
    return { listed: `${SOURCE}.*`, row: `${PAGE}.*` };
  }
  const named = nameItems(readable, items);
  const isRenamed = named.some(({ key, item }) => item.alias !== undefined || key !== item.field.column);
  return isRenamed ? renamedOutput(statement, relation, named) : plainOutput(statement, relation, named);
}

/** What a write returns has no order of its own: what it is ordered by is returned too, and left out of the answer. */
export function orderedOutput(
  statement: Statement,
  relation: Relation,
  { select, order: terms }: Pick<RequestQuery, "select" | "order">,
  role: Claims["role"],
): Output {
  refuseEmbedded(select);
  const { listed, row } = renamedOutput(statement, relation, nameItems(readableColumns(relation, role), select));
  const values = terms.map(({ field }, index) => `${fieldSql(statement, relation, field).sql} as rest_order_${index}`);
  const order = terms.map((term, index) => `${PAGE}.rest_order_${index} ${directionSql(term)}`);
  return { listed: [listed, ...values].join(", "), row: `${row} order by ${order.join(", ")}` };
}

function refuseEmbedded(items: readonly SelectItem[]): void {
  const embedded = items.find((item) => item.kind === "embedded");
  if (embedded) throw notSupported("Embedding", `'${echo(embedded.relation)}' stands in 'select' as a related table.`);
}

/**
 * What `*` stands for: the columns that the caller's role may select. PostgREST sends the star itself, which PostgreSQL
 * refuses where one column is withheld. A role that may select none still gets that refusal.
 */
function readableColumns({ columns }: Relation, role: Claims["role"]): readonly string[] {
  const readable = [...columns.values()].filter(({ readers }) => readers.includes(role));
  return (readable.length > 0 ? readable : [...columns.values()]).map(({ name }) => name);
}

/** What stands in place of a body that would be too large; no JSON is empty. */
export const TOO_LARGE = "";

/** The answer's text, made by PostgreSQL so that every type comes out as PostgREST's does. */
export function bodySql(row: string, { isSingle, stripsNulls, isHead }: ResponseFormat): string {
  if (isHead) return "null::text";
  const list = stripsNulls ? `json_strip_nulls(json_agg(${row}))` : `json_agg(${row})`;
  const text = isSingle ? `coalesce(${list} -> 0, 'null')::text` : `coalesce(${list}, '[]')::text`;
  // PostgreSQL makes the list once, however often it is named.
  return `case when octet_length(${text}) <= ${LARGEST_BODY_BYTES} then ${text} else '${TOO_LARGE}' end`;
}

/** Each item with its key in the answer; of two with one key the first counts. */
function nameItems(readable: readonly string[], items: readonly SelectItem[]): NamedItem[] {
  const named = new Map<string, NamedItem>();
  for (const item of items.flatMap((given) => expand(readable, given))) {
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
  const listed = named.map(({ item }) => {
    const { name } = requireColumn(relation, item.field.column);
    return `${valueSql(statement, relation, item)} as ${quoteName(name)}`;
  });
  return { listed: listed.join(", "), row: `${PAGE}.*` };
}

/** A key from outside never becomes a column's name: it is a parameter of the function that builds the object. */
function renamedOutput(statement: Statement, relation: Relation, named: readonly NamedItem[]): Output {
  if (named.length > MAX_RENAMED) throw tooComplex(`At most ${MAX_RENAMED} columns are accepted beside an alias.`);
  const listed = named.map(({ item }, index) => `${valueSql(statement, relation, item)} as rest_item_${index}`);
  const pairs = named.map(({ key }, index) => `${statement.add(key)}, ${PAGE}.rest_item_${index}`);
  return { listed: listed.join(", "), row: `json_build_object(${pairs.join(", ")})` };
}

function valueSql(statement: Statement, relation: Relation, { field, cast }: SelectedField): string {
  const { sql } = fieldSql(statement, relation, field);
  if (cast === undefined) return sql;
  const type = CASTS.get(cast.toLowerCase());
  if (type === undefined) throw unknownType(cast);
  return `(${sql})::${type}`;
}
