import { randomBytes, randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { TransactionSql } from "postgres";
import { renderSVG } from "uqr";
import * as v from "valibot";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError, invalid } from "../errors.ts";
import { noticeMail } from "../mail/security-notices.ts";
import type { Queries } from "../queries.ts";
import { type AuthResponse, type AuthRequest, isUuid, json, optionalText, readFields } from "../request.ts";
import { addMethod, endSessions, toInet } from "../sessions.ts";
import { renewTokens } from "../tokens/renew-tokens.ts";
import { lockUser, type User } from "../users.ts";
import { hasOwnProof, checkFreshProof } from "./session-proof.ts";

const CHALLENGE_LIFETIME_MS = 5 * 60_000;
const MAX_FACTORS = 10;
/** The name is part of a unique index, whose entries are limited in size. */
const MAX_NAME_LENGTH = 255;
const MAX_ISSUER_LENGTH = 128;
/** Just below the capacity of the largest QR code. */
const MAX_URI_LENGTH = 2900;
const TOTP_PERIOD_S = 30;
/** Accepts clocks that are off by one period. */
const TOTP_WINDOW = 1;
/** The white margin that scanners expect, in modules. */
const QR_QUIET_ZONE = 4;
const UNKNOWN_ADDRESS = "0.0.0.0";

type Factor = { id: string; status: "verified" | "unverified"; secret: string; factor_type: string };

const EnrollFields = v.object({ friendly_name: optionalText, factor_type: optionalText, issuer: optionalText });
const VerifyFields = v.object({ challenge_id: optionalText, code: optionalText });

/** POST /factors */
export async function enrollFactor(context: AuthContext, request: AuthRequest, caller: Caller): Promise<AuthResponse> {
  const { user } = caller;
  const fields = readFields(EnrollFields, request.body);
  if (fields instanceof AuthError) return fields;
  const { friendly_name: name, factor_type: type } = fields;
  if (type === "phone") return new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  if (type === "webauthn") {
    return new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
  }
  if (type !== "totp") return invalid("factor_type needs to be totp, phone, or webauthn");
  if (name.length > MAX_NAME_LENGTH) return invalid(`friendly_name has at most ${MAX_NAME_LENGTH} characters`);
  if (fields.issuer.length > MAX_ISSUER_LENGTH) return invalid(`issuer has at most ${MAX_ISSUER_LENGTH} characters`);
  const limited = await context.rateLimits.consume("enroll-by-account", user.id);
  if (limited) return limited;
  const id = randomUUID();
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer });
  const issuer = fields.issuer || new URL(context.siteUrl).host;
  const uri = createTotp(secret, { issuer, label: user.email ?? user.id }).toString();
  if (uri.length > MAX_URI_LENGTH) return invalid("issuer is too long to be drawn with this email address");
  const now = context.clock();
  const refused = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    const forbidden = current instanceof AuthError ? current : checkNewFactor(context, current, name);
    if (forbidden) return forbidden;
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values (${id}, ${user.id}, ${name}, 'totp', 'unverified', ${secret.base32}, ${now}, ${now})`;
    const traits = { factor_id: id };
    await writeAudit(sql, { action: "factor_in_progress", actor: user, address: request.address, now, traits });
    return undefined;
  });
  if (refused) return refused;
  const totp = { qr_code: renderQrCode(uri), secret: secret.base32, uri };
  return json({ id, type: "totp", friendly_name: name, totp });
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

/** auth-js prepends "data:image/svg+xml;utf-8," without escaping, so colors must not contain a #. */
function renderQrCode(uri: string): string {
  return renderSVG(uri, { border: QR_QUIET_ZONE, pixelSize: 1, whiteColor: "white", blackColor: "black" });
}

function nameTaken(name: string): AuthError {
  const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
  return new AuthError(422, "mfa_factor_name_conflict", message);
}

/** POST /factors/{id}/challenge */
export async function challengeFactor(
  context: AuthContext,
  request: AuthRequest,
  caller: Caller,
): Promise<AuthResponse> {
  const { user, session } = caller;
  const factor = await findFactor(context.sql, request, user.id);
  if (factor instanceof AuthError) return factor;
  const limited = await context.rateLimits.consume("challenge-by-session", session.id);
  if (limited) return limited;
  const id = randomUUID();
  const now = context.clock();
  await context.sql.begin(async (sql) => {
    await sql`delete from auth.mfa_challenges where factor_id = ${factor.id} and created_at <= ${oldestValid(now)}`;
    await sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (${id}, ${factor.id}, ${now}, ${toInet(request.address) ?? UNKNOWN_ADDRESS})`;
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await writeAudit(sql, { action: "challenge_created", actor: user, address: request.address, now, traits });
  });
  return json({ id, type: "totp", expires_at: Math.floor((now.getTime() + CHALLENGE_LIFETIME_MS) / 1000) });
}

/** POST /factors/{id}/verify: raises the session to aal2. */
export async function verifyFactor(context: AuthContext, request: AuthRequest, caller: Caller): Promise<AuthResponse> {
  const fields = readFields(VerifyFields, request.body);
  if (fields instanceof AuthError) return fields;
  const factor = await findFactor(context.sql, request, caller.user.id);
  if (factor instanceof AuthError) return factor;
  if (!fields.code) return invalid("Code needs to be non-empty");
  const limited =
    (await context.rateLimits.consume("factor-by-session", caller.session.id)) ??
    (await context.rateLimits.consume("factor-by-account", caller.user.id));
  if (limited) {
    await warnOwner(context, caller.user);
    return limited;
  }
  const attempt = { factor, challengeId: fields.challenge_id, code: fields.code, address: request.address };
  const outcome = await context.sql.begin((sql) => verifyChallenge(context, sql, { ...attempt, caller }));
  if (outcome instanceof AuthError) return outcome;
  await context.rateLimits.refund("factor-by-session", caller.session.id);
  await context.rateLimits.refund("factor-by-account", caller.user.id);
  return json(outcome);
}

/** Trying codes requires the password, so the owner is advised to change it. */
async function warnOwner({ rateLimits, mailer, sql, siteUrl }: AuthContext, { id, email }: User): Promise<void> {
  if (!email || (await rateLimits.consume("warning-by-account", id))) return;
  await mailer.send(noticeMail("wrong-codes", email, siteUrl), sql);
}

type Attempt = {
  readonly factor: Factor;
  readonly challengeId: string;
  readonly code: string;
  readonly address: string;
  readonly caller: Caller;
};

async function verifyChallenge(context: AuthContext, sql: TransactionSql, attempt: Attempt) {
  const { factor, challengeId, code, address } = attempt;
  const now = context.clock();
  const caller = await lockCaller(sql, attempt.caller);
  if (caller instanceof AuthError) return caller;
  const isNew = caller.user.factors.some(({ id, status }) => id === factor.id && status === "unverified");
  const refused = isNew ? checkEnrollmentProof(context, caller) : undefined;
  if (refused) return refused;
  const [challenge] = isUuid(challengeId)
    ? await sql<{ created_at: Date; same_address: boolean; verified_at: Date | null }[]>`
        select created_at, verified_at, ip_address = ${toInet(address) ?? UNKNOWN_ADDRESS}::inet as same_address
        from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factor.id} for update`
    : [];
  if (!challenge) {
    return new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  }
  if (challenge.verified_at || !challenge.same_address) {
    return new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  if (challenge.created_at <= oldestValid(now)) {
    const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
    return new AuthError(422, "mfa_challenge_expired", message);
  }
  const { user } = caller;
  const traits = { factor_id: factor.id, challenge_id: challengeId };
  await writeAudit(sql, { action: "verification_attempted", actor: user, address, now, traits });
  const totp = createTotp(Secret.fromBase32(factor.secret));
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: TOTP_WINDOW });
  const step = Math.floor(now.getTime() / 1000 / TOTP_PERIOD_S) + (delta ?? 0);
  if (delta === null || (await context.rateLimits.consume("totp-code", `${factor.id}:${step}`, sql))) {
    return new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
  }
  await sql`update auth.mfa_challenges set verified_at = ${now} where id = ${challengeId}`;
  await sql`update auth.mfa_factors set status = 'verified', updated_at = ${now} where id = ${factor.id}`;
  await sql`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified' and factor_type = 'totp'`;
  if (isNew && user.email) await context.mailer.send(noticeMail("factor-added", user.email, context.siteUrl), sql);
  return upgradeSession(context, sql, { caller, factorId: factor.id });
}

/** An account with a verified factor cannot verify another one with the password alone. */
function checkEnrollmentProof(context: AuthContext, caller: Caller): AuthError | undefined {
  if (!hasOwnProof(caller)) return new AuthError(403, "insufficient_aal", "AAL2 required to verify a new factor");
  return checkFreshProof(context, caller, "Enrolling a factor");
}

/** Raises the session to aal2 with new tokens, and ends all sessions at aal1 as GoTrue does. */
async function upgradeSession(
  context: AuthContext,
  sql: TransactionSql,
  { caller: { user, session }, factorId }: { caller: Caller; factorId: string },
) {
  const now = context.clock();
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}, updated_at = ${now} where id = ${session.id}`;
  await addMethod(sql, session.id, "totp", now);
  await sql`delete from auth.sessions where user_id = ${user.id} and aal = 'aal1'`;
  return renewTokens(context, sql, { sessionId: session.id, userId: user.id });
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
      if (user.email) await context.mailer.send(noticeMail("factor-removed", user.email, context.siteUrl), sql);
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
    delete from auth.mfa_amr_claims where authentication_method = 'totp'
      and session_id in (select id from auth.sessions where factor_id = ${factorId})`;
  await sql`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${factorId}`;
  if (removed?.status !== "verified") return;
  const [remaining] = await sql`select id from auth.mfa_factors where user_id = ${userId} and status = 'verified'`;
  if (!remaining) await endSessions(sql, userId, { except: currentSessionId });
}

async function findFactor(sql: Queries, { params }: AuthRequest, userId: string): Promise<Factor | AuthError> {
  const id = params["factorId"] ?? "";
  if (!isUuid(id)) return new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const [factor] = await sql<Factor[]>`
    select id, status, secret, factor_type from auth.mfa_factors
    where id = ${id} and user_id = ${userId} and factor_type = 'totp'`;
  return factor ?? factorNotFound();
}

function factorNotFound(): AuthError {
  return new AuthError(404, "mfa_factor_not_found", "Factor not found");
}

function createTotp(secret: Secret, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, algorithm: "SHA1", digits: 6, period: TOTP_PERIOD_S });
}

function oldestValid(now: Date): Date {
  return new Date(now.getTime() - CHALLENGE_LIFETIME_MS);
}
