import { cors } from "hono/cors";

/** All headers that supabase-js sends. */
const ALLOWED_HEADERS = [
  ["authorization", "apikey", "x-client-info", "content-type", "prefer", "accept-profile", "content-profile", "range"],
  ["x-supabase-api-version", "idempotency-key", "range-unit", "x-retry-count", "x-region", "x-upsert", "x-metadata"],
  ["cache-control"],
].flat();
/** All headers that supabase-js reads. */
const EXPOSED_HEADERS = [
  ["content-range", "content-profile", "content-type", "location", "preference-applied", "etag"],
  ["x-total-count", "link", "x-supabase-api-version", "retry-after"],
].flat();
const PREFLIGHT_MAX_AGE_S = 3600;

/** All origins are allowed: access depends on key and token, which browsers never send by themselves. */
export function allowAllOrigins(methods: readonly string[]) {
  return cors({
    origin: "*",
    allowMethods: [...methods, "OPTIONS"],
    allowHeaders: ALLOWED_HEADERS,
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_S,
  });
}
