import { isSessionKey } from "../../domain/accounts/session-key.ts";

export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some(isSessionKey);
  } catch {
    return false;
  }
}
