import { useEffect, useSyncExternalStore } from "react";
import { isSessionKey } from "../../domain/accounts/session-key.ts";
import { type Account, currentAccount, setAccount, watchAccount } from "./account.ts";
import { isSupabaseMode, publicConfig } from "./public-config.ts";
import { findStoredSession } from "./stored-session.ts";

const SERVER_ACCOUNT: Account = { status: "loading" };
/** After this time screens say that the sign-in service is unreachable; loading continues. */
const SLOW_MS = 8_000;
const RETRY_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 10_000;

/** The current account. The server renders "loading"; supabase-js is loaded only if the browser has a session. */
export function useAccount(): Account {
  useEffect(() => {
    if (currentAccount().status === "loading") {
      const stored = findStoredSession();
      if (stored) setAccount({ status: "loading", email: stored.email });
      if (stored || hasCode()) void load();
      else setAccount({ status: "signed-out", why: "never-in" });
    }
    addEventListener("storage", loadForOtherTab);
    return () => removeEventListener("storage", loadForOtherTab);
  }, []);
  return useSyncExternalStore(watchAccount, currentAccount, () => SERVER_ACCOUNT);
}

/** Ends the session on this device only. */
export async function signOut(): Promise<void> {
  const { loadSupabase } = await import("./supabase-client.ts");
  const { auth } = await loadSupabase();
  // Set before the auth event, which carries no reason.
  setAccount({ status: "signed-out", why: "left" });
  await auth.signOut({ scope: "local" });
}

/** Another tab signed in before this one has loaded supabase-js. */
function loadForOtherTab({ key, newValue }: StorageEvent): void {
  if (newValue && isSessionKey(key)) void load();
}

/** The code of a session is in the URL, after a mailed link in Supabase mode. */
const hasCode = (): boolean => /[?&]code=/.test(location.search) && isSupabaseMode();

async function load(): Promise<void> {
  setTimeout(reportIfLoading, SLOW_MS);
  try {
    // supabase-js refreshes an expired session at once, and waits for a minute if that fails.
    if (findStoredSession()?.isExpired) await requireService();
    const { loadSupabase } = await import("./supabase-client.ts");
    await loadSupabase();
  } catch (error) {
    console.error("The account could not be loaded", error);
    reportIfLoading();
    setTimeout(() => void load(), RETRY_MS);
  }
}

async function requireService(): Promise<void> {
  const { supabaseUrl, supabaseAnonKey } = publicConfig();
  const { status } = await fetch(`${supabaseUrl}/auth/v1/health`, {
    headers: { apikey: supabaseAnonKey },
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (status >= 500) throw new Error(`The sign-in service responds with ${status}`);
}

function reportIfLoading(): void {
  const account = currentAccount();
  if (account.status === "loading") setAccount({ ...account, status: "unreachable" });
}
