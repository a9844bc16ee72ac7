import { orderSql, SOURCE, whereSql } from "./build-conditions.ts";
import { bodySql, outputFor, PAGE } from "./build-output.ts";
import type { Relation } from "./catalog.ts";
import type { Answer } from "./media-type.ts";
import type { Preferences } from "./preferences.ts";
import type { RequestQuery } from "./request-query.ts";
import { MOST_ROWS, type RowRange } from "./row-range.ts";
import { quoteName, Statement } from "./statement.ts";

export type Built = { readonly text: string; readonly parameters: readonly string[] };

type ReadRequest = {
  readonly relation: Relation;
  readonly query: Pick<RequestQuery, "select" | "conditions" | "order">;
  readonly range: RowRange;
  readonly count: Preferences["count"];
  readonly answer: Answer;
};

export function tableSql(relation: Relation): string {
  return `public.${quoteName(relation.name)}`;
}

/** The page asked for as one JSON text, how many rows it has and, where counting is asked for, how many there are. */
export function buildRead(request: ReadRequest): Built {
  const statement = new Statement();
  return { text: readSql(statement, request, tableSql(request.relation)), parameters: statement.parameters };
}

/** As buildRead, from any source of rows; `before` are the common table expressions that it needs. */
export function readSql(
  statement: Statement,
  request: ReadRequest,
  source: string,
  before: readonly string[] = [],
): string {
  const { relation, query, range, count, answer } = request;
  const output = outputFor(statement, relation, query.select);
  const where = whereSql(statement, relation, query.conditions);
  const page =
    `select ${output.listed} from ${source} as ${SOURCE}${where}` +
    `${orderSql(statement, relation, query.order)}${rangeSql(statement, range)}`;
  const total = totalSql(`from ${source} as ${SOURCE}${where}`, count);
  const tables = [...before, `${PAGE} as (${page})`];
  return (
    `with ${tables.join(", ")} select ${bodySql(output.row, answer)} as body, ` +
    `count(*)::float8 as rows, ${total} as total from ${PAGE}`
  );
}

/** What the planner thinks the count is. */
export function buildEstimate({ relation, query }: Pick<ReadRequest, "relation" | "query">): Built {
  const statement = new Statement();
  const where = whereSql(statement, relation, query.conditions);
  const text = `explain (format json) select 1 from ${tableSql(relation)} as ${SOURCE}${where}`;
  return { text, parameters: statement.parameters };
}

export function rangeSql(statement: Statement, { offset, limit }: RowRange): string {
  const rows = Math.min(limit ?? MOST_ROWS, MOST_ROWS);
  const skipped = offset > 0 ? ` offset ${statement.addAs(String(offset), "bigint")}` : "";
  return ` limit ${statement.addAs(String(rows), "bigint")}${skipped}`;
}

function totalSql(from: string, count: Preferences["count"]): string {
  if (count === "exact") return `(select count(*) ${from})::float8`;
  // One more than a page can hold tells whether the planner has to be asked.
  if (count === "estimated")
    return `(select count(*) from (select 1 ${from} limit ${MOST_ROWS + 1}) as counted)::float8`;
  return "null::float8";
}
