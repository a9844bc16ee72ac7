import type { Claims } from "../../../db/database.ts";
import type { Column, Relation } from "../catalog/catalog.ts";
import type { ResponseFormat } from "../parse/media-type.ts";
import type { Payload } from "../parse/payload.ts";
import type { Preferences } from "../parse/preferences.ts";
import type { RequestQuery } from "../parse/request-query.ts";
import { requireColumn, SOURCE, whereSql } from "./build-conditions.ts";
import { bodySql, orderedOutput, outputFor, PAGE, type Output } from "./build-output.ts";
import { tableSql } from "./build-query.ts";
import { type BuiltStatement, quoteName, Statement } from "./statement.ts";

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
