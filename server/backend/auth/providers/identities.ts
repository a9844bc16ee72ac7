import type { TransactionSql } from "postgres";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError } from "../errors.ts";
import { noticeMail } from "../mail/security-notices.ts";
import { type AuthRequest, type AuthResponse, isUuid, json, readEmail } from "../request.ts";
import { findUser, lockEmail, replaceEmail, type User } from "../users.ts";
import { checkLinking } from "./authorize.ts";
import { addIdentity, findIdentity, lockIdentity, type SignInRequest, updateProviderList } from "./join-account.ts";
import { checkLinkingEnabled } from "./known-providers.ts";

/** Adds an identity to the account of a caller whose session was checked. */
export async function linkProfile(
  context: AuthContext,
  sql: TransactionSql,
  request: SignInRequest,
  user: User,
): Promise<AuthError | undefined> {
  await lockIdentity(sql, request);
  const owner = await findIdentity(sql, request);
  if (owner !== undefined) {
    const message = owner === user.id ? "Identity is already linked" : "Identity is already linked to another user";
    return new AuthError(422, "identity_already_exists", message);
  }
  const refused = user.is_anonymous ? await adoptEmail(context, sql, request, user) : undefined;
  if (refused) return refused;
  await addIdentity(context, sql, request, user);
  if (user.email) await context.mailer.send(noticeMail("identity-added", user.email, context.siteUrl), sql);
  return undefined;
}

/** An anonymous account becomes a permanent one with the address that the provider has verified. */
async function adoptEmail(
  context: AuthContext,
  sql: TransactionSql,
  { provider, profile }: SignInRequest,
  user: User,
): Promise<AuthError | undefined> {
  const email = profile.isVerified && profile.email ? readEmail(profile.email) : undefined;
  if (email === undefined || email instanceof AuthError) {
    const message = `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`;
    return new AuthError(422, "provider_email_needs_verification", message);
  }
  await lockEmail(sql, email);
  if (await findUser(sql, { email })) {
    return new AuthError(400, "email_exists", "A user with this email address has already been registered");
  }
  await replaceEmail(sql, user, email, context.clock());
  await sql`delete from auth.identities where user_id = ${user.id} and provider = 'email'`;
  return undefined;
}

/** DELETE /user/identities/{id}: never the last one, and not the address, which PUT /user changes. */
export async function unlinkIdentity(
  context: AuthContext,
  request: AuthRequest,
  caller: Caller,
): Promise<AuthResponse> {
  const disabled = checkLinkingEnabled(context);
  if (disabled) return disabled;
  const id = request.params["identityId"] ?? "";
  if (!isUuid(id)) return new AuthError(404, "validation_failed", "identity_id must be an UUID");
  const outcome = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    if (current instanceof AuthError) return current;
    const { user } = current;
    const identity = user.identities.find(({ identity_id: known }) => known === id);
    if (!identity) return new AuthError(422, "identity_not_found", "Identity doesn't exist");
    if (user.identities.length <= 1 || user.is_sso_user) {
      const message = "User must have at least 1 identity after unlinking";
      return new AuthError(422, "single_identity_not_deletable", message);
    }
    if (identity.provider === "email") {
      const message = "The identity of the email address cannot be unlinked";
      return new AuthError(422, "email_conflict_identity_not_deletable", message);
    }
    const refused = checkLinking(context, current);
    if (refused) return refused;
    await sql`delete from auth.identities where id = ${id}`;
    await updateProviderList(sql, user.id);
    const traits = { identity_id: id, provider: identity.provider, provider_id: identity.id };
    const now = context.clock();
    await writeAudit(sql, { action: "identity_unlinked", actor: user, address: request.address, now, traits });
    if (user.email) await context.mailer.send(noticeMail("identity-removed", user.email, context.siteUrl), sql);
    return undefined;
  });
  return outcome instanceof AuthError ? outcome : json({});
}
