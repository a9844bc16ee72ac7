/**
 * The key under which supabase-js stores a session. Other items have a longer key, such as the PKCE verifier
 * (`-code-verifier`). Inline scripts contain the text of this function, so it refers to nothing outside itself.
 */
export function isSessionKey(key: string | null): boolean {
  return /^sb-.+-auth-token$/.test(String(key));
}
