import type { Supabase } from "./supabase-client.ts";

/** What auth/v1 answers to a refresh token that is used up, or whose session is over. */
const OVER = new Set([400, 401, 403]);

/** After a refused token. Where the refresh is refused too, the session has ended, and this browser forgets it. */
export async function renewSession({ auth }: Supabase): Promise<"renewed" | "ended" | "unreachable"> {
  const { data, error } = await auth.refreshSession();
  if (data.session) return "renewed";
  if (!OVER.has(error?.status ?? 0)) return "unreachable";
  await auth.signOut({ scope: "local" });
  return "ended";
}
