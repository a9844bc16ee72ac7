import { randomBytes, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { AuthContext } from "../auth-context.ts";
import type { Caller } from "../caller.ts";
import { AuthError, invalid } from "../errors.ts";
import { readRedirect } from "../mail/send-link.ts";
import { type Queries, toJson } from "../queries.ts";
import { redirectRefusals, redirectWithSession, withQuery } from "../redirects.ts";
import { type AuthRequest, isUuid, json, redirect } from "../request.ts";
import { type Method, startSession } from "../sessions.ts";
import { hashLink } from "../tokens/one-time-tokens.ts";
import { type Challenge, readChallenge } from "../tokens/pkce.ts";
import { findUser } from "../users.ts";
import { checkLinking, signInWithProfile } from "./identities.ts";
import { checkLinkingEnabled, findProvider } from "./known-providers.ts";
import type { Profile, Provider, ProviderSecrets, ProviderTokens } from "./provider.ts";

/** Parameters that the browser may pass on to the provider. Others could change what the response is worth. */
const HINTS = new Set([
  "access_type",
  "acr_values",
  "allow_signup",
  "display",
  "domain_hint",
  "hd",
  "include_granted_scopes",
  "kc_idp_hint",
  "login",
  "login_hint",
  "max_age",
  "prompt",
  "ui_locales",
]);
const MAX_PARAMETER_LENGTH = 500;

/** GET /authorize: sends the browser to the provider. */
export async function authorize(context: AuthContext, request: AuthRequest): Promise<Response> {
  const provider = findProvider(context, request.query.get("provider") ?? "");
  const challenge = readQueryChallenge(request);
  const starting = startAtProvider(context, request, { provider, challenge });
  return redirect(await redirectRefusals(starting, readRedirect(context, request)));
}

/** GET /user/identities/authorize: the same, to add an identity to the caller's account. */
export async function authorizeLink(context: AuthContext, request: AuthRequest, caller: Caller): Promise<Response> {
  checkLinkingEnabled(context);
  const provider = findProvider(context, request.query.get("provider") ?? "");
  const challenge = readQueryChallenge(request);
  // Without PKCE a stranger could pass on the address, and link the account of another person to their own.
  if (!challenge) throw invalid("Linking an identity requires PKCE: code_challenge and code_challenge_method");
  checkLinking(context, caller);
  const url = await startAtProvider(context, request, { provider, challenge, caller });
  return request.query.get("skip_http_redirect") === "true" ? json({ url }) : redirect(url);
}

type Start = { readonly provider: Provider; readonly challenge: Challenge | undefined; readonly caller?: Caller };

async function startAtProvider(
  context: AuthContext,
  request: AuthRequest,
  { provider, challenge, caller }: Start,
): Promise<string> {
  const { query, address } = request;
  await context.rateLimits.consume("authorize-by-address", address);
  const scopes = (query.get("scopes") ?? "").slice(0, MAX_PARAMETER_LENGTH);
  const hints = Object.fromEntries(
    [...query].filter(([name, value]) => HINTS.has(name) && value.length <= MAX_PARAMETER_LENGTH),
  );
  const redirectTo = readRedirect(context, request);
  const flow = { provider: provider.id, redirectTo, challenge, wantsTokens: scopes !== "", ...(caller && { caller }) };
  const started = await startFlow(context, context.sql, flow);
  try {
    return await provider.authorizationUrl({ ...started, scopes, hints });
  } catch (error) {
    throw providerUnreachable(context, provider.id, error);
  }
}

export function providerUnreachable({ log }: AuthContext, provider: string, error: unknown): AuthError {
  log.warn("provider unreachable", { error, provider });
  return new AuthError(503, "unexpected_failure", "The provider cannot be reached. Please try again later.");
}

function readQueryChallenge({ query }: AuthRequest): Challenge | undefined {
  return readChallenge({
    code_challenge: query.get("code_challenge") ?? "",
    code_challenge_method: query.get("code_challenge_method") ?? "",
  });
}

/** GET /callback: the provider sends the browser back. */
export async function finishAtProvider(context: AuthContext, request: AuthRequest): Promise<Response> {
  // Without a stored flow the provider is unknown, so /auth explains the error without its name.
  const fallback = `${context.siteUrl}/auth?provider=`;
  return redirect(await redirectRefusals(takeAndFinish(context, request), fallback));
}

async function takeAndFinish(context: AuthContext, request: AuthRequest): Promise<string> {
  await context.rateLimits.consume("verify-by-address", request.address);
  const flow = await takeFlow(context, request.query.get("state") ?? "");
  return redirectRefusals(finish(context, request, flow), flow.redirectTo);
}

async function finish(context: AuthContext, request: AuthRequest, flow: Flow): Promise<string> {
  const { query } = request;
  const refusal = query.get("error");
  if (refusal !== null) throw providerRefused(refusal);
  if (!query.get("code")) {
    throw new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code missing");
  }
  const provider = findProvider(context, flow.provider);
  const callback = new URL(`${context.siteUrl}/auth/v1/callback?${query}`);
  const redeemed = await provider.redeem(callback, flow).catch((error: unknown) => {
    context.log.warn("provider response refused", { error, provider: provider.id });
    throw new AuthError(500, "unexpected_failure", "Unable to exchange external code");
  });
  return context.sql.begin((sql) => finishFlow(context, sql, { ...redeemed, flow, request }));
}

type Finish = {
  readonly flow: Flow;
  readonly profile: Profile;
  readonly tokens: ProviderTokens;
  readonly request: AuthRequest;
};

async function finishFlow(
  context: AuthContext,
  sql: TransactionSql,
  { flow, profile, tokens, request }: Finish,
): Promise<string> {
  const { challenge, link, redirectTo } = flow;
  if (link) {
    const target = await findUser(sql, { id: link.userId });
    if (!target || !challenge) throw new AuthError(422, "user_not_found", "Linking target user not found");
    const pending = { flow: { ...flow, challenge }, userId: target.id, tokens, pendingIdentity: profile };
    return withQuery(redirectTo, { code: await issueFlowCode(context, sql, pending) });
  }
  const { address } = request;
  const user = await signInWithProfile(context, sql, { provider: flow.provider, profile, address });
  if (challenge) {
    const issued = await issueFlowCode(context, sql, { flow: { ...flow, challenge }, userId: user.id, tokens });
    return withQuery(redirectTo, { code: issued });
  }
  const session = await startSession(context, sql, { user, method: "oauth", provider: flow.provider, request });
  if (!session) throw new Error(`User ${user.id} changed while signing in`);
  return redirectWithSession(redirectTo, session, flow.wantsTokens ? toTokenFields(tokens) : {});
}

export function toTokenFields({ accessToken, refreshToken }: ProviderTokens): Record<string, string> {
  return { provider_token: accessToken, ...(refreshToken && { provider_refresh_token: refreshToken }) };
}

/** The text of a provider is not repeated: anyone can put one into a link. */
function providerRefused(error: string): AuthError {
  const isCanceled = error === "access_denied";
  return isCanceled
    ? new AuthError(403, "access_denied", "The sign-in was canceled at the provider")
    : new AuthError(400, "bad_oauth_callback", "The provider refused the sign-in");
}

const FLOW_LIFETIME_MS = 10 * 60_000;

/** One sign-in or linking, from the redirect to the provider until the provider sends the browser back. */
type Flow = ProviderSecrets & {
  readonly state: string;
  readonly provider: string;
  readonly redirectTo: string;
  /** Undefined in the implicit flow. */
  readonly challenge: Challenge | undefined;
  /** The session that links an identity to its account; undefined for a sign-in. */
  readonly link: { readonly userId: string; readonly sessionId: string } | undefined;
  /** Whether the browser asked for scopes, and so gets the tokens of the provider. */
  readonly wantsTokens: boolean;
};

type NewFlow = Pick<Flow, "provider" | "redirectTo" | "challenge" | "wantsTokens"> & { readonly caller?: Caller };

async function startFlow(context: AuthContext, sql: Queries, given: NewFlow): Promise<Flow> {
  const { provider, redirectTo, challenge, wantsTokens, caller } = given;
  const [nonce, verifier] = [randomSecret(), randomSecret()];
  const link = caller && { userId: caller.user.id, sessionId: caller.session.id };
  const flow: Flow = { state: randomUUID(), nonce, verifier, provider, redirectTo, challenge, link, wantsTokens };
  const now = context.clock();
  await sql`
    insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method,
      referrer, linking_target_id, linking_session_id, provider_nonce, provider_verifier, wants_provider_tokens,
      created_at, updated_at)
    values (${flow.state}, ${challenge?.method ?? null}, ${challenge?.challenge ?? null}, ${provider}, 'oauth',
      ${redirectTo}, ${link?.userId ?? null}, ${link?.sessionId ?? null}, ${nonce}, ${verifier}, ${wantsTokens},
      ${now}, ${now})`;
  return flow;
}

type FlowRow = {
  readonly code_challenge_method: Challenge["method"] | null;
  readonly code_challenge: string | null;
  readonly provider_type: string;
  readonly referrer: string;
  readonly linking_target_id: string | null;
  readonly linking_session_id: string | null;
  readonly provider_nonce: string;
  readonly provider_verifier: string;
  readonly wants_provider_tokens: boolean;
  readonly created_at: Date;
};

/** A state is accepted once. */
async function takeFlow({ sql, clock }: AuthContext, state: string): Promise<Flow> {
  if (!state) throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  if (!isUuid(state)) throw new AuthError(400, "bad_oauth_state", "OAuth state parameter is invalid");
  const [row] = await sql<FlowRow[]>`
    delete from auth.flow_state where id = ${state} and provider_verifier is not null
    returning code_challenge_method, code_challenge, provider_type, referrer, linking_target_id, linking_session_id,
      provider_nonce, provider_verifier, wants_provider_tokens, created_at`;
  if (!row) throw new AuthError(400, "bad_oauth_state", "OAuth state not found or expired");
  if (clock().getTime() - row.created_at.getTime() > FLOW_LIFETIME_MS) {
    throw new AuthError(400, "bad_oauth_state", "OAuth state has expired");
  }
  const { code_challenge: challenge, code_challenge_method: method } = row;
  const { linking_target_id: userId, linking_session_id: sessionId } = row;
  return {
    state,
    provider: row.provider_type,
    redirectTo: row.referrer,
    challenge: challenge && method ? { challenge, method } : undefined,
    link: userId && sessionId ? { userId, sessionId } : undefined,
    nonce: row.provider_nonce,
    verifier: row.provider_verifier,
    wantsTokens: row.wants_provider_tokens,
  };
}

type Finished = {
  readonly flow: Pick<Flow, "provider" | "link" | "wantsTokens"> & { readonly challenge: Challenge };
  readonly userId: string;
  readonly method?: Method;
  readonly tokens?: ProviderTokens;
  /** Linked when the browser shows the verifier, because only then is it known to be the one that asked. */
  readonly pendingIdentity?: Profile;
};

/** Stores a code that only the browser with the verifier of this flow can exchange. */
export async function issueFlowCode(context: AuthContext, sql: Queries, finished: Finished): Promise<string> {
  const { flow, userId, method = "oauth", tokens, pendingIdentity } = finished;
  const code = randomSecret();
  const now = context.clock();
  await sql`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      authentication_method, linking_session_id, pending_identity, provider_access_token, provider_refresh_token,
      auth_code_issued_at, created_at, updated_at)
    values (${randomUUID()}, ${userId}, ${hashLink(code)}, ${flow.challenge.method}, ${flow.challenge.challenge},
      ${flow.provider}, ${method}, ${flow.link?.sessionId ?? null},
      ${pendingIdentity ? toJson(sql, pendingIdentity) : null}, ${(flow.wantsTokens && tokens?.accessToken) || null},
      ${(flow.wantsTokens && tokens?.refreshToken) || null}, ${now}, ${now}, ${now})`;
  return code;
}

function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}
