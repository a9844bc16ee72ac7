import { isSessionKey } from "../../domain/accounts/session-key.ts";

export type StoredSession = { readonly email: string | undefined; readonly isExpired: boolean };

/** The session that supabase-js has stored, read without it. */
export function findStoredSession(): StoredSession | undefined {
  try {
    const key = Object.keys(localStorage).find(isSessionKey);
    return key === undefined ? undefined : readSession(localStorage[key]);
  } catch {
    return undefined;
  }
}

/** Other values are left to supabase-js, which removes them. */
function readSession(stored: string): StoredSession {
  try {
    const { user, expires_at: expiresAt } = JSON.parse(stored);
    return { email: user?.email, isExpired: expiresAt * 1_000 < Date.now() };
  } catch {
    return { email: undefined, isExpired: false };
  }
}
