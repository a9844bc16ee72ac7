import { createClient, type SupabaseClient } from "@supabase/supabase-js";

type Fetch = typeof globalThis.fetch;
type Protocol = {
  readonly url: string;
  /** The network's where Supabase serves the protocol; otherwise requests never leave the process. */
  readonly fetch: Fetch;
};

/** The server keeps no session of its own. */
const NO_SESSION = { persistSession: false, autoRefreshToken: false };
/** Trying again, with longer and longer waits, is for who asked: somebody waits for this answer. */
const NO_RETRIES = { retry: false };
/** A page does not wait longer for the database than this. */
const READ_TIMEOUT_MS = 2_000;

/** supabase-js as the server itself uses it: all rights. */
export function createServiceClient({ url, fetch }: Protocol, serviceRoleKey: string): SupabaseClient {
  return createClient(url, serviceRoleKey, { auth: NO_SESSION, db: NO_RETRIES, global: { fetch } });
}

/** supabase-js as pages read with: as the public, so that the policies decide. */
export function createPublicClient({ url, fetch }: Protocol, anonKey: string): SupabaseClient {
  return createClient(url, anonKey, { auth: NO_SESSION, db: NO_RETRIES, global: { fetch: inTime(fetch) } });
}

/** supabase-js with a visitor's token: the database decides as for them. */
export function createUserClientFactory({ url, fetch }: Protocol, anonKey: string): (token: string) => SupabaseClient {
  return (token) => createClient(url, anonKey, { db: NO_RETRIES, global: { fetch }, accessToken: async () => token });
}

/** A fetch that never leaves the process. */
export function createInProcessFetch(answer: (request: Request) => Response | Promise<Response>): Fetch {
  return async (input, init) => answer(new Request(input, init));
}

/** Gives up at the time whether or not `fetch` heeds its signal: a request within the process does not. */
function inTime(fetch: Fetch): Fetch {
  return (input, init) => {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const tooLate = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error(`No answer within ${READ_TIMEOUT_MS} ms`)));
    });
    return Promise.race([fetch(input, { ...init, signal }), tooLate]);
  };
}
