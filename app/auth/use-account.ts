import { useEffect, useSyncExternalStore } from "react";
import { type Account, currentAccount, setAccount, watchAccount } from "./account.ts";
import { isSupabaseMode } from "./public-config.ts";
import { hasStoredSession, isSessionKey } from "./stored-session.ts";

const RENDERED: Account = { status: "loading" };
/** After this long the screens say that they wait for the backend, and go on waiting. */
const SLOW_MS = 8_000;
const RETRY_MS = 10_000;

/** Who is there. Pages are rendered as for nobody; supabase-js is loaded only where the browser holds a session. */
export function useAccount(): Account {
  useEffect(() => {
    if (currentAccount().status === "loading") {
      if (holdsSession()) void open();
      else setAccount({ status: "signed-out", why: "never-in" });
    }
    addEventListener("storage", openForOtherTab);
    return () => removeEventListener("storage", openForOtherTab);
  }, []);
  return useSyncExternalStore(watchAccount, currentAccount, () => RENDERED);
}

/** On this device only; /account ends the other sessions. */
export async function signOut(): Promise<void> {
  const { loadSupabase } = await import("./supabase-client.ts");
  const { auth } = await loadSupabase();
  // Said before supabase-js tells of it, which knows no reasons.
  setAccount({ status: "signed-out", why: "left" });
  await auth.signOut({ scope: "local" });
}

/** Somebody signed in in another tab, and this one has not loaded what would tell it. */
function openForOtherTab({ key, newValue }: StorageEvent): void {
  if (newValue && isSessionKey(key)) void open();
}

/** Stored, or on its way in the address after a link from one of Supabase's mails. */
function holdsSession(): boolean {
  return (/[?&]code=/.test(location.search) && isSupabaseMode()) || hasStoredSession();
}

async function open(): Promise<void> {
  setTimeout(tellIfLoading, SLOW_MS);
  try {
    const { loadSupabase } = await import("./supabase-client.ts");
    await loadSupabase();
  } catch (error) {
    console.error("The account could not be loaded", error);
    setAccount({ status: "unreachable" });
    setTimeout(() => void open(), RETRY_MS);
  }
}

function tellIfLoading(): void {
  if (currentAccount().status === "loading") setAccount({ status: "unreachable" });
}
