import { createClient, type SupabaseClient as AnyClient } from "@supabase/supabase-js";
import type { Database } from "../domain/database.ts";

export type SupabaseClient = AnyClient<Database>;

type Fetch = typeof globalThis.fetch;
type BackendAccess = {
  readonly url: string;
  /** The global fetch with Supabase; otherwise one that calls the backend in this process. */
  readonly fetch: Fetch;
};

const NO_SESSION = { persistSession: false, autoRefreshToken: false };
/** No retries here: a user is waiting for this response. */
const NO_RETRIES = { retry: false };
const READ_TIMEOUT_MS = 2_000;

/** supabase-js with the service key, which bypasses row level security. */
export function createServiceClient({ url, fetch }: BackendAccess, serviceRoleKey: string): SupabaseClient {
  return createClient<Database>(url, serviceRoleKey, { auth: NO_SESSION, db: NO_RETRIES, global: { fetch } });
}

/** supabase-js with the anon key, so that row level security decides what pages show. */
export function createPublicClient({ url, fetch }: BackendAccess, anonKey: string): SupabaseClient {
  return createClient<Database>(url, anonKey, {
    auth: NO_SESSION,
    db: NO_RETRIES,
    global: { fetch: withTimeout(fetch) },
  });
}

/** supabase-js with the access token of a user. */
export function createUserClientFactory(
  { url, fetch }: BackendAccess,
  anonKey: string,
): (token: string) => SupabaseClient {
  return (token) =>
    createClient<Database>(url, anonKey, { db: NO_RETRIES, global: { fetch }, accessToken: async () => token });
}

/** A fetch that calls a handler in this process. */
export function createInProcessFetch(handler: (request: Request) => Response | Promise<Response>): Fetch {
  return async (input, init) => handler(new Request(input, init));
}

/** Rejects after the timeout even if `fetch` ignores its signal, as the in-process one does. */
export function withTimeout(fetch: Fetch): Fetch {
  return (input, init) => {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const timeout = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error(`No response within ${READ_TIMEOUT_MS} ms`)));
    });
    return Promise.race([fetch(input, { ...init, signal }), timeout]);
  };
}
