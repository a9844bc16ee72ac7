import { useEffect, useSyncExternalStore } from "react";
import { isSessionKey } from "../../domain/accounts/session-key.ts";
import { type Account, currentAccount, setAccount, watchAccount } from "./account.ts";
import { isSupabaseMode } from "./public-config.ts";
import { hasStoredSession } from "./stored-session.ts";

const SERVER_ACCOUNT: Account = { status: "loading" };
/** After this time screens say that the sign-in service is unreachable; loading continues. */
const SLOW_MS = 8_000;
const RETRY_MS = 10_000;

/** The current account. The server renders "loading"; supabase-js is loaded only if the browser has a session. */
export function useAccount(): Account {
  useEffect(() => {
    if (currentAccount().status === "loading") {
      if (hasSession()) void load();
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

/** A session is stored, or its code is in the URL after a mailed link in Supabase mode. */
function hasSession(): boolean {
  return (/[?&]code=/.test(location.search) && isSupabaseMode()) || hasStoredSession();
}

async function load(): Promise<void> {
  setTimeout(reportIfLoading, SLOW_MS);
  try {
    const { loadSupabase } = await import("./supabase-client.ts");
    await loadSupabase();
  } catch (error) {
    console.error("The account could not be loaded", error);
    setAccount({ status: "unreachable" });
    setTimeout(() => void load(), RETRY_MS);
  }
}

function reportIfLoading(): void {
  if (currentAccount().status === "loading") setAccount({ status: "unreachable" });
}
