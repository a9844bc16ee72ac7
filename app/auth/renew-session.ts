import type { Supabase } from "./supabase-client.ts";

/** Statuses of auth/v1 for a refresh token that was used before or whose session has ended. */
const ENDED_STATUSES = new Set([400, 401, 403]);

/** Refreshes the session after a rejected access token, and signs out locally when the refresh is rejected too. */
export async function renewSession({ auth }: Supabase): Promise<"renewed" | "ended" | "unreachable"> {
  const { data, error } = await auth.refreshSession();
  if (data.session) return "renewed";
  if (!ENDED_STATUSES.has(error?.status ?? 0)) return "unreachable";
  await auth.signOut({ scope: "local" });
  return "ended";
}
