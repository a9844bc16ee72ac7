import { cors } from "hono/cors";

/** All that supabase-js sends along, whichever part it talks to. */
const ALLOWED_HEADERS = [
  ["authorization", "apikey", "x-client-info", "content-type", "prefer", "accept-profile", "content-profile", "range"],
  ["x-supabase-api-version", "idempotency-key", "range-unit", "x-retry-count", "x-region", "x-upsert", "x-metadata"],
  ["cache-control"],
].flat();
/** All that it reads. */
const EXPOSED_HEADERS = [
  ["content-range", "content-profile", "content-type", "location", "preference-applied", "etag"],
  ["x-total-count", "link", "x-supabase-api-version", "retry-after"],
].flat();
const PREFLIGHT_MAX_AGE_S = 3600;

/** Any site may ask: what counts is the key and the token, which no browser sends by itself. */
export function allowAllOrigins(methods: readonly string[]) {
  return cors({
    origin: "*",
    allowMethods: [...methods, "OPTIONS"],
    allowHeaders: ALLOWED_HEADERS,
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
}
