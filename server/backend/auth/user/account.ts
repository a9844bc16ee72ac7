import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { widestNetworkOf } from "../../../../domain/network.ts";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { equalizeTiming } from "../equalize-timing.ts";
import { AuthError, invalid, managedBySso } from "../errors.ts";
import { passwordChangedMail, reauthenticationMail } from "../mail/mails.ts";
import { readRedirect, consumeMailLimits } from "../mail/send-link.ts";
import { toJson } from "../queries.ts";
import {
  type AuthResponse,
  type AuthRequest,
  json,
  optionalRecord,
  optionalText,
  readEmail,
  readFields,
} from "../request.ts";
import { endSessions } from "../sessions.ts";
import { checkPasswordStrength } from "../sign-in/passwords.ts";
import { challengeFields, readChallenge } from "../tokens/code-challenge.ts";
import { issueToken } from "../tokens/one-time-tokens.ts";
import { ensureEmailIdentity, mergeMetadata, readUserMetadata, requireUser, toUserJson, type User } from "../users.ts";
import { sendEmailChange } from "./email-change.ts";
import { checkProof, hasOwnProof } from "./session-proof.ts";

/** Choosing the first password after an invitation or confirmation is no change, and sends no mail. */
const FIRST_PASSWORD_WINDOW_MS = 3600_000;

const UpdateFields = v.object({
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  nonce: optionalText,
  current_password: optionalText,
  data: optionalRecord,
  app_metadata: v.optional(v.unknown()),
  ...challengeFields,
});
type UpdateFields = v.InferOutput<typeof UpdateFields>;

/** GET /user */
export async function getUser(_context: AuthContext, _request: AuthRequest, { user }: Caller): Promise<AuthResponse> {
  return json(toUserJson(user));
}

/** PUT /user: changes password, address and user_metadata; other fields are ignored. */
export async function updateUser(context: AuthContext, request: AuthRequest, caller: Caller): Promise<AuthResponse> {
  const fields = readFields(UpdateFields, request.body);
  if (fields instanceof AuthError) return fields;
  const { user } = caller;
  if (fields.app_metadata !== undefined && fields.app_metadata !== null) {
    return new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  if (fields.phone) return new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  const email = fields.email ? readEmail(fields.email) : "";
  if (email instanceof AuthError) return email;
  const newEmail = email === user.email ? "" : email;
  if (user.is_anonymous && fields.password && !newEmail) {
    const message = "Updating password of an anonymous user without an email or phone is not allowed";
    return new AuthError(422, "validation_failed", message);
  }
  if (user.is_sso_user && (fields.password || newEmail)) return managedBySso();
  const challenge = readChallenge(fields);
  if (challenge instanceof AuthError) return challenge;
  const metadata = readNewMetadata(user, fields);
  if (metadata instanceof AuthError) return metadata;
  const refused = await checkChange(context, caller, { ...fields, newEmail, address: request.address });
  if (refused) return refused;
  const passwordHash = await readNewPassword(context, caller, { ...fields, address: request.address });
  if (passwordHash instanceof AuthError) return passwordHash;
  const limited =
    newEmail && (await consumeMailLimits(context, { address: request.address, to: newEmail, kind: "email-change" }));
  if (limited) return limited;

  const write = async () => {
    const updated = await context.sql.begin(async (sql) => {
      // The session may have ended while the password was hashed.
      const current = await lockCaller(sql, caller);
      if (current instanceof AuthError) return current;
      if ((passwordHash || newEmail) && !hasOwnProof(current)) return secondFactorMissing();
      if (passwordHash) await changePassword(context, sql, { caller, passwordHash, address: request.address });
      if (metadata)
        await sql`update auth.users set raw_user_meta_data = ${toJson(sql, metadata)} where id = ${user.id}`;
      const redirectTo = readRedirect(context, request);
      if (newEmail) await sendEmailChange(context, sql, { user, email: newEmail, redirectTo, challenge });
      const now = context.clock();
      await sql`update auth.users set updated_at = ${now} where id = ${user.id}`;
      await writeAudit(sql, { action: "user_modified", actor: user, address: request.address, now });
      return requireUser(sql, user.id);
    });
    return updated instanceof AuthError ? updated : json(toUserJson(updated));
  };
  return newEmail ? equalizeTiming(context.minResponseMs, write) : write();
}

type Change = UpdateFields & { readonly newEmail: string; readonly address: string };

/** Changing password or address can take over the account, so both need the second factor and fresh proof. */
async function checkChange(context: AuthContext, caller: Caller, fields: Change): Promise<AuthError | undefined> {
  const { password, newEmail } = fields;
  if ((password || newEmail) && !hasOwnProof(caller)) return secondFactorMissing();
  const weakness = typeof password === "string" ? checkPasswordStrength(password) : undefined;
  if (weakness) return weakness;
  const limited = await context.rateLimits.consume("change-by-session", caller.session.id);
  if (limited) return limited;
  // An anonymous account has nothing to prove its identity with.
  const change = !caller.user.is_anonymous && (password ? "Password update" : newEmail && "Email update");
  return checkProof(context, caller, fields, change || undefined);
}

function secondFactorMissing(): AuthError {
  const message = "AAL2 session is required to update email or password when MFA is enabled.";
  return new AuthError(401, "insufficient_aal", message);
}

function readNewMetadata(user: User, fields: UpdateFields) {
  if (!fields.data) return undefined;
  const given = readUserMetadata(fields.data);
  if (given instanceof AuthError) return given;
  const merged = mergeMetadata(user.user_metadata, given);
  const checked = readUserMetadata(merged);
  return checked instanceof AuthError ? checked : merged;
}

async function readNewPassword(context: AuthContext, caller: Caller, fields: UpdateFields & { address: string }) {
  const { password, address } = fields;
  if (password === null || password === undefined) return undefined;
  const limited = await context.rateLimits.consume("password-by-account", caller.user.id);
  if (limited) return limited;
  return context.signIns(async () => {
    const stored = caller.user.encrypted_password;
    if (stored && (await context.passwords.matches(password, stored))) {
      return new AuthError(422, "same_password", "New password should be different from the old password.");
    }
    return context.passwords.hash(password);
  }, [widestNetworkOf(address)]);
}

async function changePassword(
  context: AuthContext,
  sql: TransactionSql,
  { caller, passwordHash, address }: { caller: Caller; passwordHash: string; address: string },
): Promise<void> {
  const { user, session } = caller;
  const now = context.clock();
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, recovery_token = '', reauthentication_token = ''
    where id = ${user.id}`;
  await ensureEmailIdentity(sql, user, now);
  await sql`
    delete from auth.one_time_tokens
    where user_id = ${user.id} and token_type in ('recovery_token', 'reauthentication_token')`;
  await endSessions(sql, user.id, { except: session.id });
  await writeAudit(sql, { action: "user_updated_password", actor: user, address, now });
  const provenAt = session.proven_at?.getTime() ?? 0;
  const isFirst = !user.encrypted_password && now.getTime() - provenAt < FIRST_PASSWORD_WINDOW_MS;
  if (user.email && !isFirst) await context.mailer.send(passwordChangedMail(user.email, context.siteUrl), sql);
}

/** GET /reauthenticate: mails the nonce that an older session needs as fresh proof. */
export async function requestReauthentication(
  context: AuthContext,
  request: AuthRequest,
  { user }: Caller,
): Promise<AuthResponse> {
  const { email } = user;
  if (!email) return invalid("Reauthentication requires the user to have an email or a phone number");
  if (!user.email_confirmed_at) return new AuthError(422, "email_not_confirmed", "Please verify your email first.");
  const limited = await consumeMailLimits(context, { address: request.address, to: email, kind: "reauthentication" });
  if (limited) return limited;
  await context.sql.begin(async (sql) => {
    const { code } = await issueToken(context, sql, { user, type: "reauthentication_token", to: email });
    await context.mailer.send(reauthenticationMail(email, code), sql);
    const now = context.clock();
    await writeAudit(sql, { action: "user_reauthenticate_requested", actor: user, address: request.address, now });
  });
  return json({});
}

/** POST /logout?scope=global|local|others. With a second factor, a session at aal1 can only end itself. */
export async function signOut(context: AuthContext, request: AuthRequest, caller: Caller): Promise<AuthResponse> {
  const { user, session } = caller;
  const scope = request.query.get("scope") || "global";
  if (scope !== "global" && scope !== "local" && scope !== "others") {
    return invalid(`Unsupported logout scope ${JSON.stringify(scope.slice(0, 40))}`);
  }
  const isProven = hasOwnProof(caller);
  if (scope === "others" && !isProven) {
    return new AuthError(422, "insufficient_aal", "AAL2 session is required to end other sessions");
  }
  const here = { only: session.id };
  const which = { global: isProven ? {} : here, local: here, others: { except: session.id } }[scope];
  await context.sql.begin(async (sql) => {
    await endSessions(sql, user.id, which);
    await writeAudit(sql, { action: "logout", actor: user, address: request.address, now: context.clock() });
  });
  return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
}
