import { createClient, type SupabaseClient } from "@supabase/supabase-js";

type Fetch = typeof globalThis.fetch;

/** A page does not wait longer for the database than this. */
const READ_WITHIN_MS = 2_000;

/** supabase-js as the site itself reads with: as the public, so that the policies decide, and never trying again. */
export function createReader(url: string, anonKey: string, fetch: Fetch): SupabaseClient {
  return createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    db: { retry: false },
    global: { fetch: inTime(fetch) },
  });
}

/** Gives up at the time whether or not `fetch` heeds its signal: a request within the process does not. */
function inTime(fetch: Fetch): Fetch {
  return (input, init) => {
    const signal = AbortSignal.timeout(READ_WITHIN_MS);
    const tooLate = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error(`No answer within ${READ_WITHIN_MS} ms`)));
    });
    return Promise.race([fetch(input, { ...init, signal }), tooLate]);
  };
}
