import { createHash, randomBytes, randomUUID } from "node:crypto";
import { isSameSecret } from "../../keys.ts";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid } from "../errors.ts";
import type { Queries } from "../queries.ts";
import { optionalText } from "../request.ts";
import type { Method } from "../sessions.ts";
import { hashLink, type OneTimeToken } from "./one-time-tokens.ts";

/** PKCE: only the browser that requested a mailed link can exchange it for a session. */
export type Challenge = { readonly method: "s256" | "plain"; readonly challenge: string };

const CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

export const challengeFields = { code_challenge: optionalText, code_challenge_method: optionalText };

export function readChallenge(fields: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: given } = fields;
  if (!challenge && !given) return undefined;
  if (!challenge || !given) throw invalid("PKCE flow requires code_challenge_method and code_challenge");
  const method = given.toLowerCase();
  if (method !== "s256" && method !== "plain") throw invalid("code challenge method has to be s256 or plain");
  if (!CHALLENGE.test(challenge)) throw invalid("code challenge has to be between 43 and 128 characters");
  return { method, challenge };
}

export function matchesChallenge(verifier: string, challenge: string, method: string): boolean {
  const derived = method === "s256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
  return isSameSecret(derived, challenge);
}

/** Until the link is opened, `auth_code` holds its hash, so that each link finds its own flow. */
export async function storeChallenge(
  context: AuthContext,
  sql: Queries,
  flow: { userId: string; challenge: Challenge; token: OneTimeToken; method: Method },
): Promise<void> {
  const now = context.clock();
  await sql`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      authentication_method, created_at, updated_at)
    values (${randomUUID()}, ${flow.userId}, ${pendingCode(hashLink(flow.token.link))}, ${flow.challenge.method},
      ${flow.challenge.challenge}, 'email', ${flow.method}, ${now}, ${now})`;
}

export async function issueAuthCode(context: AuthContext, sql: Queries, linkHash: string): Promise<string> {
  const now = context.clock();
  const code = randomBytes(32).toString("base64url");
  const issued = await sql`
    update auth.flow_state set auth_code = ${hashLink(code)}, auth_code_issued_at = ${now}, updated_at = ${now}
    where auth_code = ${pendingCode(linkHash)} returning id`;
  if (issued.length !== 1) throw flowNotFound();
  return code;
}

function pendingCode(linkHash: string): string {
  return `link:${linkHash}`;
}

export function flowNotFound(): AuthError {
  return new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
}
