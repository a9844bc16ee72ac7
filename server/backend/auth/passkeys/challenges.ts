import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid } from "../errors.ts";
import { toJson } from "../queries.ts";
import { type AuthRequest, isUuid, json, optionalRecord, optionalText, readFields } from "../request.ts";
import { CHALLENGE_LIFETIME_MS } from "./webauthn.ts";

type ChallengeType = "registration" | "authentication";

const VerifyFields = v.object({ challenge_id: optionalText, credential: optionalRecord });

/** Stores the challenge of `options` and returns the response that auth-js passes to the browser. */
export async function sendChallenge(
  { sql, clock }: AuthContext,
  type: ChallengeType,
  options: { readonly challenge: string },
  userId: string | null,
): Promise<Response> {
  const id = randomUUID();
  const now = clock();
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFETIME_MS);
  await sql`
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
    values (${id}, ${userId}, ${type}, ${toJson(sql, { challenge: options.challenge })}, ${now}, ${expiresAt})`;
  return json({ challenge_id: id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) });
}

/** Deletes the challenge before anything is verified, so that it is used once, whatever the outcome. */
export async function consumeChallenge(
  { sql, clock }: AuthContext,
  request: AuthRequest,
  type: ChallengeType,
  userId: string | null,
): Promise<{ readonly challenge: string; readonly credential: object } | AuthError> {
  const fields = readFields(VerifyFields, request.body);
  if (fields instanceof AuthError) return fields;
  const { challenge_id: id, credential } = fields;
  if (!id) return invalid("challenge_id is required");
  if (!credential) return invalid("credential is required");
  if (!isUuid(id)) return invalid("challenge_id must be a valid UUID");
  const [row] = await sql<{ challenge: string; expires_at: Date }[]>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}
    returning session_data ->> 'challenge' as challenge, expires_at`;
  if (!row) return new AuthError(400, "webauthn_challenge_not_found", "Challenge not found or already used");
  if (row.expires_at <= clock()) return new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
  return { challenge: row.challenge, credential };
}

export const verificationFailed = () =>
  new AuthError(400, "webauthn_verification_failed", "Credential verification failed");
