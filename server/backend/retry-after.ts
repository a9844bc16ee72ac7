/** Of answers that come before any part of the protocol is asked: a browser elsewhere may read them, too. */
export const RETRY_AFTER_HEADERS = {
  "content-type": "application/json",
  "access-control-allow-origin": "*",
  "cache-control": "no-store",
  "retry-after": "5",
} as const;
