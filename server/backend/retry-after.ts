/** Of answers that come before any part of the protocol is asked: a browser elsewhere may read them, too. */
export const TRY_LATER_HEADERS = {
  "content-type": "application/json",
  "access-control-allow-origin": "*",
  "cache-control": "no-store",
  "retry-after": "5",
} as const;
