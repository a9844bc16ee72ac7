import type { AuthContext } from "../auth-context.ts";
import type { Caller } from "../caller.ts";
import { AuthError, invalid } from "../errors.ts";
import { readRedirect } from "../mail/send-link.ts";
import { redirectWithError } from "../redirects.ts";
import { type AuthRequest, type AuthResponse, json, redirect } from "../request.ts";
import { type Challenge, readChallenge } from "../tokens/code-challenge.ts";
import { checkFreshProof, hasOwnProof } from "../user/session-proof.ts";
import { startFlow } from "./flows.ts";
import { checkLinkingEnabled, findProvider } from "./known-providers.ts";
import type { Provider } from "./provider.ts";

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
export async function authorize(context: AuthContext, request: AuthRequest): Promise<AuthResponse> {
  const provider = findProvider(context, request.query.get("provider") ?? "");
  if (provider instanceof AuthError) return provider;
  const challenge = readQueryChallenge(request);
  if (challenge instanceof AuthError) return challenge;
  const url = await startAtProvider(context, request, { provider, challenge });
  // A person is looking at this address, so errors lead back to the site.
  return redirect(url instanceof AuthError ? redirectWithError(readRedirect(context, request), url) : url);
}

/** GET /user/identities/authorize: the same, to add an identity to the caller's account. */
export async function authorizeLink(context: AuthContext, request: AuthRequest, caller: Caller): Promise<AuthResponse> {
  const disabled = checkLinkingEnabled(context);
  if (disabled) return disabled;
  const provider = findProvider(context, request.query.get("provider") ?? "");
  if (provider instanceof AuthError) return provider;
  const challenge = readQueryChallenge(request);
  if (challenge instanceof AuthError) return challenge;
  // Without PKCE a stranger could pass on the address, and link the account of another person to their own.
  if (!challenge) return invalid("Linking an identity requires PKCE: code_challenge and code_challenge_method");
  const refused = checkLinking(context, caller);
  if (refused) return refused;
  const url = await startAtProvider(context, request, { provider, challenge, caller });
  if (url instanceof AuthError) return url;
  return request.query.get("skip_http_redirect") === "true" ? json({ url }) : redirect(url);
}

/** A further way to sign in is as sensitive as a new password. */
export function checkLinking(context: AuthContext, caller: Caller): AuthError | undefined {
  // Otherwise people could still sign in after their company has removed them from its identity provider.
  if (caller.user.is_sso_user) return new AuthError(422, "user_sso_managed", "SSO users cannot change identities");
  if (!hasOwnProof(caller)) return new AuthError(403, "insufficient_aal", "AAL2 required to change identities");
  return caller.user.is_anonymous ? undefined : checkFreshProof(context, caller, "Changing identities");
}

type Start = { readonly provider: Provider; readonly challenge: Challenge | undefined; readonly caller?: Caller };

async function startAtProvider(
  context: AuthContext,
  request: AuthRequest,
  { provider, challenge, caller }: Start,
): Promise<string | AuthError> {
  const { query, address } = request;
  const limited = await context.rateLimits.consume("authorize-by-address", address);
  if (limited) return limited;
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
    return providerUnreachable(context, provider.id, error);
  }
}

export function providerUnreachable({ log }: AuthContext, provider: string, error: unknown): AuthError {
  log.warn("provider unreachable", { error, provider });
  return new AuthError(503, "unexpected_failure", "The provider cannot be reached. Please try again later.");
}

function readQueryChallenge({ query }: AuthRequest): Challenge | undefined | AuthError {
  return readChallenge({
    code_challenge: query.get("code_challenge") ?? "",
    code_challenge_method: query.get("code_challenge_method") ?? "",
  });
}
