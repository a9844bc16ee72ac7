/** A path on this site, or nothing: never another host ("//", "/\"), never the sign-in screen itself. */
export function safeRedirectPath(wanted: unknown): string | undefined {
  if (typeof wanted !== "string" || !/^\/(?![/\\])/.test(wanted)) return undefined;
  const { origin, pathname, search, hash } = new URL(wanted, NOWHERE);
  return origin === NOWHERE && pathname !== "/auth" ? pathname + search + hash : undefined;
}

const NOWHERE = "http://site.invalid";
