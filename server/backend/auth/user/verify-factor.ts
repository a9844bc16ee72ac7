import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller } from "../caller.ts";
import { AuthError, invalid } from "../errors.ts";
import { consumeByAccount } from "../known-networks.ts";
import { noticeMail } from "../mail/security-notices.ts";
import { challengeKey, checkKeyResponse, verifyKey } from "../passkeys/security-key.ts";
import { CHALLENGE_LIFETIME_MS } from "../passkeys/webauthn.ts";
import { toJson } from "../queries.ts";
import {
  type AuthResponse,
  type AuthRequest,
  isUuid,
  json,
  optionalRecord,
  optionalText,
  readFields,
} from "../request.ts";
import { addMethod, toInet } from "../sessions.ts";
import { renewTokens } from "../tokens/renew-tokens.ts";
import type { User } from "../users.ts";
import { type Factor, findFactor } from "./factors.ts";
import { hasOwnProof, checkFreshProof } from "./session-proof.ts";
import { consumeTotpCode } from "./totp.ts";

const UNKNOWN_ADDRESS = "0.0.0.0";

const VerifyFields = v.object({ challenge_id: optionalText, code: optionalText, webauthn: optionalRecord });
type Response = Omit<v.InferOutput<typeof VerifyFields>, "challenge_id">;

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
  const key = factor.factor_type === "webauthn" ? await challengeKey(context, user, factor) : undefined;
  if (key instanceof AuthError) return key;
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
export async function verifyFactor(context: AuthContext, request: AuthRequest, caller: Caller): Promise<AuthResponse> {
  const fields = readFields(VerifyFields, request.body);
  if (fields instanceof AuthError) return fields;
  const factor = await findFactor(context.sql, request, caller.user.id);
  if (factor instanceof AuthError) return factor;
  const { challenge_id: challengeId, ...response } = fields;
  if (factor.factor_type === "totp" && !response.code) return invalid("Code needs to be non-empty");
  const malformed = factor.factor_type === "webauthn" ? checkKeyResponse(factor, response.webauthn) : undefined;
  if (malformed) return malformed;
  const limited =
    (await context.rateLimits.consume("factor-by-session", caller.session.id)) ??
    (await consumeTotpLimit(context, request, caller, factor));
  if (limited) {
    if (factor.factor_type === "totp") await warnOwner(context, caller.user);
    return limited;
  }
  const attempt = { factor, challengeId, response, address: request.address };
  const outcome = await context.sql.begin((sql) => verifyChallenge(context, sql, { ...attempt, caller }));
  if (outcome instanceof AuthError) return outcome;
  await context.rateLimits.refund("factor-by-session", caller.session.id);
  if (factor.factor_type === "totp") await context.rateLimits.refund("factor-by-account", caller.user.id);
  return json(outcome);
}

/** Security keys cannot be guessed. */
async function consumeTotpLimit(
  context: AuthContext,
  { address }: AuthRequest,
  caller: Caller,
  factor: Factor,
): Promise<AuthError | undefined> {
  if (factor.factor_type !== "totp") return undefined;
  const { user, session } = caller;
  const signedInAt = hasOwnProof(caller) ? session.proven_at : null;
  const attempt = { limit: "factor-by-account", subject: user.id, userId: user.id, address, signedInAt } as const;
  return consumeByAccount(context, context.sql, attempt);
}

/** Trying codes requires the password, so the owner is advised to change it. */
async function warnOwner({ rateLimits, mailer, sql, siteUrl }: AuthContext, { id, email }: User): Promise<void> {
  if (!email || (await rateLimits.consume("warning-by-account", id))) return;
  await mailer.send(noticeMail("wrong-codes", email, siteUrl), sql);
}

type Attempt = {
  readonly factor: Factor;
  readonly challengeId: string;
  readonly response: Response;
  readonly address: string;
  readonly caller: Caller;
};

async function verifyChallenge(context: AuthContext, sql: TransactionSql, attempt: Attempt) {
  const { factor, challengeId, address } = attempt;
  const now = context.clock();
  const caller = await lockCaller(sql, attempt.caller);
  if (caller instanceof AuthError) return caller;
  const { user } = caller;
  const isNew = user.factors.some(({ id, status }) => id === factor.id && status === "unverified");
  const refused = isNew ? checkEnrollmentProof(context, caller) : undefined;
  if (refused) return refused;
  const challenge = await findChallenge(sql, attempt, now);
  if (challenge instanceof AuthError) return challenge;
  const traits = { factor_id: factor.id, challenge_id: challengeId };
  await writeAudit(sql, { action: "verification_attempted", actor: user, address, now, traits });
  const wrong = await verifyResponse(context, sql, attempt, challenge.expected);
  // Another code may be tried with the same challenge; a security key answers each challenge once.
  if (!wrong || factor.factor_type === "webauthn") {
    await sql`update auth.mfa_challenges set verified_at = ${now} where id = ${challengeId}`;
  }
  if (wrong) return wrong;
  await sql`update auth.mfa_factors set status = 'verified', updated_at = ${now} where id = ${factor.id}`;
  await sql`
    delete from auth.mfa_factors
    where user_id = ${user.id} and status = 'unverified' and factor_type = ${factor.factor_type}`;
  const notice = factor.factor_type === "totp" ? "factor-added" : "key-added";
  if (isNew && user.email) await context.mailer.send(noticeMail(notice, user.email, context.siteUrl), sql);
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
    return new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  }
  if (challenge.verified_at || !challenge.same_address) {
    return new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  if (challenge.created_at <= oldestValid(now)) {
    const message = `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`;
    return new AuthError(422, "mfa_challenge_expired", message);
  }
  return challenge;
}

async function verifyResponse(
  context: AuthContext,
  sql: TransactionSql,
  { factor, response: { code, webauthn } }: Attempt,
  challenge: string | null,
): Promise<AuthError | undefined> {
  if (factor.factor_type === "webauthn") {
    const isValid = await verifyKey(context, sql, { factor, webauthn, challenge: challenge ?? "" });
    return isValid ? undefined : new AuthError(422, "mfa_verification_failed", "Credential verification failed");
  }
  const isValid = await consumeTotpCode(context, sql, { id: factor.id, secret: factor.secret ?? "", code });
  return isValid ? undefined : new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
}

/** An account with a verified factor cannot verify another one with the password alone. */
function checkEnrollmentProof(context: AuthContext, caller: Caller): AuthError | undefined {
  if (!hasOwnProof(caller)) return new AuthError(403, "insufficient_aal", "AAL2 required to verify a new factor");
  return checkFreshProof(context, caller, "Enrolling a factor");
}

/**
 * Raises the session to aal2 with new tokens, and ends all sessions at aal1 as GoTrue does. GoTrue has no recovery codes;
 * a session in which one was used has its second factor and stays.
 */
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
