import { randomBytes, randomUUID } from "node:crypto";
import type { AuthContext } from "../auth-context.ts";
import { AuthError } from "../errors.ts";
import type { Queries } from "../queries.ts";
import type { Method } from "../sessions.ts";
import type { Challenge } from "./code-challenge.ts";
import { hashLink, type OneTimeToken } from "./one-time-tokens.ts";

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

export async function issueAuthCode(context: AuthContext, sql: Queries, linkHash: string): Promise<string | AuthError> {
  const now = context.clock();
  const code = randomBytes(32).toString("base64url");
  const issued = await sql`
    update auth.flow_state set auth_code = ${hashLink(code)}, auth_code_issued_at = ${now}, updated_at = ${now}
    where auth_code = ${pendingCode(linkHash)} returning id`;
  return issued.length === 1 ? code : flowNotFound();
}

function pendingCode(linkHash: string): string {
  return `link:${linkHash}`;
}

export function flowNotFound(): AuthError {
  return new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
}
