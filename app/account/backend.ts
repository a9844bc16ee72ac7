import type { SupabaseClient } from "@supabase/supabase-js";
import { watchSession } from "./watch-session.ts";

export type Backend = SupabaseClient;

let opening: Promise<Backend> | undefined;

/** The only place where the browser loads supabase-js: once, and not before somebody needs it. */
export function openBackend(): Promise<Backend> {
  opening ??= open().catch((error: unknown) => {
    // A lost connection is no reason to fail for ever.
    opening = undefined;
    throw error;
  });
  return opening;
}

async function open(): Promise<Backend> {
  const { createClient } = await import("@supabase/supabase-js");
  const { supabaseUrl, supabaseAnonKey } = publicConfig();
  const bringsSession = /_token=|error_|code=/.test(location.search + location.hash);
  const backend = createClient(supabaseUrl, supabaseAnonKey, {
    auth: { skipAutoInitialize: !bringsSession },
    global: { fetch: fetchSayingWhen },
  });
  watchSession(backend);
  if (!bringsSession) void initialize(backend);
  return backend;
}

/**
 * While supabase-js initializes it holds back every event, a sign-in included, and refreshing an expired session may
 * take 30 s. So a stored session is refreshed first.
 */
async function initialize({ auth }: Backend): Promise<void> {
  await auth.getSession().catch((error: unknown) => console.error("The session could not be read", error));
  await auth.initialize();
}

/** Stands in every page; the site's own address counts where the site itself serves the protocol. */
export function publicConfig(): { supabaseUrl: string; supabaseAnonKey: string } {
  return JSON.parse(document.getElementById("site-config")?.textContent ?? "{}");
}

/** supabase-js drops the header that says when to try again, so the message says it. */
async function fetchSayingWhen(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const waitS = Number(response.headers.get("retry-after"));
  if (response.status !== 429 || !waitS) return response;
  const refusal: { message?: string } = await response.json();
  const { message = "Too many requests" } = refusal;
  const when = waitS < 100 ? `${waitS} seconds` : `${Math.ceil(waitS / 60)} minutes`;
  const said = /\d seconds/.test(message) ? message : `${message}. Please try again in ${when}.`;
  return Response.json({ ...refusal, message: said }, { status: 429, headers: response.headers });
}
