import type { Relation } from "./catalog/catalog.ts";
import { findNearestName } from "./catalog/nearest-name.ts";
import { unknownTable, unsupportedMethod } from "./errors.ts";
import { readPayload, requireJson } from "./parse/payload.ts";
import { readTableQuery } from "./parse/request-query.ts";
import { contentRange, rangeStatus, readRange } from "./parse/row-range.ts";
import { checkSingle, checkWrite, type Exchange, type Outcome, respond, run } from "./respond.ts";
import { buildRead } from "./sql/build-query.ts";
import { buildDelete, buildInsert, buildUpdate, type WriteRequest } from "./sql/build-write.ts";

/** Reads and writes of one table or view. */
export async function handleTable(exchange: Exchange, name: string): Promise<Response> {
  const { relations } = exchange.catalog;
  const relation = relations.get(name);
  if (!relation) throw unknownTable(name, findNearestName(name, relations.keys()));
  switch (exchange.method) {
    case "GET":
    case "HEAD":
      return read(exchange, relation);
    case "POST":
      return insert(exchange, relation);
    case "PATCH":
      return update(exchange, relation);
    case "DELETE":
      return remove(exchange, relation);
    default:
      throw unsupportedMethod(exchange.method);
  }
}

async function read(exchange: Exchange, relation: Relation): Promise<Response> {
  const { answer, preferences, claims } = exchange;
  const query = readTableQuery(exchange.search);
  const range = readRange(exchange.search, exchange.headers.get("range"));
  const built = buildRead({ relation, query, range, count: preferences.count, answer, role: claims.role });
  const outcome = await run(exchange, built, { isReadOnly: true, check: checkSingle(answer) });
  const total = preferences.count === undefined ? undefined : (outcome.total ?? 0);
  const status = rangeStatus(range.offset, outcome.rows, total);
  return respond(exchange, status, outcome.body, contentRange(range.offset, outcome.rows, total));
}

async function insert(exchange: Exchange, relation: Relation): Promise<Response> {
  requireJson(exchange.headers.get("content-type"));
  const request = writeRequest(exchange, relation);
  const payload = readPayload(exchange.body, relation, request.query.columns);
  const outcome = await run(exchange, buildInsert(request, payload), {
    isReadOnly: false,
    check: checkWrite(exchange),
  });
  await announce(exchange, relation, outcome);
  const { duplicates } = exchange.preferences;
  const isAllUpdates = duplicates === "merge" && outcome.rows > 0 && outcome.updated === outcome.rows;
  const response = respondToWrite(
    exchange,
    isAllUpdates ? 200 : 201,
    outcome,
    contentRange(0, 0, counted(exchange, outcome)),
  );
  const location = locationOf(exchange, relation, outcome);
  if (location) response.headers.set("location", location);
  return response;
}

async function update(exchange: Exchange, relation: Relation): Promise<Response> {
  requireJson(exchange.headers.get("content-type"));
  const request = writeRequest(exchange, relation);
  const payload = readPayload(exchange.body, relation, request.query.columns);
  const isIdle = payload.isEmpty || payload.columns.length === 0;
  const check = checkWrite(exchange);
  const outcome = isIdle
    ? idle(check)
    : await run(exchange, buildUpdate(request, payload), { isReadOnly: false, check });
  await announce(exchange, relation, outcome);
  const status = exchange.preferences.answer === "representation" ? 200 : 204;
  return respondToWrite(exchange, status, outcome, contentRange(0, outcome.rows, counted(exchange, outcome)));
}

async function remove(exchange: Exchange, relation: Relation): Promise<Response> {
  const built = buildDelete(writeRequest(exchange, relation));
  const outcome = await run(exchange, built, { isReadOnly: false, check: checkWrite(exchange) });
  await announce(exchange, relation, outcome);
  const status = exchange.preferences.answer === "representation" ? 200 : 204;
  return respondToWrite(exchange, status, outcome, contentRange(0, 0, counted(exchange, outcome)));
}

function writeRequest({ search, preferences, answer, claims }: Exchange, relation: Relation): WriteRequest {
  const query = readTableQuery(search);
  const headersOnly = preferences.answer === "headers-only";
  const { role } = claims;
  return { relation, query, preferences, role, answer: headersOnly ? { ...answer, isSingle: false } : answer };
}

/** An update that names no column changes nothing and asks the database nothing. */
function idle(check: (outcome: Outcome) => void): Outcome {
  const outcome = { body: "[]", rows: 0 };
  check(outcome);
  return outcome;
}

/** Only for rows that changed: whoever may change nothing cannot make every page stale either. */
async function announce({ onChange }: Exchange, relation: Relation, { rows }: Outcome): Promise<void> {
  if (rows > 0) await onChange({ table: relation.name });
}

function counted({ preferences }: Exchange, { rows }: Outcome): number | undefined {
  return preferences.count === undefined ? undefined : rows;
}

/** Where the one new row is found, for `return=headers-only`. */
function locationOf({ preferences }: Exchange, relation: Relation, { body, rows }: Outcome): string | undefined {
  if (preferences.answer !== "headers-only" || rows !== 1 || body === null) return undefined;
  const [key] = JSON.parse(body) as Record<string, unknown>[];
  const filters = Object.entries(key ?? {}).map(([column, value]) => [column, `eq.${String(value)}`]);
  return `/${encodeURIComponent(relation.name)}?${new URLSearchParams(filters)}`;
}

function respondToWrite(exchange: Exchange, status: number, outcome: Outcome, range: string): Response {
  const hasBody = exchange.preferences.answer === "representation";
  const response = respond(exchange, status, hasBody ? outcome.body : null, range);
  if (!hasBody) response.headers.delete("content-type");
  return response;
}
