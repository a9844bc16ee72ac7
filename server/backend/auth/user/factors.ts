import { randomBytes, randomUUID } from "node:crypto";
import { Secret } from "otpauth";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError, invalid } from "../errors.ts";
import { noticeMail } from "../mail/security-notices.ts";
import type { StoredKey } from "../passkeys/security-key.ts";
import type { Queries } from "../queries.ts";
import { type AuthResponse, type AuthRequest, isUuid, json, optionalText, readFields } from "../request.ts";
import { endSessions } from "../sessions.ts";
import { lockUser } from "../users.ts";
import { hasOwnProof, checkFreshProof } from "./session-proof.ts";
import { createTotp, renderQrCode } from "./totp.ts";

const MAX_FACTORS = 10;
/** The name is part of a unique index, whose entries are limited in size. */
const MAX_NAME_LENGTH = 255;
const MAX_ISSUER_LENGTH = 128;
/** Just below the capacity of the largest QR code. */
const MAX_URI_LENGTH = 2900;

export type Factor = {
  readonly id: string;
  readonly status: "verified" | "unverified";
  readonly factor_type: "totp" | "webauthn";
  /** Of an authenticator app. */
  readonly secret: string | null;
  /** Of a security key, in the format of Supabase Auth. */
  readonly web_authn_credential: StoredKey | null;
};

const EnrollFields = v.object({ friendly_name: optionalText, factor_type: optionalText, issuer: optionalText });

/** POST /factors */
export async function enrollFactor(context: AuthContext, request: AuthRequest, caller: Caller): Promise<AuthResponse> {
  const { user } = caller;
  const fields = readFields(EnrollFields, request.body);
  if (fields instanceof AuthError) return fields;
  const { friendly_name: name, factor_type: type } = fields;
  if (type === "phone") return new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  if (type === "webauthn" && !context.relyingParty) {
    return new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
  }
  if (type !== "totp" && type !== "webauthn") return invalid("factor_type needs to be totp, phone, or webauthn");
  if (name.length > MAX_NAME_LENGTH) return invalid(`friendly_name has at most ${MAX_NAME_LENGTH} characters`);
  const totp = type === "totp" ? newTotp(context, caller, fields.issuer) : undefined;
  if (totp instanceof AuthError) return totp;
  const limited = await context.rateLimits.consume("enroll-by-account", user.id);
  if (limited) return limited;
  const id = randomUUID();
  const now = context.clock();
  const refused = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    const forbidden = current instanceof AuthError ? current : checkNewFactor(context, current, name);
    if (forbidden) return forbidden;
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values (${id}, ${user.id}, ${name}, ${type}, 'unverified', ${totp?.secret ?? null}, ${now}, ${now})`;
    const traits = { factor_id: id };
    await writeAudit(sql, { action: "factor_in_progress", actor: user, address: request.address, now, traits });
    return undefined;
  });
  return refused ?? json({ id, type, friendly_name: name, ...(totp && { totp }) });
}

function newTotp({ siteUrl }: AuthContext, { user }: Caller, issuer: string) {
  if (issuer.length > MAX_ISSUER_LENGTH) return invalid(`issuer has at most ${MAX_ISSUER_LENGTH} characters`);
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer });
  const names = { issuer: issuer || new URL(siteUrl).host, label: user.email ?? user.id };
  const uri = createTotp(secret, names).toString();
  if (uri.length > MAX_URI_LENGTH) return invalid("issuer is too long to be drawn with this email address");
  return { qr_code: renderQrCode(uri), secret: secret.base32, uri };
}

function checkNewFactor(context: AuthContext, caller: Caller, name: string): AuthError | undefined {
  const { user } = caller;
  if (name && user.factors.some((factor) => factor.friendly_name === name)) return nameTaken(name);
  if (user.factors.length >= MAX_FACTORS) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    return new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (!hasOwnProof(caller)) return new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  return checkFreshProof(context, caller, "Enrolling a factor");
}

function nameTaken(name: string): AuthError {
  const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
  return new AuthError(422, "mfa_factor_name_conflict", message);
}

/** DELETE /factors/{id} */
export async function unenrollFactor(
  context: AuthContext,
  request: AuthRequest,
  caller: Caller,
): Promise<AuthResponse> {
  const outcome = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    if (current instanceof AuthError) return current;
    const { user, session } = current;
    const factor = await findFactor(sql, request, user.id);
    if (factor instanceof AuthError) return factor;
    if (factor.status === "verified") {
      if (!hasOwnProof(current)) {
        return new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
      }
      const stale = checkFreshProof(context, current, "Removing a factor");
      if (stale) return stale;
      const notice = factor.factor_type === "totp" ? "factor-removed" : "key-removed";
      if (user.email) await context.mailer.send(noticeMail(notice, user.email, context.siteUrl), sql);
    }
    await removeFactor(sql, { userId: user.id, factorId: factor.id, currentSessionId: session.id });
    const now = context.clock();
    const traits = { factor_id: factor.id, factor_status: factor.status, session_id: session.id };
    await writeAudit(sql, { action: "factor_unenrolled", actor: user, address: request.address, now, traits });
    return { id: factor.id };
  });
  return outcome instanceof AuthError ? outcome : json(outcome);
}

/**
 * Sessions that used the factor fall back to aal1. Without any factor the password alone grants full access, so all
 * sessions except `currentSessionId` have to sign in again.
 */
export async function removeFactor(
  sql: TransactionSql,
  { userId, factorId, currentSessionId }: { userId: string; factorId: string; currentSessionId?: string },
): Promise<void> {
  await lockUser(sql, userId);
  const [removed] = await sql<Pick<Factor, "status">[]>`
    delete from auth.mfa_factors where id = ${factorId} returning status`;
  await sql`
    delete from auth.mfa_amr_claims where authentication_method in ('totp', 'mfa/webauthn')
      and session_id in (select id from auth.sessions where factor_id = ${factorId})`;
  await sql`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${factorId}`;
  if (removed?.status !== "verified") return;
  const [remaining] = await sql`select id from auth.mfa_factors where user_id = ${userId} and status = 'verified'`;
  if (!remaining) await endSessions(sql, userId, { except: currentSessionId });
}

export async function findFactor(sql: Queries, { params }: AuthRequest, userId: string): Promise<Factor | AuthError> {
  const id = params["factorId"] ?? "";
  if (!isUuid(id)) return new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const [factor] = await sql<Factor[]>`
    select id, status, secret, factor_type, web_authn_credential from auth.mfa_factors
    where id = ${id} and user_id = ${userId} and factor_type in ('totp', 'webauthn')`;
  return factor ?? new AuthError(404, "mfa_factor_not_found", "Factor not found");
}
