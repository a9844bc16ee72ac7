/**
 * Sent inline before the loader (hydrate-on-intent.ts) where a page is for who has an account: who holds no session is led to /auth at
 * once, not by the gate's scripts (app/auth/auth-gate.tsx). True while leaving.
 */
export function redirectToSignIn(): boolean {
  const { hash, pathname, search } = location;
  if (/_token=|error_|[?&]code=/.test(search + hash)) return false;
  try {
    if (Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key))) return false;
  } catch {}
  // The router reads its state so; one without a key it throws away.
  history.replaceState({ key: "gate", usr: { next: pathname + search } }, "", "/auth");
  location.reload();
  return true;
}
