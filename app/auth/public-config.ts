/** Inlined into every page. `supabaseUrl` is the site's own origin when the site itself serves the Supabase API. */
export function publicConfig(): { supabaseUrl: string; supabaseAnonKey: string } {
  return JSON.parse(document.getElementById("site-config")?.textContent ?? "{}");
}

/** In Supabase mode, mailed links may return with session tokens in the URL hash; those of this site never do. */
export const isSupabaseMode = (): boolean => publicConfig().supabaseUrl !== location.origin;
