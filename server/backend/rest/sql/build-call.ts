import type { Claims } from "../../../db/database.ts";
import type { Relation, Routine } from "../catalog/catalog.ts";
import type { ResponseFormat } from "../parse/media-type.ts";
import type { Preferences } from "../parse/preferences.ts";
import type { RequestQuery } from "../parse/request-query.ts";
import type { RowRange } from "../parse/row-range.ts";
import { SOURCE } from "./build-conditions.ts";
import { bodySql, PAGE } from "./build-output.ts";
import { rangeSql, readSql } from "./build-query.ts";
import { type BuiltStatement, quoteName, Statement } from "./statement.ts";

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
