import type { Claims } from "../../database/database.ts";
import type { Column, Relation, Routine } from "../catalog.ts";
import type { ResponseFormat } from "../parse/media-type.ts";
import type { Payload } from "../parse/payload.ts";
import type { Preferences } from "../parse/preferences.ts";
import type { RequestQuery } from "../parse/request-query.ts";
import { MAX_ROWS, type RowRange } from "../parse/row-range.ts";
import { orderSql, requireColumn, SOURCE, whereSql } from "./build-conditions.ts";
import { bodySql, orderedOutput, type Output, outputFor, PAGE } from "./build-output.ts";
import { type BuiltStatement, quoteName, Statement } from "./statement.ts";

type ReadRequest = {
  readonly relation: Relation;
  readonly query: Pick<RequestQuery, "select" | "conditions" | "order">;
  readonly range: RowRange;
  readonly count: Preferences["count"];
  readonly format: ResponseFormat;
  readonly role: Claims["role"];
};

const tableSql = (relation: Relation): string => `public.${quoteName(relation.name)}`;

/** Selects the requested rows as one JSON text, their number, and the total if a count is requested. */
export function buildRead(request: ReadRequest): BuiltStatement {
  const statement = new Statement();
  return statement.build(readSql(statement, request, tableSql(request.relation)));
}

/** Like buildRead, for any source of rows; `before` are the common table expressions that the source needs. */
function readSql(statement: Statement, request: ReadRequest, source: string, before: readonly string[] = []): string {
  const { relation, query, range, count, format, role } = request;
  const output = outputFor(statement, relation, query.select, role);
  const where = whereSql(statement, relation, query.conditions);
  const page =
    `select ${output.selectList} from ${source} as ${SOURCE}${where}` +
    `${orderSql(statement, relation, query.order)}${rangeSql(statement, range)}`;
  const total = totalSql(`from ${source} as ${SOURCE}${where}`, count);
  const tables = [...before, `${PAGE} as (${page})`];
  return (
    `with ${tables.join(", ")} select ${bodySql(output.row, format)} as body, ` +
    `count(*)::float8 as rows, ${total} as total from ${PAGE}`
  );
}

function rangeSql(statement: Statement, { offset, limit }: RowRange): string {
  const rows = Math.min(limit ?? MAX_ROWS, MAX_ROWS);
  const skipped = offset > 0 ? ` offset ${statement.addAs(String(offset), "bigint")}` : "";
  return ` limit ${statement.addAs(String(rows), "bigint")}${skipped}`;
}

/** Every kind of count is exact: the planner's estimate would include rows that the caller may not see. */
function totalSql(from: string, count: Preferences["count"]): string {
  return count === undefined ? "null::float8" : `(select count(*) ${from})::float8`;
}

export type WriteRequest = {
  readonly relation: Relation;
  readonly query: RequestQuery;
  readonly preferences: Preferences;
  readonly format: ResponseFormat;
  readonly role: Claims["role"];
};

/** A setting, local to the transaction, in which an upsert counts the rows that it updates. */
const UPDATED = "'rest.updated'";
const UPDATED_SQL = `coalesce(nullif(current_setting(${UPDATED}, true), ''), '0')::int`;

export function buildInsert(request: WriteRequest, payload: Payload): BuiltStatement {
  const statement = new Statement();
  const columns = payload.columns;
  const from = payloadSql(statement, payload, request.preferences.missing === "default");
  const names = columns.map(({ name }) => quoteName(name));
  const target = `insert into ${tableSql(request.relation)} as ${SOURCE}${names.length > 0 ? ` (${names.join(", ")})` : ""}`;
  const values = `select ${names.map((name) => `rest_body.${name}`).join(", ")} ${from}`;
  return finish(statement, request, `${target} ${values}${conflictSql(request, columns)}`);
}

export function buildUpdate(request: WriteRequest, payload: Payload): BuiltStatement {
  const statement = new Statement();
  const names = payload.columns.map(({ name }) => quoteName(name));
  const sets = names.map((name) => `${name} = rest_body.${name}`);
  const row = `(select rest_body.* ${payloadSql(statement, payload, false)} limit 1) as rest_body`;
  const where = whereSql(statement, request.relation, request.query.conditions);
  const change = `update ${tableSql(request.relation)} as ${SOURCE} set ${sets.join(", ")} from ${row}${where}`;
  return finish(statement, request, change);
}

export function buildDelete(request: WriteRequest): BuiltStatement {
  const statement = new Statement();
  const where = whereSql(statement, request.relation, request.query.conditions);
  return finish(statement, request, `delete from ${tableSql(request.relation)} as ${SOURCE}${where}`);
}

/** The payload as rows `rest_body`; PostgreSQL converts each value to its column's type. */
function payloadSql(statement: Statement, { text, columns }: Payload, usesDefaults: boolean): string {
  const json = statement.add(text);
  if (columns.length === 0) return `from json_array_elements(${json}::json) as rest_body`;
  const typed = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
  const defaults = columns.filter(({ defaultSql }) => defaultSql !== null);
  if (!usesDefaults || defaults.length === 0) return `from json_to_recordset(${json}::json) as rest_body(${typed})`;
  const pairs = defaults.map(({ name, defaultSql }) => `${statement.add(name)}, ${defaultSql}`);
  return (
    `from jsonb_array_elements(${json}::jsonb) as rest_given(element), ` +
    `lateral jsonb_to_record(jsonb_build_object(${pairs.join(", ")}) || rest_given.element) as rest_body(${typed})`
  );
}

/** Without `on_conflict` an upsert uses the primary key; without a primary key it is an insert, as in PostgREST. */
function conflictSql({ relation, query, preferences }: WriteRequest, columns: readonly Column[]): string {
  if (preferences.duplicates === undefined) return "";
  const primary = [...relation.columns.values()].filter(({ isPrimary }) => isPrimary);
  const keys = query.onConflict?.map((name) => requireColumn(relation, name)) ?? primary;
  if (keys.length === 0) return "";
  const target = ` on conflict (${keys.map(({ name }) => quoteName(name)).join(", ")})`;
  if (preferences.duplicates === "ignore" || columns.length === 0) return `${target} do nothing`;
  const sets = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`);
  const counting = `set_config(${UPDATED}, (${UPDATED_SQL} + 1)::text, true) is not null`;
  return `${target} do update set ${sets.join(", ")} where ${counting}`;
}

function finish(statement: Statement, request: WriteRequest, change: string): BuiltStatement {
  const output = writeOutput(statement, request);
  const body = output ? bodySql(output.row, request.format) : "null::text";
  const text =
    `with ${PAGE} as (${change} returning ${output?.selectList ?? "1 as rest_item_0"}) ` +
    `select ${body} as body, count(*)::float8 as rows, ${UPDATED_SQL} as updated from ${PAGE}`;
  return statement.build(text);
}

/** A caller without the right to select can still write if nothing is returned. */
function writeOutput(statement: Statement, { relation, query, preferences, role }: WriteRequest): Output | undefined {
  if (preferences.return === "representation") {
    if (query.order.length > 0) return orderedOutput(statement, relation, query, role);
    return outputFor(statement, relation, query.select, role);
  }
  if (preferences.return !== "headers-only") return undefined;
  const keys = [...relation.columns.values()].filter(({ isPrimary }) => isPrimary);
  if (keys.length === 0) return undefined;
  return { selectList: keys.map(({ name }) => `${SOURCE}.${quoteName(name)}`).join(", "), row: `${PAGE}.*` };
}

/** The arguments of a call: a JSON value or a text in the body, or strings in the query string. */
export type Arguments =
  | { readonly kind: "json" | "text"; readonly text: string; readonly names: readonly string[] | undefined }
  | { readonly kind: "texts"; readonly values: ReadonlyMap<string, string>; readonly names: readonly string[] };

export type CallRequest = {
  readonly routine: Routine;
  readonly args: Arguments;
  readonly query: RequestQuery;
  readonly range: RowRange;
  readonly count: Preferences["count"];
  readonly format: ResponseFormat;
  readonly role: Claims["role"];
};

/** Calls the function once, then filters, orders and limits its rows like those of a table. */
export function buildCall(request: CallRequest): BuiltStatement {
  const statement = new Statement();
  const { routine, args } = request;
  const call = callSql(statement, routine, args);
  const { returns } = routine;
  const text =
    returns === "void" || returns === "scalar"
      ? scalarSql(statement, request, call)
      : rowsSql(statement, { ...request, relation: returns }, call);
  return statement.build(text);
}

type Call = { readonly from: string; readonly invocation: string };

function callSql(statement: Statement, routine: Routine, given: Arguments): Call {
  const parameters = [...routine.parameters.values()].filter(({ name }) => given.names?.includes(name));
  const name = `public.${quoteName(routine.name)}`;
  if (routine.bodyType && given.kind !== "texts") {
    return { from: "", invocation: `${name}(${statement.addAs(given.text, routine.bodyType)})` };
  }
  if (given.kind === "texts") {
    const values = parameters.map((parameter) => {
      const value = statement.addAs(given.values.get(parameter.name) ?? "", parameter.type);
      return `${quoteName(parameter.name)} => ${value}`;
    });
    return { from: "", invocation: `${name}(${values.join(", ")})` };
  }
  if (parameters.length === 0) return { from: "", invocation: `${name}()` };
  const typed = parameters.map((parameter) => `${quoteName(parameter.name)} ${parameter.type}`).join(", ");
  const values = parameters.map(
    (parameter) => `${quoteName(parameter.name)} => rest_given.${quoteName(parameter.name)}`,
  );
  return {
    from: `json_to_record(${statement.add(given.text)}::json) as rest_given(${typed}), lateral `,
    invocation: `${name}(${values.join(", ")})`,
  };
}

function scalarSql(statement: Statement, { routine, range, count, format }: CallRequest, call: Call): string {
  const called = `rest_called as materialized (select rest_value from ${call.from}${call.invocation} as rest_result(rest_value))`;
  // A single value is not paged: `limit=0` must not keep the function from running.
  const limit = routine.returnsSet ? rangeSql(statement, range) : "";
  const page = `${PAGE} as (select rest_value from rest_called${limit})`;
  const body = bodySql(`${PAGE}.rest_value`, { ...format, isSingle: format.isSingle || !routine.returnsSet });
  const total = count === undefined ? "null" : "(select count(*) from rest_called)";
  const result = routine.returns === "void" ? "null::text" : body;
  return `with ${called}, ${page} select ${result} as body, count(*)::float8 as rows, ${total}::float8 as total from ${PAGE}`;
}

function rowsSql(statement: Statement, request: CallRequest & { relation: Relation }, call: Call): string {
  const { format, routine } = request;
  const called = `rest_called as materialized (select ${SOURCE}.* from ${call.from}${call.invocation} as ${SOURCE})`;
  return readSql(
    statement,
    {
      ...request,
      format: { ...format, isSingle: format.isSingle || !routine.returnsSet },
    },
    "rest_called",
    [called],
  );
}
