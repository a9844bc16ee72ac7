/** Seconds until a client may try again after a 503 that has no time of its own. */
export const RETRY_AFTER_S = 5;

export const RETRY_AFTER = { "retry-after": String(RETRY_AFTER_S) } as const;

/** For responses of the backend that are sent before Hono adds CORS headers. */
export const UNAVAILABLE_HEADERS = {
  "content-type": "application/json",
  "access-control-allow-origin": "*",
  "cache-control": "no-store",
  ...RETRY_AFTER,
} as const;
