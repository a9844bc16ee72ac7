import { leaveIfEnded, showFailure } from "../../auth/submission.ts";
import { loadSupabase } from "../../auth/supabase-client.ts";

/** After a refusal: whoever was signed out from elsewhere is led to sign in. What this browser keeps waits there. */
export async function leaveIfSignedOut(): Promise<boolean> {
  try {
    const supabase = await loadSupabase();
    const { data } = await supabase.auth.getSession();
    // Without a session there is none that could have ended elsewhere.
    return data.session !== null && (await leaveIfEnded(supabase, await supabase.auth.getUser()));
  } catch (error) {
    console.warn("The session could not be asked for", error);
    return false;
  }
}

/** Keeps what is written here until it could be stored; a session that has ended is why it could not be. */
export async function storeOrLeave<Stored>(store: () => Promise<Stored>): Promise<Stored> {
  try {
    return await store();
  } catch (error) {
    await leaveIfSignedOut();
    throw error;
  }
}

/** Says what did not go through, unless it is the session that has ended. */
export async function reportFailure(text: string, error?: unknown): Promise<void> {
  if (error) console.error(text, error);
  if (!(await leaveIfSignedOut())) showFailure(text);
}
