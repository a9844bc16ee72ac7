/** For responses sent before Hono adds CORS headers. */
export const RETRY_AFTER_HEADERS = {
  "content-type": "application/json",
  "access-control-allow-origin": "*",
  "cache-control": "no-store",
  "retry-after": "5",
} as const;
