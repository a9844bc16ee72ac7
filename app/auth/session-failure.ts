import { currentAccount } from "./account.ts";
import { signOutIfEnded, showFailure } from "./submission.ts";
import { loadSupabase } from "./supabase-client.ts";

let running: Promise<boolean> | undefined;

/**
 * After a failed request: redirects to sign-in if the session was ended elsewhere. Local copies are kept. Requests that
 * fail together share one check, so that each learns that the session has ended.
 */
export function leaveIfSignedOut(): Promise<boolean> {
  running ??= checkSession().finally(() => (running = undefined));
  return running;
}

async function checkSession(): Promise<boolean> {
  try {
    const supabase = await loadSupabase();
    const { data } = await supabase.auth.getSession();
    // An earlier check may have found the end; the screen is being left then.
    if (!data.session) return currentAccount().status === "signed-out";
    return await signOutIfEnded(supabase, await supabase.auth.getUser());
  } catch (error) {
    console.warn("The session could not be asked for", error);
    return false;
  }
}

/** Runs `store`; on failure redirects to sign-in if the session has ended, then rethrows. */
export async function storeOrLeave<Stored>(store: () => Promise<Stored>): Promise<Stored> {
  try {
    return await store();
  } catch (error) {
    await leaveIfSignedOut();
    throw error;
  }
}

/** Shows a failure, or redirects to sign-in if the session has ended. */
export async function reportFailure(text: string, error?: unknown): Promise<void> {
  if (error) console.error(text, error);
  if (!(await leaveIfSignedOut())) showFailure(text);
}
