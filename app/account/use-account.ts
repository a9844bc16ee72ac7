import { useEffect, useSyncExternalStore } from "react";
import { type Account, currentAccount, setAccount, watchAccount } from "./account.ts";

const STORED_SESSION = /^sb-.+-auth-token/;
const RENDERED: Account = { status: "loading" };

/** Who is there. Pages are rendered as for nobody; supabase-js is loaded only where the browser holds a session. */
export function useAccount(): Account {
  useEffect(() => {
    if (currentAccount().status === "loading") {
      if (holdsSession()) void open();
      else setAccount({ status: "signed-out" });
    }
    addEventListener("storage", openForOtherTab);
    return () => removeEventListener("storage", openForOtherTab);
  }, []);
  return useSyncExternalStore(watchAccount, currentAccount, () => RENDERED);
}

/** On this device only; /account ends the other sessions. */
export async function signOut(): Promise<void> {
  const { openBackend } = await import("./backend.ts");
  await (await openBackend()).auth.signOut({ scope: "local" });
}

/** Somebody signed in in another tab, and this one has not loaded what would tell it. */
function openForOtherTab({ key, newValue }: StorageEvent): void {
  if (key && newValue && STORED_SESSION.test(key)) void open();
}

/** Stored, or on its way in the address after a link from a mail. */
function holdsSession(): boolean {
  if (/access_token=|error_code=/.test(location.hash)) return true;
  try {
    return Object.keys(localStorage).some((key) => STORED_SESSION.test(key));
  } catch {
    return false;
  }
}

async function open(): Promise<void> {
  try {
    const { openBackend } = await import("./backend.ts");
    await openBackend();
  } catch (error) {
    console.error("The account could not be loaded", error);
    setAccount({ status: "signed-out" });
  }
}
