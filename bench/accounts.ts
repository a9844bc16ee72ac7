import { createClient } from "@supabase/supabase-js";
import { get } from "../tests/fixtures/network/http.ts";
import type { Site } from "./site.ts";

export const PASSWORD = "correct-horse-9";

/** Creates confirmed accounts and returns their addresses. */
export async function createAccounts({ url, serviceRoleKey }: Site, count: number): Promise<string[]> {
  const { auth } = createClient(url, serviceRoleKey, { auth: { persistSession: false } });
  const emails = Array.from({ length: count }, (_, n) => `person-${n}@people.example`);
  for (const email of emails) {
    const { error } = await auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    if (error) throw error;
  }
  return emails;
}

/** The access token of a new session. */
export async function signIn(
  { url, anonKey }: Site,
  email: string,
  more: Record<string, string> = {},
): Promise<string> {
  const headers = { apikey: anonKey, "content-type": "application/json", ...more };
  const body = JSON.stringify({ email, password: PASSWORD });
  const response = await get(url, "/auth/v1/token?grant_type=password", headers, "POST", body);
  if (response.status !== 200) throw new Error(`A sign-in was answered with ${response.status}.`);
  return (JSON.parse(response.body.toString()) as { access_token: string }).access_token;
}
