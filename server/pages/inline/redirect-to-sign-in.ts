// Sent inline before the loader (hydrate-on-intent.ts) on pages that need an account. Redirects visitors without a session
// to /auth without waiting for the scripts of app/auth/gate.tsx. Returns true if the page is being left.
export function redirectToSignIn(): boolean {
  const { hash, pathname, search } = location;
  if (/_token=|error_|[?&]code=/.test(search + hash)) return false;
  try {
    if (Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key))) return false;
  } catch {}
  // What comes before the screen is its language.
  const [, language, screen = ""] = /^(\/(?!account|blog|newsroom)[^/]+)?(.*)/.exec(pathname) ?? [];
  location.replace(`${language ?? ""}/auth?next=${encodeURIComponent(screen + search)}`);
  return true;
}
