import type { TransactionSql } from "postgres";
import type { AuthContext } from "../auth-context.ts";
import { AuthError } from "../errors.ts";
import { redirectWithError, redirectWithSession, withQuery } from "../redirects.ts";
import { type AuthRequest, type AuthResponse, redirect } from "../request.ts";
import { startSession } from "../sessions.ts";
import { findUser } from "../users.ts";
import { type Flow, issueFlowCode, takeFlow } from "./flows.ts";
import { signInWithProfile } from "./join-account.ts";
import { findProvider } from "./known-providers.ts";
import type { Profile, ProviderTokens } from "./provider.ts";

/** GET /callback: the provider sends the browser back. */
export async function finishAtProvider(context: AuthContext, request: AuthRequest): Promise<AuthResponse> {
  // Without a stored flow the provider is unknown, so /auth explains the error without its name.
  const fallback = `${context.siteUrl}/auth?provider=`;
  const limited = await context.rateLimits.consume("verify-by-address", request.address);
  if (limited) return redirect(redirectWithError(fallback, limited));
  const flow = await takeFlow(context, request.query.get("state") ?? "");
  if (flow instanceof AuthError) return redirect(redirectWithError(fallback, flow));
  const outcome = await finish(context, request, flow);
  return redirect(outcome instanceof AuthError ? redirectWithError(flow.redirectTo, outcome) : outcome);
}

async function finish(context: AuthContext, request: AuthRequest, flow: Flow): Promise<string | AuthError> {
  const { query } = request;
  const refusal = query.get("error");
  if (refusal !== null) return providerRefused(refusal);
  if (!query.get("code")) {
    return new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code missing");
  }
  const provider = findProvider(context, flow.provider);
  if (provider instanceof AuthError) return provider;
  const callback = new URL(`${context.siteUrl}/auth/v1/callback?${query}`);
  const redeemed = await provider.redeem(callback, flow).catch((error: unknown) => {
    context.log.warn("provider response refused", { error, provider: provider.id });
    return new AuthError(500, "unexpected_failure", "Unable to exchange external code");
  });
  if (redeemed instanceof AuthError) return redeemed;
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
): Promise<string | AuthError> {
  const { challenge, link, redirectTo } = flow;
  if (link) {
    const target = await findUser(sql, { id: link.userId });
    if (!target || !challenge) return new AuthError(422, "user_not_found", "Linking target user not found");
    const pending = { flow: { ...flow, challenge }, userId: target.id, tokens, pendingIdentity: profile };
    return withQuery(redirectTo, { code: await issueFlowCode(context, sql, pending) });
  }
  const { address } = request;
  const user = await signInWithProfile(context, sql, { provider: flow.provider, profile, address });
  if (user instanceof AuthError) return user;
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
