import { randomBytes, randomUUID } from "node:crypto";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid, userBanned } from "../errors.ts";
import type { Queries } from "../queries.ts";
import { json, optionalText, readFields, type AuthRequest, type AuthResponse } from "../request.ts";
import { type Method, startSession } from "../sessions.ts";
import { completeSignUp } from "../sign-in/pending-sign-ups.ts";
import { findUser, isBanned, requireUser } from "../users.ts";
import { type Challenge, matchesChallenge } from "./code-challenge.ts";
import { hashLink, type OneTimeToken } from "./one-time-tokens.ts";

const CODE_LIFETIME_MS = 5 * 60_000;

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

const ExchangeFields = v.object({ auth_code: optionalText, code_verifier: optionalText });

/** POST /token?grant_type=pkce */
export async function exchangeCode(context: AuthContext, request: AuthRequest): Promise<AuthResponse> {
  const fields = readFields(ExchangeFields, request.body);
  if (fields instanceof AuthError) return fields;
  const { auth_code: code, code_verifier: verifier } = fields;
  if (!code || !verifier) return invalid("invalid request: both auth code and code verifier should be non-empty");
  const limited = await context.rateLimits.consume("verify-by-address", request.address);
  if (limited) return limited;
  const outcome = await context.sql.begin((sql) => exchange(context, sql, { code, verifier, request }));
  return outcome instanceof AuthError ? outcome : json(outcome);
}

async function exchange(
  context: AuthContext,
  sql: Queries,
  { code, verifier, request }: { code: string; verifier: string; request: AuthRequest },
) {
  // A code can be presented once, even with a wrong verifier.
  const [flow] = await sql<
    {
      user_id: string;
      code_challenge: string;
      code_challenge_method: string;
      authentication_method: Method;
      auth_code_issued_at: Date;
    }[]
  >`
    delete from auth.flow_state where auth_code = ${hashLink(code)} and auth_code_issued_at is not null
    returning user_id, code_challenge, code_challenge_method, authentication_method, auth_code_issued_at`;
  const user = flow && (await findUser(sql, { id: flow.user_id }));
  if (!flow || !user) return flowNotFound();
  const now = context.clock();
  if (now.getTime() - flow.auth_code_issued_at.getTime() > CODE_LIFETIME_MS) {
    return new AuthError(403, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  if (!matchesChallenge(verifier, flow.code_challenge, flow.code_challenge_method)) {
    const message = "code challenge does not match previously saved code verifier";
    return new AuthError(400, "bad_code_verifier", message);
  }
  if (isBanned(user, now)) return userBanned(403);
  // The verifier proves that this browser also signed up, so its password becomes valid.
  await completeSignUp(sql, user, [verifier]);
  const session = await startSession(context, sql, {
    user: await requireUser(sql, user.id),
    method: flow.authentication_method,
    request,
  });
  return session ?? flowNotFound();
}

function pendingCode(linkHash: string): string {
  return `link:${linkHash}`;
}

function flowNotFound(): AuthError {
  return new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
}
