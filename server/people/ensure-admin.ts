import { randomBytes } from "node:crypto";
import type { User as SupabaseUser } from "@supabase/supabase-js";
import type { SupabaseClient } from "../supabase-clients.ts";

type Account = { readonly email: string; readonly password: string };
type KnownAccount = { readonly id: string; readonly isConfirmed: boolean };

/** Creates or promotes the admin with this address. A confirmed account keeps its password. */
export async function ensureAdmin(service: SupabaseClient, account: Account): Promise<"created" | "promoted"> {
  const known = await findAccount(service, account.email);
  await grantAdmin(service, known?.isConfirmed ? known.id : await createOrConfirmAccount(service, account, known?.id));
  return known ? "promoted" : "created";
}

/** Overwrites the password of an unconfirmed account: anyone can sign up with any address. */
async function createOrConfirmAccount(service: SupabaseClient, account: Account, id?: string): Promise<string> {
  const { email, password } = account;
  const { admin } = service.auth;
  const { data, error } = id
    ? await admin.updateUserById(id, { password, email_confirm: true })
    : await admin.createUser({ email, password, email_confirm: true });
  if (!id && error?.code === "email_exists") {
    // Another process that started at the same time created it.
    const other = await findAccount(service, email);
    if (other) return other.isConfirmed ? other.id : createOrConfirmAccount(service, account, other.id);
  }
  if (error) throw new Error(`Opening the account of ${email} failed`, { cause: error });
  return data.user.id;
}

export async function grantAdmin(service: SupabaseClient, userId: string): Promise<void> {
  const { error } = await service
    .from("user_roles")
    .upsert({ user_id: userId, role: "admin" }, { onConflict: "user_id" });
  if (error) throw new Error("Granting the role failed", { cause: error });
  // An admin made on the server is not limited, also one who was before.
  const limits = { user_id: userId, can_messages: true, can_people: true };
  const lifted = await service.from("admin_limits").upsert(limits, { onConflict: "user_id" });
  if (lifted.error) throw new Error("Granting the role failed", { cause: lifted.error });
}

// Supabase keeps the password of an unconfirmed sign-up when it invites the address, so that the person who signed up could
// use the invited person's account. Our own backend resets it itself (auth/admin/admin-links.ts).
export async function forgetSignUp(service: SupabaseClient, email: string): Promise<void> {
  const known = await findAccount(service, email);
  if (!known || known.isConfirmed) return;
  const password = randomBytes(32).toString("base64url");
  const { error } = await service.auth.admin.updateUserById(known.id, { password });
  if (error) throw new Error(`Forgetting the sign-up of ${email} failed`, { cause: error });
}

/** False if the database is unreachable, so that the hint about make-admin is not shown by mistake. */
export async function lacksAdmin(service: SupabaseClient): Promise<boolean> {
  const { data } = await service.from("user_roles").select("user_id").eq("role", "admin").limit(1);
  return data?.length === 0;
}

export async function findAccount(service: SupabaseClient, email: string): Promise<KnownAccount | undefined> {
  const wanted = email.trim().toLowerCase();
  for (let page = 1; ; page++) {
    const { data, error } = await service.auth.admin.listUsers({ page, perPage: 1_000 });
    if (error) throw new Error("Listing accounts failed", { cause: error });
    const found = data.users.find((user) => user.email === wanted && !isSso(user));
    if (found) return { id: found.id, isConfirmed: isConfirmed(found) };
    if (data.users.length < 1_000) return undefined;
  }
}

/** A company's identity provider chooses the addresses of its people, so they get no role by their address. */
function isSso({ identities = [] }: SupabaseUser): boolean {
  return identities.some(({ provider }) => provider.startsWith("sso:"));
}

/** AUTH_AUTOCONFIRM confirms addresses without proof of the mailbox; such an account gets no role by its address. */
function isConfirmed({ email_confirmed_at: at, identities = [] }: SupabaseUser): boolean {
  return Boolean(at) && !identities.some(({ identity_data: claims }) => claims?.["autoconfirmed"] === true);
}
