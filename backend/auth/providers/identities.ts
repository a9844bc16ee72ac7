import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError, signUpsDisabled, userBanned } from "../errors.ts";
import { sendNotice } from "../mail/send-link.ts";
import { type Queries, toJson } from "../queries.ts";
import { type AuthRequest, isUuid, json, parseEmail } from "../request.ts";
import { deletePendingSignUps } from "../sign-in/pending-sign-ups.ts";
import { checkFreshProof, hasOwnProof } from "../user/session-proof.ts";
import {
  findUser,
  hasSecondFactor,
  isAutoconfirmed,
  isBanned,
  lockEmail,
  lockUser,
  removeUnprovenAccess,
  replaceEmail,
  requireUser,
  type User,
} from "../users.ts";
import { checkLinkingEnabled } from "./known-providers.ts";
import type { Profile } from "./provider.ts";

/** Adds an identity to the account of a caller whose session was checked. */
export async function linkProfile(
  context: AuthContext,
  sql: TransactionSql,
  request: SignInRequest,
  user: User,
): Promise<void> {
  await lockIdentity(sql, request);
  const owner = await findIdentity(sql, request);
  if (owner !== undefined) {
    const message = owner === user.id ? "Identity is already linked" : "Identity is already linked to another user";
    throw new AuthError(422, "identity_already_exists", message);
  }
  if (user.is_anonymous) await adoptEmail(context, sql, request, user);
  await addIdentity(context, sql, request, user);
  await sendNotice(context, sql, "identity-added", user);
}

/** An anonymous account becomes a permanent one with the address that the provider has verified. */
async function adoptEmail(
  context: AuthContext,
  sql: TransactionSql,
  { provider, profile }: SignInRequest,
  user: User,
): Promise<void> {
  const email = profile.isVerified ? parseEmail(profile.email ?? "") : undefined;
  if (!email) throw unverifiedEmail(provider);
  await lockEmail(sql, email);
  if (await findUser(sql, { email })) {
    throw new AuthError(400, "email_exists", "A user with this email address has already been registered");
  }
  await replaceEmail(sql, user, email, context.clock());
  await sql`delete from auth.identities where user_id = ${user.id} and provider = 'email'`;
}

/** A further way to sign in is as sensitive as a new password. */
export function checkLinking(context: AuthContext, caller: Caller): void {
  // Otherwise people could still sign in after their company has removed them from its identity provider.
  if (caller.user.is_sso_user) throw new AuthError(422, "user_sso_managed", "SSO users cannot change identities");
  if (!hasOwnProof(caller)) throw new AuthError(403, "insufficient_aal", "AAL2 required to change identities");
  if (!caller.user.is_anonymous) checkFreshProof(context, caller, "Changing identities");
}

/** DELETE /user/identities/{id}: never the last one, and not the address, which PUT /user changes. */
export async function unlinkIdentity(context: AuthContext, request: AuthRequest, caller: Caller): Promise<Response> {
  checkLinkingEnabled(context);
  const id = request.params["identityId"] ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
  await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    const { user } = current;
    const identity = user.identities.find(({ identity_id: known }) => known === id);
    if (!identity) throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
    if (user.identities.length <= 1 || user.is_sso_user) {
      const message = "User must have at least 1 identity after unlinking";
      throw new AuthError(422, "single_identity_not_deletable", message);
    }
    if (identity.provider === "email") {
      const message = "The identity of the email address cannot be unlinked";
      throw new AuthError(422, "email_conflict_identity_not_deletable", message);
    }
    checkLinking(context, current);
    await sql`delete from auth.identities where id = ${id}`;
    await updateProviderList(sql, user.id);
    const traits = { identity_id: id, provider: identity.provider, provider_id: identity.id };
    const now = context.clock();
    await writeAudit(sql, { action: "identity_unlinked", actor: user, address: request.address, now, traits });
    await sendNotice(context, sql, "identity-removed", user);
  });
  return json({});
}

/** Identities of SAML providers are named `sso:` and the id of the provider. */
const isSso = (provider: string) => provider.startsWith("sso:");

export type SignInRequest = { readonly provider: string; readonly profile: Profile; readonly address: string };

/** Finds the account of an identity, joins the identity to the account with its address, or creates an account. */
export async function signInWithProfile(
  context: AuthContext,
  sql: TransactionSql,
  request: SignInRequest,
): Promise<User> {
  await lockIdentity(sql, request);
  const known = await findIdentity(sql, request);
  const user = known ? await updateIdentity(context, sql, request, known) : await joinOrCreate(context, sql, request);
  if (isBanned(user, context.clock())) throw userBanned(403);
  // After an administrator has reset the second factor, the mailbox has to be confirmed first.
  if (user.email && !user.email_confirmed_at) throw new AuthError(422, "email_not_confirmed", "Email not confirmed");
  return user;
}

async function updateIdentity(
  context: AuthContext,
  sql: TransactionSql,
  { provider, profile }: SignInRequest,
  userId: string,
): Promise<User> {
  await sql`
    update auth.identities set identity_data = ${toJson(sql, profile.claims)}, updated_at = ${context.clock()}
    where provider = ${provider} and provider_id = ${profile.subject}`;
  if (isSso(provider)) {
    await sql`
      update auth.users set email = ${profile.email ?? null},
        raw_user_meta_data = raw_user_meta_data || ${toJson(sql, profile.claims)}
      where id = ${userId}`;
  }
  return requireUser(sql, userId);
}

async function joinOrCreate(context: AuthContext, sql: TransactionSql, request: SignInRequest): Promise<User> {
  const { provider, profile } = request;
  const email = parseEmail(profile.email ?? "");
  if (!email) {
    throw new AuthError(422, "provider_email_needs_verification", "Error getting user email from external provider");
  }
  // The response is the same whether or not the address has an account, and no account is created: a stranger could
  // otherwise prepare one for the owner of the address.
  if (!profile.isVerified) throw unverifiedEmail(provider);
  // Never joined by address: a company's provider may assert any, and an account of its own takes none from others.
  if (!isSso(provider)) {
    await lockEmail(sql, email);
    const existing = await findUser(sql, { email });
    if (existing) return joinAccount(context, sql, request, existing);
  }
  if (!context.settings.signUps) throw signUpsDisabled();
  return createProviderUser(context, sql, request, email);
}

function unverifiedEmail(provider: string): AuthError {
  const message = `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`;
  return new AuthError(422, "provider_email_needs_verification", message);
}

/** Accounts with more power, or with a second factor, are never joined by address: their owners link at /account. */
async function joinAccount(
  context: AuthContext,
  sql: TransactionSql,
  request: SignInRequest,
  existing: User,
): Promise<User> {
  await lockUser(sql, existing.id);
  const isProven = existing.email_confirmed_at !== null && !isAutoconfirmed(existing);
  const [role] = await sql`select 1 from public.user_roles where user_id = ${existing.id} and role = 'admin'`;
  if (role || (isProven && hasSecondFactor(existing))) {
    const message = "This address has an account. Sign in to it, and add the provider there";
    throw new AuthError(422, "email_exists", message);
  }
  const now = context.clock();
  if (!isProven) await resetUnprovenAccount(sql, existing, now);
  await addIdentity(context, sql, request, existing);
  if (isProven) await sendNotice(context, sql, "identity-added", existing);
  return requireUser(sql, existing.id);
}

/** Anyone can sign up with any address, so what a sign-up chose does not survive the first proof of the mailbox. */
async function resetUnprovenAccount(sql: TransactionSql, user: User, now: Date): Promise<void> {
  await removeUnprovenAccess(sql, user);
  await deletePendingSignUps(sql, user.id);
  await sql`delete from auth.one_time_tokens where user_id = ${user.id}`;
  await sql`delete from auth.identities where user_id = ${user.id}`;
  await sql`
    update auth.users set email_confirmed_at = ${now}, raw_user_meta_data = '{}', confirmation_token = '' where id = ${user.id}`;
}

async function createProviderUser(
  context: AuthContext,
  sql: TransactionSql,
  request: SignInRequest,
  email: string,
): Promise<User> {
  const id = randomUUID();
  const now = context.clock();
  const { provider, profile, address } = request;
  await sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
      raw_user_meta_data, created_at, updated_at, is_sso_user)
    values (${id}, 'authenticated', 'authenticated', ${email}, '', ${now}, ${toJson(sql, { provider })},
      ${toJson(sql, profile.claims)}, ${now}, ${now}, ${isSso(provider)})`;
  const user = await requireUser(sql, id);
  await addIdentity(context, sql, request, user);
  await writeAudit(sql, { action: "user_signedup", actor: user, address, now, traits: { provider } });
  return requireUser(sql, id);
}

/** Inserts the identity and lists its provider in app_metadata. */
async function addIdentity(
  context: AuthContext,
  sql: Queries,
  { provider, profile, address }: SignInRequest,
  user: User,
): Promise<void> {
  const now = context.clock();
  const id = randomUUID();
  await sql`
    insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${id}, ${profile.subject}, ${user.id}, ${toJson(sql, profile.claims)}, ${provider}, ${now}, ${now}, ${now})`;
  await updateProviderList(sql, user.id);
  const traits = { identity_id: id, provider, provider_id: profile.subject };
  await writeAudit(sql, { action: "identity_linked", actor: user, address, now, traits });
}

/** app_metadata lists the providers in the order in which they were added. */
async function updateProviderList(sql: Queries, userId: string): Promise<void> {
  await sql`
    update auth.users u set raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
      || jsonb_build_object('provider', list.providers -> 0, 'providers', list.providers)
    from (select coalesce(jsonb_agg(provider order by created_at), '[]') as providers
      from auth.identities where user_id = ${userId}) list
    where u.id = ${userId}`;
}

/** Serializes sign-ins with one identity, so that two tabs do not create it twice. */
async function lockIdentity(sql: TransactionSql, { provider, profile }: SignInRequest): Promise<void> {
  const key = `identity:${provider}:${profile.subject}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

/** The id of the account that has this identity. */
async function findIdentity(sql: Queries, { provider, profile }: SignInRequest): Promise<string | undefined> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${provider} and provider_id = ${profile.subject}`;
  return row?.user_id;
}
