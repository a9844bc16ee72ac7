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
  const backend = createClient(supabaseUrl, supabaseAnonKey);
  watchSession(backend);
  return backend;
}

/** Stands in every page; the site's own address counts where the site itself serves the protocol. */
function publicConfig(): { supabaseUrl: string; supabaseAnonKey: string } {
  return JSON.parse(document.getElementById("site-config")?.textContent ?? "{}");
}
