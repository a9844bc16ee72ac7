import type { Claims } from "../../../db/database.ts";
import type { Relation } from "../catalog/catalog.ts";
import type { ResponseFormat } from "../parse/media-type.ts";
import type { Preferences } from "../parse/preferences.ts";
import type { RequestQuery } from "../parse/request-query.ts";
import { MAX_ROWS, type RowRange } from "../parse/row-range.ts";
import { orderSql, SOURCE, whereSql } from "./build-conditions.ts";
import { bodySql, outputFor, PAGE } from "./build-output.ts";
import { type BuiltStatement, quoteName, Statement } from "./statement.ts";

type ReadRequest = {
  readonly relation: Relation;
  readonly query: Pick<RequestQuery, "select" | "conditions" | "order">;
  readonly range: RowRange;
  readonly count: Preferences["count"];
  readonly format: ResponseFormat;
  readonly role: Claims["role"];
};

export function tableSql(relation: Relation): string {
  return `public.${quoteName(relation.name)}`;
}

/** Selects the requested rows as one JSON text, their number, and the total if a count is requested. */
export function buildRead(request: ReadRequest): BuiltStatement {
  const statement = new Statement();
  return statement.build(readSql(statement, request, tableSql(request.relation)));
}

/** Like buildRead, for any source of rows; `before` are the common table expressions that the source needs. */
export function readSql(
  statement: Statement,
  request: ReadRequest,
  source: string,
  before: readonly string[] = [],
): string {
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

export function rangeSql(statement: Statement, { offset, limit }: RowRange): string {
  const rows = Math.min(limit ?? MAX_ROWS, MAX_ROWS);
  const skipped = offset > 0 ? ` offset ${statement.addAs(String(offset), "bigint")}` : "";
  return ` limit ${statement.addAs(String(rows), "bigint")}${skipped}`;
}

/** Every kind of count is exact: the planner's estimate would include rows that the caller may not see. */
function totalSql(from: string, count: Preferences["count"]): string {
  return count === undefined ? "null::float8" : `(select count(*) ${from})::float8`;
}
