import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { QueueFullError } from "../../domain/limiter.ts";
import { type Authenticate, AuthFailure } from "../authenticate.ts";
import { type Budget, clientGone } from "../budget.ts";
import { allowAllOrigins } from "../cors.ts";
import type { Claims, Database } from "../database/database.ts";
import {
  type Catalog,
  createCatalogCache,
  findNearestName,
  loadCatalog,
  type Relation,
  type Routine,
} from "./catalog.ts";
import {
  ambiguousRoutine,
  findDatabaseError,
  invalidBody,
  invalidPath,
  noRootMetadata,
  NotInCatalog,
  RestError,
  tooLarge,
  tooLong,
  tooManyAtOnce,
  unknownRoutine,
  unknownSchema,
  unknownTable,
  unsupportedCallMethod,
  unsupportedMethod,
} from "./errors.ts";
import { chooseResponseFormat } from "./parse/media-type.ts";
import { readCallBody, readPayload, requireJson } from "./parse/payload.ts";
import { readPreferences } from "./parse/preferences.ts";
import { readArguments, readCallQuery, readTableQuery } from "./parse/request-query.ts";
import { contentRange, rangeStatus, readRange } from "./parse/row-range.ts";
import {
  checkSingle,
  checkWrite,
  type CommittedWrite,
  type Outcome,
  respond,
  type RestContext,
  run,
} from "./respond.ts";
import {
  type Arguments,
  buildCall,
  buildDelete,
  buildInsert,
  buildRead,
  buildUpdate,
  type WriteRequest,
} from "./sql/build-statements.ts";

type RestOptions = {
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** Awaited between commit and response, so that a caller's next read of a page shows the write. */
  readonly onChange: (change: CommittedWrite) => Promise<void> | void;
  /** Shares the database connections fairly among callers. */
  readonly budget?: Budget;
  /** Receives unexpected errors; the response contains no details of them. */
  readonly report?: (error: unknown) => void;
  readonly now?: () => Date;
};

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_QUERY_LENGTH = 128 * 1024;

const METHODS = ["GET", "HEAD", "POST", "PATCH", "DELETE"];

/** rest/v1: the part of PostgREST that supabase-js uses. Statements run under the caller's role, so PostgreSQL checks all rights. */
export function createRest(options: RestOptions): Hono {
  const { authenticate, onChange, budget = (database) => database } = options;
  const { report = () => {}, now = () => new Date() } = options;
  const catalogs = createCatalogCache(() => loadCatalog(options.database.sql), now);

  async function handleRequest(c: Context, handle: (context: RestContext) => Promise<Response>): Promise<Response> {
    let role: Claims["role"] = "anon";
    try {
      const claims = await authenticate(c.req.raw);
      role = claims.role;
      const request = await readRequest(c, claims);
      const database = budget(options.database, c.req.raw, claims);
      return await withCatalog((catalog) => handle({ ...request, catalog, database, onChange }));
    } catch (error) {
      if (c.req.raw.signal.aborted) return clientGone();
      if (error instanceof AuthFailure) return error.toResponse();
      if (error instanceof QueueFullError) return tooManyAtOnce().toResponse();
      const restError = error instanceof RestError ? error : findDatabaseError(error, { role, method: c.req.method });
      if (!restError) throw error;
      if (restError !== error && restError.status >= 500) report(error);
      return restError.toResponse();
    }
  }

  /** NotInCatalog is thrown before any statement runs, so the request can safely be tried again with a fresh catalog. */
  async function withCatalog(handle: (catalog: Catalog) => Promise<Response>): Promise<Response> {
    try {
      return await handle(await catalogs.current());
    } catch (error) {
      if (!(error instanceof NotInCatalog) || !(await catalogs.refresh())) throw error;
      return handle(await catalogs.current());
    }
  }

  const app = new Hono();
  app.use(allowAllOrigins(METHODS));
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => tooLarge(MAX_BODY_BYTES).toResponse() }));
  app.all("/", (c) => handleRequest(c, () => Promise.reject(noRootMetadata())));
  app.all("/rpc/:name", (c) => handleRequest(c, (context) => handleRpc(context, c.req.param("name"))));
  app.all("/:table", (c) => handleRequest(c, (context) => handleTable(context, c.req.param("table"))));
  app.all("*", (c) =>
    handleRequest(c, () => Promise.reject(c.req.path.endsWith("/") ? noRootMetadata() : invalidPath())),
  );
  app.onError((error) => {
    report(error);
    return new RestError(500, "PGRSTX00", "Internal server error").toResponse();
  });
  return app;
}

async function readRequest(
  { req }: Context,
  claims: Claims,
): Promise<Omit<RestContext, "catalog" | "database" | "onChange">> {
  const { method } = req;
  const isRead = method === "GET" || method === "HEAD";
  const profile = req.header(isRead ? "accept-profile" : "content-profile");
  if (profile !== undefined && profile !== "public") throw unknownSchema(profile);
  const { search, searchParams, pathname } = new URL(req.url);
  if (search.length > MAX_QUERY_LENGTH) throw tooLong("The query string");
  return {
    claims,
    method,
    path: pathname.replace(/^\/rest\/v1/, ""),
    search: searchParams,
    headers: req.raw.headers,
    body: isRead ? "" : await req.text(),
    preferences: readPreferences(req.header("prefer") ?? null),
    format: chooseResponseFormat(req.header("accept") ?? null, method),
  };
}

/** Calls a function: POST with its arguments as JSON, or GET, which may not write. */
async function handleRpc(context: RestContext, name: string): Promise<Response> {
  const { method, format, preferences, claims } = context;
  const isReadOnly = method === "GET" || method === "HEAD";
  if (!isReadOnly && method !== "POST") throw unsupportedCallMethod(method);
  const args = readCallArguments(context, isReadOnly);
  const routine = requireRoutine(context.catalog, name, args);
  const query = readCallQuery(context.search);
  const range = readRange(context.search, context.headers.get("range"));
  const statement = buildCall({ routine, args, query, range, count: preferences.count, format, role: claims.role });
  const isVoid = routine.returns === "void";
  const check = checkWrite({ preferences, format: isVoid ? { ...format, isSingle: false } : format });
  const outcome = await run(context, statement, { isReadOnly, check });
  if (isVoid) return new Response(null, { status: 204 });
  const total = preferences.count === undefined ? undefined : (outcome.total ?? 0);
  const status = rangeStatus(range.offset, outcome.rows, total);
  const body = preferences.return === "minimal" ? null : outcome.body;
  return respond(context, status, body, contentRange(range.offset, outcome.rows, total));
}

function readCallArguments({ search, headers, body }: RestContext, isReadOnly: boolean): Arguments {
  if (!isReadOnly) {
    const type = headers.get("content-type");
    if (/^text\/plain\b/i.test(type ?? "")) return { kind: "text", text: body, names: undefined };
    requireJson(type);
    return { kind: "json", ...readCallBody(body) };
  }
  const values = new Map(readArguments(search));
  return { kind: "texts", values, names: [...values.keys()] };
}

// The only function with this name and these parameters; parameters with defaults may be left out. If there is none, the
// one with a single unnamed parameter for the body.
function requireRoutine({ routines }: Catalog, name: string, args: Arguments): Routine {
  const candidates = routines.get(name) ?? [];
  const matching = candidates.filter((candidate) => acceptsArguments(candidate, args.names));
  const whole = candidates.find(({ bodyType }) => bodyType !== undefined && acceptsBody(bodyType, args));
  const [routine = whole, another] = matching;
  if (!routine) {
    if (args.kind === "text") requireJson("text/plain");
    if (args.names === undefined && candidates.length > 0) throw invalidBody("Empty or invalid json");
    const nearest = candidates[0] ? signatureHint(candidates[0]) : findNearestName(name, routines.keys());
    throw unknownRoutine(name, args.names ?? [], { isJson: args.kind === "json", nearest });
  }
  if (another) throw ambiguousRoutine(matching.map(signature));
  return routine;
}

function acceptsBody(type: string, { kind }: Arguments): boolean {
  return kind === "text" ? type === "text" : kind === "json" && type !== "text";
}

function acceptsArguments({ parameters, bodyType }: Routine, names: readonly string[] | undefined): boolean {
  if (bodyType !== undefined || names === undefined) return false;
  const isComplete = [...parameters.values()].every(({ name, isOptional }) => isOptional || names.includes(name));
  return isComplete && names.every((name) => parameters.has(name));
}

function signatureHint({ name, parameters }: Routine): string {
  return `${name}(${[...parameters.keys()].toSorted().join(", ")})`;
}

function signature({ name, parameters }: Routine): string {
  const listed = [...parameters.values()].map((parameter) => `${parameter.name} => ${parameter.type}`);
  return `public.${name}(${listed.join(", ")})`;
}

const WRITE = { isReadOnly: false, mustFinish: true } as const;

async function handleTable(context: RestContext, name: string): Promise<Response> {
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
