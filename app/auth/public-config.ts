type SiteConfig = { supabaseUrl: string; supabaseAnonKey: string };

declare global {
  /** Set by the script that starts hydration (server/pages/html/finish-page.ts). */
  var siteConfig: SiteConfig;
}

/** `supabaseUrl` is the site's own origin when the site itself serves the Supabase API. */
export function publicConfig(): SiteConfig {
  return globalThis.siteConfig;
}

/** In Supabase mode, mailed links may return with session tokens in the URL hash; those of this site never do. */
export function isSupabaseMode(): boolean {
  return publicConfig().supabaseUrl !== location.origin;
}
