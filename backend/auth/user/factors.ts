import { randomBytes, randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { TransactionSql } from "postgres";
import { renderSVG } from "uqr";
import * as v from "valibot";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError, commitDespiteRefusal, invalid, refusalOf } from "../errors.ts";
import { sendNotice } from "../mail/send-link.ts";
import { challengeKey, checkKeyResponse, type StoredKey, verifyKey } from "../passkeys/security-key.ts";
import { CHALLENGE_LIFETIME_MS } from "../passkeys/webauthn.ts";
import { type Queries, toJson } from "../queries.ts";
import { consumeByAccount } from "../rate-limits.ts";
import { type AuthRequest, isUuid, json, optionalRecord, optionalText, readFields } from "../request.ts";
import { addMethod, endSessions, renewTokens, toInet } from "../sessions.ts";
import { lockUser, type User } from "../users.ts";
import { checkFreshProof, hasOwnProof } from "./session-proof.ts";

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
export async function enrollFactor(context: AuthContext, request: AuthRequest, caller: Caller): Promise<Response> {
  const { user } = caller;
  const fields = readFields(EnrollFields, request.body);
  const { friendly_name: name, factor_type: type } = fields;
  if (type === "phone") throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  if (type === "webauthn" && !context.relyingParty) {
    throw new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
  }
  if (type !== "totp" && type !== "webauthn") throw invalid("factor_type needs to be totp, phone, or webauthn");
  if (name.length > MAX_NAME_LENGTH) throw invalid(`friendly_name has at most ${MAX_NAME_LENGTH} characters`);
  const totp = type === "totp" ? newTotp(context, caller, fields.issuer) : undefined;
  await context.rateLimits.consume("enroll-by-account", user.id);
  const id = randomUUID();
  const now = context.clock();
  await context.sql.begin(async (sql) => {
    checkNewFactor(context, await lockCaller(sql, caller), name);
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values (${id}, ${user.id}, ${name}, ${type}, 'unverified', ${totp?.secret ?? null}, ${now}, ${now})`;
    const traits = { factor_id: id };
    await writeAudit(sql, { action: "factor_in_progress", actor: user, address: request.address, now, traits });
  });
  return json({ id, type, friendly_name: name, ...(totp && { totp }) });
}

function newTotp({ siteUrl }: AuthContext, { user }: Caller, issuer: string) {
  if (issuer.length > MAX_ISSUER_LENGTH) throw invalid(`issuer has at most ${MAX_ISSUER_LENGTH} characters`);
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer });
  const names = { issuer: issuer || new URL(siteUrl).host, label: user.email ?? user.id };
  const uri = createTotp(secret, names).toString();
  if (uri.length > MAX_URI_LENGTH) throw invalid("issuer is too long to be drawn with this email address");
  return { qr_code: renderQrCode(uri), secret: secret.base32, uri };
}

function checkNewFactor(context: AuthContext, caller: Caller, name: string): void {
  const { user } = caller;
  if (name && user.factors.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new AuthError(422, "mfa_factor_name_conflict", message);
  }
  if (user.factors.length >= MAX_FACTORS) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (!hasOwnProof(caller)) throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  checkFreshProof(context, caller, "Enrolling a factor");
}

/** DELETE /factors/{id} */
export async function unenrollFactor(context: AuthContext, request: AuthRequest, caller: Caller): Promise<Response> {
  const removed = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    const { user, session } = current;
    const factor = await findFactor(sql, request, user.id);
    if (factor.status === "verified") {
      if (!hasOwnProof(current)) {
        throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
      }
      checkFreshProof(context, current, "Removing a factor");
      const notice = factor.factor_type === "totp" ? "factor-removed" : "key-removed";
      await sendNotice(context, sql, notice, user);
    }
    await removeFactor(sql, { userId: user.id, factorId: factor.id, currentSessionId: session.id });
    const now = context.clock();
    const traits = { factor_id: factor.id, factor_status: factor.status, session_id: session.id };
    await writeAudit(sql, { action: "factor_unenrolled", actor: user, address: request.address, now, traits });
    return { id: factor.id };
  });
  return json(removed);
}

// Sessions that used the factor fall back to aal1. Without any factor the password alone grants full access, so all
// sessions except `currentSessionId` have to sign in again.
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

async function findFactor(sql: Queries, { params }: AuthRequest, userId: string): Promise<Factor> {
  const id = params["factorId"] ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const [factor] = await sql<Factor[]>`
    select id, status, secret, factor_type, web_authn_credential from auth.mfa_factors
    where id = ${id} and user_id = ${userId} and factor_type in ('totp', 'webauthn')`;
  if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return factor;
}

const UNKNOWN_ADDRESS = "0.0.0.0";

const VerifyFields = v.object({ challenge_id: optionalText, code: optionalText, webauthn: optionalRecord });
type FactorResponse = Omit<v.InferOutput<typeof VerifyFields>, "challenge_id">;

/** POST /factors/{id}/challenge */
export async function challengeFactor(context: AuthContext, request: AuthRequest, caller: Caller): Promise<Response> {
  const { user, session } = caller;
  const factor = await findFactor(context.sql, request, user.id);
  await context.rateLimits.consume("challenge-by-session", session.id);
  const key = factor.factor_type === "webauthn" ? await challengeKey(context, user, factor) : undefined;
  const id = randomUUID();
  const now = context.clock();
  await context.sql.begin(async (sql) => {
    await sql`delete from auth.mfa_challenges where factor_id = ${factor.id} and created_at <= ${oldestValid(now)}`;
    await sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data)
      values (${id}, ${factor.id}, ${now}, ${toInet(request.address) ?? UNKNOWN_ADDRESS},
        ${key ? toJson(sql, key.stored) : null})`;
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await writeAudit(sql, { action: "challenge_created", actor: user, address: request.address, now, traits });
  });
  const expiresAt = Math.floor((now.getTime() + CHALLENGE_LIFETIME_MS) / 1000);
  return json({ id, type: factor.factor_type, expires_at: expiresAt, ...(key && { webauthn: key.webauthn }) });
}

/** POST /factors/{id}/verify: raises the session to aal2. */
export async function verifyFactor(context: AuthContext, request: AuthRequest, caller: Caller): Promise<Response> {
  const fields = readFields(VerifyFields, request.body);
  const factor = await findFactor(context.sql, request, caller.user.id);
  const { challenge_id: challengeId, ...response } = fields;
  if (factor.factor_type === "totp" && !response.code) throw invalid("Code needs to be non-empty");
  if (factor.factor_type === "webauthn") checkKeyResponse(factor, response.webauthn);
  const limited = await refusalOf(consumeLimits(context, request, caller, factor));
  if (limited) {
    if (factor.factor_type === "totp") await warnOwner(context, caller.user);
    throw limited;
  }
  const attempt = { factor, challengeId, response, address: request.address };
  const session = await commitDespiteRefusal(context.sql, (sql) =>
    verifyChallenge(context, sql, { ...attempt, caller }),
  );
  await context.rateLimits.refund("factor-by-session", caller.session.id);
  if (factor.factor_type === "totp") await context.rateLimits.refund("factor-by-account", caller.user.id);
  return json(session);
}

async function consumeLimits(
  context: AuthContext,
  { address }: AuthRequest,
  caller: Caller,
  factor: Factor,
): Promise<void> {
  const { user, session } = caller;
  await context.rateLimits.consume("factor-by-session", session.id);
  // Security keys cannot be guessed.
  if (factor.factor_type !== "totp") return;
  const signedInAt = hasOwnProof(caller) ? session.proven_at : null;
  const attempt = { limit: "factor-by-account", subject: user.id, userId: user.id, address, signedInAt } as const;
  await consumeByAccount(context, context.sql, attempt);
}

/** Trying codes requires the password, so the owner is advised to change it. */
async function warnOwner(context: AuthContext, user: User): Promise<void> {
  if (!user.email || (await refusalOf(context.rateLimits.consume("warning-by-account", user.id)))) return;
  await sendNotice(context, context.sql, "wrong-codes", user);
}

type Attempt = {
  readonly factor: Factor;
  readonly challengeId: string;
  readonly response: FactorResponse;
  readonly address: string;
  readonly caller: Caller;
};

async function verifyChallenge(context: AuthContext, sql: TransactionSql, attempt: Attempt) {
  const { factor, challengeId, address } = attempt;
  const now = context.clock();
  const caller = await lockCaller(sql, attempt.caller);
  const { user } = caller;
  const isNew = user.factors.some(({ id, status }) => id === factor.id && status === "unverified");
  if (isNew) checkEnrollmentProof(context, caller);
  const challenge = await findChallenge(sql, attempt, now);
  const traits = { factor_id: factor.id, challenge_id: challengeId };
  await writeAudit(sql, { action: "verification_attempted", actor: user, address, now, traits });
  const isKey = factor.factor_type === "webauthn";
  const { code, webauthn } = attempt.response;
  const isRight = isKey
    ? await verifyKey(context, sql, { factor, webauthn, challenge: challenge.expected ?? "" })
    : await consumeTotpCode(context, sql, { id: factor.id, secret: factor.secret ?? "", code });
  // Another code may be tried with the same challenge; a security key answers each challenge once.
  if (isRight || isKey) await sql`update auth.mfa_challenges set verified_at = ${now} where id = ${challengeId}`;
  if (!isRight) {
    const message = isKey ? "Credential verification failed" : "Invalid TOTP code entered";
    throw new AuthError(422, "mfa_verification_failed", message);
  }
  await sql`update auth.mfa_factors set status = 'verified', updated_at = ${now} where id = ${factor.id}`;
  await sql`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified' and factor_type = ${factor.factor_type}`;
  const notice = isKey ? "key-added" : "factor-added";
  if (isNew) await sendNotice(context, sql, notice, user);
  await writeAudit(sql, { action: "mfa_code_login", actor: user, address, now, traits });
  return upgradeSession(context, sql, { caller, factor });
}

/** Locks the challenge. `expected` is the challenge that a security key has to sign. */
async function findChallenge(sql: TransactionSql, { challengeId, factor, address }: Attempt, now: Date) {
  const [challenge] = isUuid(challengeId)
    ? await sql<{ created_at: Date; same_address: boolean; verified_at: Date | null; expected: string | null }[]>`
        select created_at, verified_at, ip_address = ${toInet(address) ?? UNKNOWN_ADDRESS}::inet as same_address,
          web_authn_session_data ->> 'challenge' as expected
        from auth.mfa_challenges where id = ${challengeId} and factor_id = ${factor.id} for update`
    : [];
  if (!challenge) {
    throw new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  }
  if (challenge.verified_at || !challenge.same_address) {
    throw new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  if (challenge.created_at <= oldestValid(now)) {
    const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, "mfa_challenge_expired", message);
  }
  return challenge;
}

/** An account with a verified factor cannot verify another one with the password alone. */
function checkEnrollmentProof(context: AuthContext, caller: Caller): void {
  if (!hasOwnProof(caller)) throw new AuthError(403, "insufficient_aal", "AAL2 required to verify a new factor");
  checkFreshProof(context, caller, "Enrolling a factor");
}

// Raises the session to aal2 with new tokens, and ends all sessions at aal1 as GoTrue does. GoTrue has no recovery codes;
// a session in which one was used has its second factor and stays.
async function upgradeSession(
  context: AuthContext,
  sql: TransactionSql,
  { caller: { user, session }, factor }: { caller: Caller; factor: Factor },
) {
  const now = context.clock();
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = ${now} where id = ${session.id}`;
  await addMethod(sql, session.id, factor.factor_type === "totp" ? "totp" : "mfa/webauthn", now);
  await sql`
    delete from auth.sessions
    where user_id = ${user.id} and aal = 'aal1' and id not in (select session_id from public.recovered_sessions)`;
  return renewTokens(context, sql, { sessionId: session.id, userId: user.id });
}

function oldestValid(now: Date): Date {
  return new Date(now.getTime() - CHALLENGE_LIFETIME_MS);
}

const PERIOD_S = 30;
/** Accepts clocks that are off by one period. */
const WINDOW = 1;
/** The white margin that scanners expect, in modules. */
const QR_QUIET_ZONE = 4;

/** Whether the authenticator app shows this code now. Each code is accepted once. */
async function consumeTotpCode(
  context: AuthContext,
  sql: Queries,
  { id, secret, code }: { readonly id: string; readonly secret: string; readonly code: string },
): Promise<boolean> {
  const timestamp = context.clock().getTime();
  const delta = createTotp(Secret.fromBase32(secret)).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_S) + delta;
  return !(await refusalOf(context.rateLimits.consume("totp-code", `${id}:${step}`, sql)));
}

function createTotp(secret: Secret, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, algorithm: "SHA1", digits: 6, period: PERIOD_S });
}

/** auth-js prepends "data:image/svg+xml;utf-8," without escaping, so colors must not contain a #. */
function renderQrCode(uri: string): string {
  return renderSVG(uri, { border: QR_QUIET_ZONE, pixelSize: 1, whiteColor: "white", blackColor: "black" });
}
