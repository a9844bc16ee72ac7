import { findNearestName, type Relation } from "./catalog.ts";
import { unknownTable, unsupportedMethod } from "./errors.ts";
import { readPayload, requireJson } from "./parse/payload.ts";
import { readTableQuery } from "./parse/request-query.ts";
import { contentRange, rangeStatus, readRange } from "./parse/row-range.ts";
import { checkSingle, checkWrite, type RestContext, type Outcome, respond, run } from "./respond.ts";
import { buildDelete, buildInsert, buildRead, buildUpdate, type WriteRequest } from "./sql/build-statements.ts";

const WRITE = { isReadOnly: false, mustFinish: true } as const;

/** Reads and writes of one table or view. */
export async function handleTable(context: RestContext, name: string): Promise<Response> {
  const { relations } = context.catalog;
  const relation = relations.get(name);
  if (!relation) throw unknownTable(name, findNearestName(name, relations.keys()));
  switch (context.method) {
    case "GET":
    case "HEAD":
      return read(context, relation);
    case "POST":
      return insert(context, relation);
    case "PATCH":
      return update(context, relation);
    case "DELETE":
      return remove(context, relation);
    default:
      throw unsupportedMethod(context.method);
  }
}

async function read(context: RestContext, relation: Relation): Promise<Response> {
  const { format, preferences, claims } = context;
  const query = readTableQuery(context.search);
  const range = readRange(context.search, context.headers.get("range"));
  const statement = buildRead({ relation, query, range, count: preferences.count, format, role: claims.role });
  const outcome = await run(context, statement, { isReadOnly: true, check: checkSingle(format) });
  const total = preferences.count === undefined ? undefined : (outcome.total ?? 0);
  const status = rangeStatus(range.offset, outcome.rows, total);
  return respond(context, status, outcome.body, contentRange(range.offset, outcome.rows, total));
}

async function insert(context: RestContext, relation: Relation): Promise<Response> {
  requireJson(context.headers.get("content-type"));
  const request = writeRequest(context, relation);
  const payload = readPayload(context.body, relation, request.query.columns);
  const outcome = await run(context, buildInsert(request, payload), {
    ...WRITE,
    check: checkWrite(context),
  });
  await notifyChange(context, relation, outcome);
  const { duplicates } = context.preferences;
  const isAllUpdates = duplicates === "merge" && outcome.rows > 0 && outcome.updated === outcome.rows;
  const response = respondToWrite(
    context,
    isAllUpdates ? 200 : 201,
    outcome,
    contentRange(0, 0, totalFor(context, outcome)),
  );
  const location = locationOf(context, relation, outcome);
  if (location) response.headers.set("location", location);
  return response;
}

async function update(context: RestContext, relation: Relation): Promise<Response> {
  requireJson(context.headers.get("content-type"));
  const request = writeRequest(context, relation);
  const payload = readPayload(context.body, relation, request.query.columns);
  const changesNothing = payload.isEmpty || payload.columns.length === 0;
  const check = checkWrite(context);
  const outcome = changesNothing
    ? emptyUpdate(check)
    : await run(context, buildUpdate(request, payload), { ...WRITE, check });
  await notifyChange(context, relation, outcome);
  const status = context.preferences.return === "representation" ? 200 : 204;
  return respondToWrite(context, status, outcome, contentRange(0, outcome.rows, totalFor(context, outcome)));
}

async function remove(context: RestContext, relation: Relation): Promise<Response> {
  const statement = buildDelete(writeRequest(context, relation));
  const outcome = await run(context, statement, { ...WRITE, check: checkWrite(context) });
  await notifyChange(context, relation, outcome);
  const status = context.preferences.return === "representation" ? 200 : 204;
  return respondToWrite(context, status, outcome, contentRange(0, 0, totalFor(context, outcome)));
}

function writeRequest({ search, preferences, format, claims }: RestContext, relation: Relation): WriteRequest {
  const query = readTableQuery(search);
  const headersOnly = preferences.return === "headers-only";
  const { role } = claims;
  return { relation, query, preferences, role, format: headersOnly ? { ...format, isSingle: false } : format };
}

/** An update without columns changes nothing, so no statement is sent to the database. */
function emptyUpdate(check: (outcome: Outcome) => void): Outcome {
  const outcome = { body: "[]", rows: 0 };
  check(outcome);
  return outcome;
}

/** Only when rows changed: a caller without the right to write must not be able to invalidate the page cache. */
async function notifyChange({ onChange }: RestContext, relation: Relation, { rows }: Outcome): Promise<void> {
  if (rows > 0) await onChange({ table: relation.name });
}

function totalFor({ preferences }: RestContext, { rows }: Outcome): number | undefined {
  return preferences.count === undefined ? undefined : rows;
}

/** The Location header of a single new row, for `return=headers-only`. */
function locationOf({ preferences }: RestContext, relation: Relation, { body, rows }: Outcome): string | undefined {
  if (preferences.return !== "headers-only" || rows !== 1 || body === null) return undefined;
  const [key] = JSON.parse(body) as Record<string, unknown>[];
  const filters = Object.entries(key ?? {}).map(([column, value]) => [column, `eq.${String(value)}`]);
  return `/${encodeURIComponent(relation.name)}?${new URLSearchParams(filters)}`;
}

function respondToWrite(context: RestContext, status: number, outcome: Outcome, range: string): Response {
  const hasBody = context.preferences.return === "representation";
  const response = respond(context, status, hasBody ? outcome.body : null, range);
  if (!hasBody) response.headers.delete("content-type");
  return response;
}
