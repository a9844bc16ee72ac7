import type { TransactionSql } from "postgres";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, commitDespiteRefusal, invalid, userBanned } from "../errors.ts";
import { linkProfile, type SignInRequest } from "../providers/identities.ts";
import type { Profile } from "../providers/provider.ts";
import { toTokenFields } from "../providers/redirect-flow.ts";
import { json, optionalText, readFields, type AuthRequest } from "../request.ts";
import { type Method, renewTokens, startSession } from "../sessions.ts";
import { completeSignUp } from "../sign-in/pending-sign-ups.ts";
import { findUser, isBanned, lockUser, requireUser } from "../users.ts";
import { hashLink } from "./one-time-tokens.ts";
import { flowNotFound, matchesChallenge } from "./pkce.ts";

const CODE_LIFETIME_MS = 5 * 60_000;

const ExchangeFields = v.object({ auth_code: optionalText, code_verifier: optionalText });

/** POST /token?grant_type=pkce */
export async function exchangeCode(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(ExchangeFields, request.body);
  const { auth_code: code, code_verifier: verifier } = fields;
  if (!code || !verifier) throw invalid("invalid request: both auth code and code verifier should be non-empty");
  await context.rateLimits.consume("verify-by-address", request.address);
  // A code can be presented once, even with a wrong verifier.
  return json(await commitDespiteRefusal(context.sql, (sql) => exchange(context, sql, { code, verifier, request })));
}

/** The session that started the linking goes on; it must not have ended meanwhile. */
async function linkFromSession(
  context: AuthContext,
  sql: TransactionSql,
  { identity, userId, sessionId }: { identity: SignInRequest; userId: string; sessionId: string },
) {
  await lockUser(sql, userId);
  const [session] = await sql`select id from auth.sessions where id = ${sessionId} and user_id = ${userId} for update`;
  if (!session) throw flowNotFound();
  await linkProfile(context, sql, identity, await requireUser(sql, userId));
  return renewTokens(context, sql, { userId, sessionId });
}

async function exchange(
  context: AuthContext,
  sql: TransactionSql,
  { code, verifier, request }: { code: string; verifier: string; request: AuthRequest },
) {
  const [flow] = await sql<
    {
      user_id: string;
      code_challenge: string;
      code_challenge_method: string;
      authentication_method: Method;
      auth_code_issued_at: Date;
      provider_type: string;
      linking_session_id: string | null;
      pending_identity: Profile | null;
      provider_access_token: string | null;
      provider_refresh_token: string | null;
    }[]
  >`
    delete from auth.flow_state where auth_code = ${hashLink(code)} and auth_code_issued_at is not null
    returning user_id, code_challenge, code_challenge_method, authentication_method, auth_code_issued_at, provider_type,
      linking_session_id, pending_identity, provider_access_token, provider_refresh_token`;
  const user = flow && (await findUser(sql, { id: flow.user_id }));
  if (!flow || !user) throw flowNotFound();
  const now = context.clock();
  if (now.getTime() - flow.auth_code_issued_at.getTime() > CODE_LIFETIME_MS) {
    throw new AuthError(403, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  if (!matchesChallenge(verifier, flow.code_challenge, flow.code_challenge_method)) {
    const message = "code challenge does not match previously saved code verifier";
    throw new AuthError(400, "bad_code_verifier", message);
  }
  if (isBanned(user, now)) throw userBanned(403);
  const { provider_type: provider, pending_identity: profile, linking_session_id: sessionId } = flow;
  if (profile && sessionId) {
    const identity = { provider, profile, address: request.address };
    return linkFromSession(context, sql, { identity, userId: user.id, sessionId });
  }
  // The verifier proves that this browser also signed up, so its password becomes valid.
  await completeSignUp(sql, user, [verifier]);
  const session = await startSession(context, sql, {
    user: await requireUser(sql, user.id),
    method: flow.authentication_method,
    provider,
    request,
  });
  if (!session) throw flowNotFound();
  const { provider_access_token: accessToken, provider_refresh_token: refreshToken } = flow;
  const tokens = accessToken ? toTokenFields({ accessToken, refreshToken: refreshToken ?? undefined }) : {};
  return { ...session, ...tokens };
}
