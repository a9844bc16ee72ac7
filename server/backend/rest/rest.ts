import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { QueueFullError } from "../../../domain/limiter.ts";
import type { Claims, Database } from "../../db/database.ts";
import { AuthFailure, type Authenticate } from "../authenticate.ts";
import type { Budget } from "../budget.ts";
import { allowAllOrigins } from "../cors.ts";
import { createCatalogCache } from "./catalog/catalog-cache.ts";
import { loadCatalog, type Catalog } from "./catalog/catalog.ts";
import {
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
import { findDatabaseRefusal } from "./postgres-errors.ts";
import type { Change, Exchange } from "./respond.ts";

type RestOptions = {
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** Awaited after the commit and before the answer, so that whoever wrote reads what they wrote. */
  readonly onChange: (change: Change) => Promise<void> | void;
  /** Shares the connections among callers; without one nobody waits. */
  readonly budget?: Budget;
  /** Told of what should not happen; the caller only learns that it did. */
  readonly report?: (error: unknown) => void;
  readonly now?: () => Date;
};

const LARGEST_BODY_BYTES = 1024 * 1024;
const MAX_QUERY_LENGTH = 128 * 1024;

const METHODS = ["GET", "HEAD", "POST", "PATCH", "DELETE"];

/** rest/v1: what PostgREST answers to supabase-js. Every statement runs under the caller's role, so PostgreSQL decides. */
export function createRest(options: RestOptions): Hono {
  const { authenticate, onChange, budget = (database) => database } = options;
  const { report = () => {}, now = () => new Date() } = options;
  const catalogs = createCatalogCache(() => loadCatalog(options.database.sql), now);

  async function answer(context: Context, handle: (exchange: Exchange) => Promise<Response>): Promise<Response> {
    let role: Claims["role"] = "anon";
    try {
      const claims = await authenticate(context.req.raw);
      if (claims instanceof AuthFailure) return claims.toResponse();
      role = claims.role;
      const exchange = await readExchange(context, claims);
      const database = budget(options.database, context.req.raw, claims);
      return await withNewestCatalog((catalog) => handle({ ...exchange, catalog, database, onChange }));
    } catch (error) {
      if (error instanceof QueueFullError) return tooManyAtOnce().toResponse();
      const refusal = error instanceof RestError ? error : findDatabaseRefusal(error, role);
      if (!refusal) throw error;
      if (refusal !== error && refusal.status >= 500) report(error);
      return refusal.toResponse();
    }
  }

  /** Statements are built before anything runs, so what the catalog does not know can be tried once more. */
  async function withNewestCatalog(handle: (catalog: Catalog) => Promise<Response>): Promise<Response> {
    try {
      return await handle(await catalogs.current());
    } catch (error) {
      if (!(error instanceof NotInCatalog) || !(await catalogs.renew())) throw error;
      return handle(await catalogs.current());
    }
  }

  const app = new Hono();
  app.use(allowAllOrigins(METHODS));
  app.use(bodyLimit({ maxSize: LARGEST_BODY_BYTES, onError: () => tooLarge(LARGEST_BODY_BYTES).toResponse() }));
  app.all("/", (c) => answer(c, () => Promise.reject(noRootMetadata())));
  app.all("/rpc/:name", (c) => answer(c, (exchange) => handleRpc(exchange, c.req.param("name"))));
  app.all("/:table", (c) => answer(c, (exchange) => handleTable(exchange, c.req.param("table"))));
  app.all("*", (c) => answer(c, () => Promise.reject(c.req.path.endsWith("/") ? noRootMetadata() : invalidPath())));
  app.onError((error) => {
    report(error);
    return new RestError({ status: 500, code: "PGRSTX00", message: "Internal server error" }).toResponse();
  });
  return app;
}

async function readExchange(
  { req }: Context,
  claims: Claims,
): Promise<Omit<Exchange, "catalog" | "database" | "onChange">> {
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
    answer: chooseResponseFormat(req.header("accept") ?? null, method),
  };
}
