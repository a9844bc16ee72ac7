import { createClient } from "@supabase/supabase-js";
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
