/** Stands in every page; the site's own address counts where the site itself serves the protocol. */
export function publicConfig(): { supabaseUrl: string; supabaseAnonKey: string } {
  return JSON.parse(document.getElementById("site-config")?.textContent ?? "{}");
}

/** Supabase mode: its mails may lead back with a session's tokens in the hash, which this site's own never do. */
export function isSupabaseMode(): boolean {
  return publicConfig().supabaseUrl !== location.origin;
}
