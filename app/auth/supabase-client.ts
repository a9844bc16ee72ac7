import type { SupabaseClient } from "@supabase/supabase-js";
import { isSupabaseMode, publicConfig } from "./public-config.ts";
import { watchSession } from "./watch-session.ts";

export type Supabase = SupabaseClient;

let opening: Promise<Supabase> | undefined;

/** The only place where the browser loads supabase-js: once, and not before somebody needs it. */
export function loadSupabase(): Promise<Supabase> {
  opening ??= open().catch((error: unknown) => {
    // A lost connection is no reason to fail for ever.
    opening = undefined;
    throw error;
  });
  return opening;
}

async function open(): Promise<Supabase> {
  const { createClient } = await import("@supabase/supabase-js");
  const { supabaseUrl, supabaseAnonKey } = publicConfig();
  const bringsCode = isSupabaseMode() && /[?&]code=/.test(location.search);
  const backend = createClient(supabaseUrl, supabaseAnonKey, {
    auth: {
      // The verifier of a sign-up shows at confirmation that it was this browser which chose the password.
      flowType: "pkce",
      // Never from tokens in the hash, with which a link could replace who is signed in; in Supabase mode from a code,
      // which only the browser that asked for the mail can exchange.
      detectSessionInUrl: bringsCode && (() => false),
      skipAutoInitialize: !bringsCode,
    },
    global: { fetch: fetchExplained },
  });
  watchSession(backend);
  if (!bringsCode) void initialize(backend);
  return backend;
}

/**
 * While supabase-js initializes it holds back every event, a sign-in included, and refreshing an expired session may
 * take 30 s. So a stored session is refreshed first.
 */
async function initialize({ auth }: Supabase): Promise<void> {
  await auth.getSession().catch((error: unknown) => console.error("The session could not be read", error));
  await auth.initialize();
}

/**
 * supabase-js drops the header that says when to try again, so the message says it. Where a proxy answers in the
 * backend's place, it would take the status for a message, so an empty one stands there.
 */
async function fetchExplained(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status >= 500 && !response.headers.get("content-type")?.includes("json")) {
    return Response.json({ message: "" }, { status: response.status });
  }
  const waitS = Number(response.headers.get("retry-after"));
  if (response.status !== 429 || !waitS) return response;
  const refusal: { message?: string } = await response.json();
  const { message = "Too many requests" } = refusal;
  const when = waitS < 100 ? `${waitS} seconds` : `${Math.ceil(waitS / 60)} minutes`;
  const said = /\d seconds/.test(message) ? message : `${message}. Please try again in ${when}.`;
  return Response.json({ ...refusal, message: said }, { status: 429, headers: response.headers });
}
