import type { SupabaseClient } from "@supabase/supabase-js";

type Account = { readonly email: string; readonly password: string };

/** After this there is an admin with this address. An account that exists keeps its password. */
export async function ensureAdmin(
  service: SupabaseClient,
  { email, password }: Account,
): Promise<"created" | "promoted"> {
  const known = await findAccount(service, email);
  const id = known ?? (await createAccount(service, email, password));
  await grantAdmin(service, id);
  return known ? "promoted" : "created";
}

async function createAccount(service: SupabaseClient, email: string, password: string): Promise<string> {
  const { data, error } = await service.auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw new Error(`Creating the account of ${email} failed`, { cause: error });
  return data.user.id;
}

export async function grantAdmin(service: SupabaseClient, userId: string): Promise<void> {
  const { error } = await service
    .from("user_roles")
    .upsert({ user_id: userId, role: "admin" }, { onConflict: "user_id" });
  if (error) throw new Error("Granting the role failed", { cause: error });
}

export async function findAccount(service: SupabaseClient, email: string): Promise<string | undefined> {
  const wanted = email.trim().toLowerCase();
  for (let page = 1; ; page++) {
    const { data, error } = await service.auth.admin.listUsers({ page, perPage: 1_000 });
    if (error) throw new Error("Listing accounts failed", { cause: error });
    const found = data.users.find((user) => user.email?.toLowerCase() === wanted);
    if (found || data.users.length < 1_000) return found?.id;
  }
}
