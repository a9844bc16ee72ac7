import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { widestNetworkOf } from "../../../domain/network.ts";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError, invalid, managedBySso, phoneDisabled } from "../errors.ts";
import { passwordChangedMail, reauthenticationMail } from "../mail/mails.ts";
import { consumeMailLimits, readerOf, readRedirect } from "../mail/send-link.ts";
import { toJson } from "../queries.ts";
import {
  type AuthRequest,
  equalizeTiming,
  json,
  noContent,
  optionalRecord,
  optionalText,
  readEmail,
  readFields,
} from "../request.ts";
import { endSessions } from "../sessions.ts";
import { checkPasswordStrength } from "../sign-in/passwords.ts";
import { issueToken } from "../tokens/one-time-tokens.ts";
import { challengeFields, readChallenge } from "../tokens/pkce.ts";
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
export async function getUser(_context: AuthContext, _request: AuthRequest, { user }: Caller): Promise<Response> {
  return json(toUserJson(user));
}

/** PUT /user: changes password, address and user_metadata; other fields are ignored. */
export async function updateUser(context: AuthContext, request: AuthRequest, caller: Caller): Promise<Response> {
  const fields = readFields(UpdateFields, request.body);
  const { user } = caller;
  if (fields.app_metadata !== undefined && fields.app_metadata !== null) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  if (fields.phone) throw phoneDisabled();
  const email = fields.email ? readEmail(fields.email) : "";
  const newEmail = email === user.email ? "" : email;
  if (user.is_anonymous && fields.password && !newEmail) {
    const message = "Updating password of an anonymous user without an email or phone is not allowed";
    throw new AuthError(422, "validation_failed", message);
  }
  if (user.is_sso_user && (fields.password || newEmail)) throw managedBySso();
  const challenge = readChallenge(fields);
  const metadata = readNewMetadata(user, fields);
  await checkChange(context, caller, { ...fields, newEmail, address: request.address });
  const passwordHash = await readNewPassword(context, caller, { ...fields, address: request.address });
  if (newEmail) await consumeMailLimits(context, { address: request.address, to: newEmail, kind: "email-change" });

  const write = async () => {
    const updated = await context.sql.begin(async (sql) => {
      // The session may have ended while the password was hashed.
      const current = await lockCaller(sql, caller);
      if ((passwordHash || newEmail) && !hasOwnProof(current)) throw secondFactorMissing();
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
    return json(toUserJson(updated));
  };
  return newEmail ? equalizeTiming(context.minResponseMs, write) : write();
}

type AccountUpdate = UpdateFields & { readonly newEmail: string; readonly address: string };

/** Changing password or address can take over the account, so both need the second factor and fresh proof. */
async function checkChange(context: AuthContext, caller: Caller, fields: AccountUpdate): Promise<void> {
  const { password, newEmail } = fields;
  if ((password || newEmail) && !hasOwnProof(caller)) throw secondFactorMissing();
  if (typeof password === "string") checkPasswordStrength(password);
  await context.rateLimits.consume("change-by-session", caller.session.id);
  // An anonymous account has nothing to prove its identity with.
  const change = !caller.user.is_anonymous && (password ? "Password update" : newEmail && "Email update");
  await checkProof(context, caller, fields, change || undefined);
}

function secondFactorMissing(): AuthError {
  const message = "AAL2 session is required to update email or password when MFA is enabled.";
  return new AuthError(401, "insufficient_aal", message);
}

function readNewMetadata(user: User, fields: UpdateFields) {
  if (!fields.data) return undefined;
  const merged = mergeMetadata(user.user_metadata, readUserMetadata(fields.data));
  // The size of the whole is limited, too.
  readUserMetadata(merged);
  return merged;
}

async function readNewPassword(context: AuthContext, caller: Caller, fields: UpdateFields & { address: string }) {
  const { password, address } = fields;
  if (password === null || password === undefined) return undefined;
  await context.rateLimits.consume("password-by-account", caller.user.id);
  return context.signIns(async () => {
    const stored = caller.user.encrypted_password;
    if (stored && (await context.passwords.matches(password, stored))) {
      throw new AuthError(422, "same_password", "New password should be different from the old password.");
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
  if (!user.email || isFirst) return;
  await context.mailer.send(passwordChangedMail(readerOf(context, user, user.email)), sql);
}

/** GET /reauthenticate: mails the nonce that an older session needs as fresh proof. */
export async function requestReauthentication(
  context: AuthContext,
  request: AuthRequest,
  { user }: Caller,
): Promise<Response> {
  const { email } = user;
  if (!email) throw invalid("Reauthentication requires the user to have an email or a phone number");
  if (!user.email_confirmed_at) throw new AuthError(422, "email_not_confirmed", "Please verify your email first.");
  await consumeMailLimits(context, { address: request.address, to: email, kind: "reauthentication" });
  await context.sql.begin(async (sql) => {
    const { code } = await issueToken(context, sql, { user, type: "reauthentication_token", to: email });
    await context.mailer.send(reauthenticationMail(readerOf(context, user, email), code), sql);
    const now = context.clock();
    await writeAudit(sql, { action: "user_reauthenticate_requested", actor: user, address: request.address, now });
  });
  return json({});
}

/** POST /logout?scope=global|local|others. With a second factor, a session at aal1 can only end itself. */
export async function signOut(context: AuthContext, request: AuthRequest, caller: Caller): Promise<Response> {
  const { user, session } = caller;
  const scope = request.query.get("scope") || "global";
  if (scope !== "global" && scope !== "local" && scope !== "others") {
    throw invalid(`Unsupported logout scope ${JSON.stringify(scope.slice(0, 40))}`);
  }
  const isProven = hasOwnProof(caller);
  if (scope === "others" && !isProven) {
    throw new AuthError(422, "insufficient_aal", "AAL2 session is required to end other sessions");
  }
  const here = { only: session.id };
  const which = { global: isProven ? {} : here, local: here, others: { except: session.id } }[scope];
  await context.sql.begin(async (sql) => {
    await endSessions(sql, user.id, which);
    await writeAudit(sql, { action: "logout", actor: user, address: request.address, now: context.clock() });
  });
  return noContent();
}
