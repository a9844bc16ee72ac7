import type { TransactionSql } from "postgres";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid } from "../errors.ts";
import { issueFlowCode } from "../providers/flows.ts";
import { signInWithProfile } from "../providers/join-account.ts";
import type { Profile } from "../providers/provider.ts";
import { chooseRedirect, pathOnSite, redirectWithError, redirectWithSession, withQuery } from "../redirects.ts";
import { type AuthRequest, type AuthResponse, isUuid, readFields, seeOther } from "../request.ts";
import { startSession } from "../sessions.ts";
import { readProfile } from "./claims.ts";
import { type RelayState, ssoName, takeRelayState } from "./relay-states.ts";
import { readResponse } from "./response.ts";
import { createServiceProvider } from "./service-provider.ts";
import { findSsoProvider, providerDisabled, requireIdpMetadata } from "./sso-providers.ts";
import { ASSERTION, parseXml, requireChild, textOf } from "./xml.ts";

const field = v.optional(v.string(), "");
const ResponseFields = v.object({ SAMLResponse: field, RelayState: field });

/** POST /sso/saml/acs: the browser brings the response of the identity provider. */
export async function finishSso(context: AuthContext, request: AuthRequest): Promise<AuthResponse> {
  const fallback = `${context.siteUrl}/auth?provider=sso`;
  // A person is looking at this address, so errors lead back to the site.
  const refuse = (error: AuthError, redirectTo = fallback) => seeOther(redirectWithError(redirectTo, error));
  const limited = await context.rateLimits.consume("saml-by-address", request.address);
  if (limited) return refuse(limited);
  const fields = readFields(ResponseFields, request.body);
  if (fields instanceof AuthError) return refuse(fields);
  const { SAMLResponse: response, RelayState: relayState } = fields;
  if (!response) return refuse(invalid("SAMLResponse is missing"));
  if (!isUuid(relayState)) {
    const restart = await restartAtSite(context, response, relayState);
    return restart instanceof AuthError ? refuse(restart) : seeOther(restart);
  }
  const state = await takeRelayState(context, relayState);
  if (state instanceof AuthError) return refuse(state);
  const outcome = await finish(context, request, { response, state });
  return outcome instanceof AuthError ? refuse(outcome, state.redirectTo) : seeOther(outcome);
}

/**
 * A response that this site did not ask for signs in nobody: a stranger could sign a visitor in to the stranger's own
 * account. The sign-in starts again here, bound to this browser; the identity provider knows the person already.
 */
async function restartAtSite(context: AuthContext, response: string, relayState: string): Promise<string | AuthError> {
  if (relayState && !URL.canParse(relayState)) return invalid("SAML RelayState is not a valid UUID or URL");
  const issuer = peekIssuer(response);
  if (issuer === undefined) return invalid("SAMLResponse is not a valid XML SAML assertion");
  const provider = await findSsoProvider(context.sql, "entityId", issuer);
  if (!provider) {
    const message = "A SAML connection has not been established with this Identity Provider";
    return new AuthError(404, "saml_idp_not_found", message);
  }
  if (provider.disabled) return providerDisabled();
  const next = pathOnSite(chooseRedirect(relayState, context), context.siteUrl);
  return withQuery(`${context.siteUrl}/auth`, { sso: provider.id, ...(next && { next }) });
}

function peekIssuer(response: string): string | undefined {
  try {
    return textOf(requireChild(parseXml(Buffer.from(response, "base64").toString()), ASSERTION, "Issuer"));
  } catch {
    return undefined;
  }
}

type Finish = { readonly response: string; readonly state: RelayState };

async function finish(
  context: AuthContext,
  request: AuthRequest,
  { response, state }: Finish,
): Promise<string | AuthError> {
  const provider = await findSsoProvider(context.sql, "id", state.providerId);
  if (!provider || provider.disabled) return providerDisabled();
  const idp = requireIdpMetadata(provider);
  const serviceProvider = createServiceProvider(context);
  const verification = { serviceProvider, idp, requestId: state.requestId, now: context.clock() };
  const assertion = await readResponse(response, verification).catch((error: unknown) => {
    context.log.warn("SAML response refused", { error, provider: provider.id });
    return invalid("SAML Assertion is not valid");
  });
  if (assertion instanceof AuthError) return assertion;
  // Each request has one response already; this also refuses one assertion in two responses.
  const replayed = await context.rateLimits.consume("saml-assertion", `${provider.id}:${assertion.id}`);
  if (replayed) return invalid("SAML Assertion was used before");
  const profile = readProfile(assertion, provider);
  if (profile instanceof AuthError) return profile;
  return context.sql.begin((sql) => signIn(context, sql, { state, profile, request }));
}

async function signIn(
  context: AuthContext,
  sql: TransactionSql,
  { state, profile, request }: { state: RelayState; profile: Profile; request: AuthRequest },
): Promise<string | AuthError> {
  const provider = ssoName(state.providerId);
  const user = await signInWithProfile(context, sql, { provider, profile, address: request.address });
  if (user instanceof AuthError) return user;
  const { challenge, redirectTo } = state;
  if (challenge) {
    const flow = { provider, challenge, link: undefined, wantsTokens: false };
    return withQuery(redirectTo, {
      code: await issueFlowCode(context, sql, { flow, userId: user.id, method: "sso/saml" }),
    });
  }
  const session = await startSession(context, sql, { user, method: "sso/saml", provider, request });
  if (!session) throw new Error(`User ${user.id} changed while signing in`);
  return redirectWithSession(redirectTo, session, {});
}
