// The key under which supabase-js stores a session. Other items have a longer key, such as the PKCE verifier
// (`-code-verifier`). The inline scripts in server/pages/inline repeat the pattern, because they have a budget of 1 KB.
export const isSessionKey = (key: string | null): boolean => /^sb-.+-auth-token$/.test(String(key));
