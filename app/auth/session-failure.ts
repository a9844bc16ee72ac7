import { signOutIfEnded, showFailure } from "./submission.ts";
import { loadSupabase } from "./supabase-client.ts";

/** After a failed request: redirects to sign-in if the session was ended elsewhere. Local copies are kept. */
export async function leaveIfSignedOut(): Promise<boolean> {
  try {
    const supabase = await loadSupabase();
    const { data } = await supabase.auth.getSession();
    // Without a session, none can have ended elsewhere.
    return data.session !== null && (await signOutIfEnded(supabase, await supabase.auth.getUser()));
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
