import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { QueueFullError } from "../../domain/limiter.ts";
import { AuthFailure, type Authenticate } from "../authenticate.ts";
import { type Budget, clientGone } from "../budget.ts";
import { allowAllOrigins } from "../cors.ts";
import type { Claims, Database } from "../database/database.ts";
import { type Catalog, createCatalogCache, loadCatalog } from "./catalog.ts";
import {
  findDatabaseError,
  invalidPath,
  noRootMetadata,
  NotInCatalog,
  RestError,
  tooLarge,
  tooLong,
  tooManyAtOnce,
  unknownSchema,
} from "./errors.ts";
import { handleRpc } from "./handle-rpc.ts";
import { handleTable } from "./handle-table.ts";
import { chooseResponseFormat } from "./parse/media-type.ts";
import { readPreferences } from "./parse/preferences.ts";
import type { CommittedWrite, RestContext } from "./respond.ts";

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
