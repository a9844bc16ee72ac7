/** supabase-js stores other items under the same prefix, such as the PKCE verifier (`-code-verifier`). */
const SESSION_KEY = /^sb-.+-auth-token$/;

export function isSessionKey(key: string | null): boolean {
  return key !== null && SESSION_KEY.test(key);
}

export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some(isSessionKey);
  } catch {
    return false;
  }
}
