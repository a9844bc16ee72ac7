import { createHash } from "node:crypto";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { widestNetworkOf } from "../../../domain/network.ts";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller, readCaller } from "../caller.ts";
import { AuthError, commitDespiteRefusal, invalid, invalidCredentials, refusalOf, userBanned } from "../errors.ts";
import { checkLinking, linkProfile, type SignInRequest, signInWithProfile } from "../providers/identities.ts";
import type { IdToken, Profile } from "../providers/provider.ts";
import { providerUnreachable, toTokenFields } from "../providers/redirect-flow.ts";
import { consumeAsOwner } from "../rate-limits.ts";
import { type AuthRequest, json, optionalFlag, optionalText, parseEmail, readFields } from "../request.ts";
import {
  computeSessionExpiry,
  continueSession,
  deriveNextToken,
  hashToken,
  type Method,
  readUserAgent,
  renewTokens,
  startSession,
  storeRefreshToken,
  toInet,
} from "../sessions.ts";
import { hashLink } from "../tokens/one-time-tokens.ts";
import { flowNotFound, matchesChallenge } from "../tokens/pkce.ts";
import { findUser, isBanned, lockUser, requireUser, type User } from "../users.ts";
import { completeSignUp } from "./pending-sign-ups.ts";
import { CREDENTIALS_MISSING } from "./signup.ts";

/** Within this time a used token returns the current one, for tabs that refresh at once and for lost responses. */
const REUSE_GRACE_MS = 10_000;
/** How many lost responses in a row are tolerated within the grace period. */
const MAX_CHAIN_LENGTH = 20;

const RefreshFields = v.object({ refresh_token: optionalText });

type TokenRow = { revoked: boolean; updated_at: Date; session_id: string };
type Next = { readonly token: string } | { readonly reused: true };

/** POST /token?grant_type=refresh_token */
export async function refreshSession(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(RefreshFields, request.body);
  if (!fields.refresh_token) throw invalid("refresh_token required");
  const limited = await refusalOf(context.rateLimits.consume("refresh-by-address", request.address));
  // auth-js signs out at a 429 and tries again later at a 503.
  if (limited) throw new AuthError(503, limited.code, limited.message, { retryAfterS: limited.retryAfterS ?? 1 });
  // The end of a session whose token was stolen is committed.
  return json(await commitDespiteRefusal(context.sql, (sql) => refresh(context, sql, fields.refresh_token, request)));
}

async function refresh(context: AuthContext, sql: TransactionSql, token: string, { address, headers }: AuthRequest) {
  const now = context.clock();
  // Lock the session, so that parallel refreshes of one token run one after the other.
  const [session] = await sql<{ id: string; user_id: string; created_at: Date; is_expired: boolean }[]>`
    select id, user_id, created_at, coalesce(not_after <= ${now}, false) as is_expired from auth.sessions
    where id = (select session_id from auth.refresh_tokens where token = ${hashToken(token)}) for update`;
  const user = session && (await findUser(sql, { id: session.user_id }));
  if (!session || !user) throw refused("refresh_token_not_found", "Refresh Token Not Found");
  if (isBanned(user, now)) throw refused("user_banned", "User Banned");
  if (session.is_expired) throw refused("session_expired", "Session Expired");

  const next = await findNext(context, sql, { token, sessionId: session.id, user });
  if ("reused" in next) {
    await sql`delete from auth.sessions where id = ${session.id}`;
    await writeAudit(sql, { action: "token_revoked", actor: user, address, now, traits: { reason: "reused" } });
    throw refused("refresh_token_already_used", "Already Used");
  }
  const end = computeSessionExpiry(context, session.created_at);
  await sql`
    update auth.sessions set refreshed_at = ${now}, updated_at = ${now}, not_after = ${end}, ip = ${toInet(address)},
      user_agent = ${readUserAgent(headers)}
    where id = ${session.id}`;
  await writeAudit(sql, { action: "token_refreshed", actor: user, address, now });
  return continueSession(context, sql, { sessionId: session.id, userId: user.id, refreshToken: next.token });
}

// Within the grace period a used token leads to the current token of its chain. Later it leads only to its direct
// successor, and only while that is unused, because then the response was lost (as in GoTrue). Anything else is reuse
// of a stolen token.
async function findNext(
  context: AuthContext,
  sql: TransactionSql,
  { token, sessionId, user }: { token: string; sessionId: string; user: User },
): Promise<Next> {
  const now = context.clock();
  let step = token;
  let parent: string | null = null;
  let isLate = false;
  for (let steps = 0; steps < MAX_CHAIN_LENGTH; steps += 1) {
    const [row] = await sql<TokenRow[]>`
      select revoked, updated_at, session_id from auth.refresh_tokens where token = ${hashToken(step)}`;
    if (isLate && (!row || row.revoked)) return { reused: true };
    if (!row) {
      await storeRefreshToken(sql, { token: step, sessionId, userId: user.id, parent, now });
      return { token: step };
    }
    if (!row.revoked && step !== token) return { token: step };
    if (!row.revoked) {
      await sql`update auth.refresh_tokens set revoked = true, updated_at = ${now} where token = ${hashToken(step)}`;
    }
    isLate = row.revoked && now.getTime() - row.updated_at.getTime() > REUSE_GRACE_MS;
    parent = step;
    step = deriveNextToken(context, step);
  }
  return { reused: true };
}

function refused(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}

const PasswordFields = v.object({ email: optionalText, phone: optionalText, password: optionalText });

/** POST /token?grant_type=password. The state of an account is revealed only with the right password. */
export async function signInWithPassword(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(PasswordFields, request.body);
  if (fields.email && fields.phone) {
    throw invalid("Only an email address or phone number should be provided on login.");
  }
  if ((!fields.email && !fields.phone) || !fields.password) throw invalid(CREDENTIALS_MISSING);
  if (fields.phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  const email = parseEmail(fields.email);
  if (!email) throw invalidCredentials();

  const { password } = fields;
  return context.signIns(
    () => checkPassword(context, request, { email, password }),
    [widestNetworkOf(request.address)],
  );
}

async function checkPassword(
  context: AuthContext,
  request: AuthRequest,
  { email, password }: { email: string; password: string },
): Promise<Response> {
  const limited = await refusalOf(
    context.rateLimits.consumeAll([
      ["sign-in-by-address", request.address],
      ["sign-in-by-account", email],
    ]),
  );
  if (limited && limited.limit !== "sign-in-by-account") throw limited;
  const user = await findUser(context.sql, { email });
  if (limited) {
    const attempt = {
      limit: "sign-in-by-account",
      subject: email,
      userId: user?.id,
      address: request.address,
    } as const;
    await consumeAsOwner(context, context.sql, attempt, limited);
  }
  const matches = await context.passwords.matches(password, user?.encrypted_password);
  // An unconfirmed address gets the same response and rate limit as an unknown one. Otherwise signing up and then in
  // would reveal whether the address has an account.
  if (!user?.email_confirmed_at || !matches) throw invalidCredentials();
  await context.rateLimits.refund("sign-in-by-account", email);
  const now = context.clock();
  if (isBanned(user, now)) throw userBanned(400);

  // Returns nothing if the password was changed while this one was being verified.
  const session = await startSession(context, context.sql, { user, method: "password", request });
  if (!session) throw invalidCredentials();
  return json(session);
}

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

const IdTokenFields = v.object({
  provider: optionalText,
  id_token: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(16_384)), ""), ""),
  access_token: optionalText,
  nonce: optionalText,
  link_identity: optionalFlag,
});
type IdTokenFields = v.InferOutput<typeof IdTokenFields>;

const ISSUERS: Readonly<Record<string, string>> = {
  apple: "https://appleid.apple.com",
  azure: "https://login.microsoftonline.com/common/v2.0",
  facebook: "https://www.facebook.com",
  google: "https://accounts.google.com",
  kakao: "https://kauth.kakao.com",
};

/** POST /token?grant_type=id_token */
export async function signInWithIdToken(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(IdTokenFields, request.body);
  if (!fields.id_token) throw invalid("id_token required");
  if (!fields.provider) throw invalid("provider or client_id and issuer required");
  const caller = fields.link_identity ? await readCaller(context, request.headers) : undefined;
  if (caller) checkLinking(context, caller);
  await context.rateLimits.consume("verify-by-address", request.address);
  const token = await verifyToken(context, fields);
  const { provider } = fields;
  return caller
    ? linkWithToken(context, request, { provider, token, caller })
    : startWithToken(context, request, { provider, token });
}

async function verifyToken(context: AuthContext, fields: IdTokenFields): Promise<IdToken> {
  const verifyIdToken = context.providers.get(fields.provider)?.verifyIdToken;
  if (!verifyIdToken) throw notEnabled(fields.provider);
  const token = await verifyIdToken(fields.id_token, fields.access_token).catch((error: unknown) => {
    throw providerUnreachable(context, fields.provider, error);
  });
  if (!token) throw invalid("Bad ID token");
  if (Boolean(token.nonce) !== Boolean(fields.nonce)) {
    throw invalid("Passed nonce and nonce in id_token should either both exist or not.");
  }
  const hashed = createHash("sha256").update(fields.nonce).digest("hex");
  if (token.nonce && token.nonce !== hashed) throw invalid("Nonces mismatch");
  // An ID token is valid for hours; a copy of it is not.
  const replayed = await refusalOf(context.rateLimits.consume("id-token", token.signed));
  if (replayed) throw invalid("Bad ID token");
  return token;
}

function notEnabled(provider: string): AuthError {
  const issuer = Object.hasOwn(ISSUERS, provider) && ISSUERS[provider];
  return issuer
    ? new AuthError(400, "provider_disabled", `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`)
    : invalid(`Custom OIDC provider ${JSON.stringify(provider.slice(0, 40))} not allowed`);
}

type Given = { readonly provider: string; readonly token: IdToken };

async function startWithToken(context: AuthContext, request: AuthRequest, { provider, token }: Given) {
  const session = await context.sql.begin(async (sql) => {
    const identity = { provider, profile: token.profile, address: request.address };
    const user = await signInWithProfile(context, sql, identity);
    return startSession(context, sql, { user, method: "oauth", provider, request });
  });
  if (!session) throw invalid("Bad ID token");
  return json(session);
}

async function linkWithToken(
  context: AuthContext,
  request: AuthRequest,
  { provider, token, caller }: Given & { readonly caller: Caller },
): Promise<Response> {
  const session = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    const identity = { provider, profile: token.profile, address: request.address };
    await linkProfile(context, sql, identity, current.user);
    return renewTokens(context, sql, { userId: current.user.id, sessionId: current.session.id });
  });
  return json(session);
}
