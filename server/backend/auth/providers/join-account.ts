import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, signUpsDisabled, userBanned } from "../errors.ts";
import { noticeMail } from "../mail/security-notices.ts";
import { type Queries, toJson } from "../queries.ts";
import { readEmail } from "../request.ts";
import { deletePendingSignUps } from "../sign-in/pending-sign-ups.ts";
import {
  findUser,
  hasSecondFactor,
  isAutoconfirmed,
  isBanned,
  lockEmail,
  lockUser,
  removeUnprovenAccess,
  requireUser,
  type User,
} from "../users.ts";
import type { Profile } from "./provider.ts";

/** Identities of SAML providers are named `sso:` and the id of the provider. */
const isSso = (provider: string) => provider.startsWith("sso:");

export type SignInRequest = { readonly provider: string; readonly profile: Profile; readonly address: string };

/** Finds the account of an identity, joins the identity to the account with its address, or creates an account. */
export async function signInWithProfile(
  context: AuthContext,
  sql: TransactionSql,
  request: SignInRequest,
): Promise<User | AuthError> {
  await lockIdentity(sql, request);
  const known = await findIdentity(sql, request);
  const user = known ? await updateIdentity(context, sql, request, known) : await joinOrCreate(context, sql, request);
  if (user instanceof AuthError) return user;
  return isBanned(user, context.clock()) ? userBanned(403) : user;
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

async function joinOrCreate(
  context: AuthContext,
  sql: TransactionSql,
  request: SignInRequest,
): Promise<User | AuthError> {
  const { provider, profile } = request;
  const email = profile.email === undefined ? undefined : readEmail(profile.email);
  if (email === undefined || email instanceof AuthError) {
    return new AuthError(422, "provider_email_needs_verification", "Error getting user email from external provider");
  }
  // The response is the same whether or not the address has an account, and no account is created: a stranger could
  // otherwise prepare one for the owner of the address.
  if (!profile.isVerified) {
    const message = `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`;
    return new AuthError(422, "provider_email_needs_verification", message);
  }
  // Never joined by address: a company's provider may assert any, and an account of its own takes none from others.
  if (isSso(provider)) {
    return context.settings.signUps ? createProviderUser(context, sql, request, email) : signUpsDisabled();
  }
  await lockEmail(sql, email);
  const existing = await findUser(sql, { email });
  if (existing) return joinAccount(context, sql, request, existing);
  return context.settings.signUps ? createProviderUser(context, sql, request, email) : signUpsDisabled();
}

/** Accounts with more power, or with a second factor, are never joined by address: their owners link at /account. */
async function joinAccount(
  context: AuthContext,
  sql: TransactionSql,
  request: SignInRequest,
  existing: User,
): Promise<User | AuthError> {
  await lockUser(sql, existing.id);
  const isProven = existing.email_confirmed_at !== null && !isAutoconfirmed(existing);
  const [role] = await sql`select 1 from public.user_roles where user_id = ${existing.id} and role = 'admin'`;
  if (role || (isProven && hasSecondFactor(existing))) {
    const message = "This address has an account. Sign in to it, and add the provider there";
    return new AuthError(422, "email_exists", message);
  }
  const now = context.clock();
  if (!isProven) await resetUnprovenAccount(sql, existing, now);
  await addIdentity(context, sql, request, existing);
  if (isProven) await context.mailer.send(noticeMail("identity-added", existing.email ?? "", context.siteUrl), sql);
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
export async function addIdentity(
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
export async function updateProviderList(sql: Queries, userId: string): Promise<void> {
  await sql`
    update auth.users u set raw_app_meta_data = coalesce(raw_app_meta_data, '{}')
      || jsonb_build_object('provider', list.providers -> 0, 'providers', list.providers)
    from (select coalesce(jsonb_agg(provider order by created_at), '[]') as providers
      from auth.identities where user_id = ${userId}) list
    where u.id = ${userId}`;
}

/** Serializes sign-ins with one identity, so that two tabs do not create it twice. */
export async function lockIdentity(sql: TransactionSql, { provider, profile }: SignInRequest): Promise<void> {
  const key = `identity:${provider}:${profile.subject}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

/** The id of the account that has this identity. */
export async function findIdentity(sql: Queries, { provider, profile }: SignInRequest): Promise<string | undefined> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${provider} and provider_id = ${profile.subject}`;
  return row?.user_id;
}
