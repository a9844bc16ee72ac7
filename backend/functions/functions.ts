import { Hono } from "hono";
import { AuthFailure, type Authenticate } from "../authenticate.ts";
import { allowAllOrigins } from "../cors.ts";
import type { Log } from "../log.ts";
import { RETRY_AFTER } from "../retry-after.ts";

type FunctionsOptions = {
  readonly authenticate: Authenticate;
  readonly log: Log;
  readonly functions: Readonly<Record<string, Hono>>;
};

/** functions/v1: serves the edge functions that supabase-js calls with functions.invoke. */
export function createFunctions({ authenticate, log, functions }: FunctionsOptions): Hono {
  const app = new Hono();
  app.use(allowAllOrigins(["GET", "POST"]));
  app.use(async (c, next) => {
    await requireKey(authenticate, c.req.raw);
    await next();
  });
  for (const [name, routes] of Object.entries(functions)) app.route(`/${name}`, routes);
  app.all("*", (c) => c.json({ code: "NOT_FOUND", message: "Requested function was not found" }, 404));
  app.onError((error, c) => {
    if (error instanceof AuthFailure) return error.toResponse();
    log.error("A function failed", { error });
    return c.json({ message: "Please try again later." }, 503, RETRY_AFTER);
  });
  return app;
}

/** Requires a valid API key but no valid session: a user whose session has ended can still send a message. */
async function requireKey(authenticate: Authenticate, request: Request): Promise<void> {
  try {
    await authenticate(request);
  } catch (error) {
    const apikey = request.headers.get("apikey");
    if (!(error instanceof AuthFailure) || apikey === null) throw error;
    await authenticate(new Request(request.url, { headers: { apikey } }));
  }
}
