/** Seconds until a client may try again after a 503 that has no time of its own. */
export const RETRY_AFTER_S = 5;
