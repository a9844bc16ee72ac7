/** Prevents open redirects: only a path on this site, no other host ("//", "/\"), and not the sign-in page. */
export function safeRedirectPath(path: unknown): string | undefined {
  if (typeof path !== "string" || !/^\/(?![/\\])/.test(path)) return undefined;
  const { origin, pathname, search, hash } = new URL(path, DUMMY_ORIGIN);
  return origin === DUMMY_ORIGIN && pathname !== "/auth" ? pathname + search + hash : undefined;
}

const DUMMY_ORIGIN = "http://site.invalid";
