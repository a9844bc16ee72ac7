import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid, refusalOf } from "../errors.ts";
import { signInWithProfile } from "../providers/identities.ts";
import type { Profile } from "../providers/provider.ts";
import { issueFlowCode } from "../providers/redirect-flow.ts";
import { chooseRedirect, pathOnSite, redirectRefusals, redirectWithSession, withQuery } from "../redirects.ts";
import { type AuthRequest, isUuid, json, optionalFlag, optionalText, readFields, seeOther } from "../request.ts";
import { startSession } from "../sessions.ts";
import { type Challenge, challengeFields, readChallenge } from "../tokens/pkce.ts";
import { readProfile } from "./claims.ts";
import { readResponse } from "./response.ts";
import { createServiceProvider, PERSISTENT } from "./service-provider.ts";
import {
  findSsoProvider,
  providerDisabled,
  readIdpMetadata,
  refreshMetadata,
  type SsoProvider,
} from "./sso-providers.ts";
import { ASSERTION, parseXml, requireChild, textOf } from "./xml.ts";

const SsoFields = v.object({
  provider_id: optionalText,
  domain: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: optionalFlag,
  ...challengeFields,
});
type SsoFields = v.InferOutput<typeof SsoFields>;

/** POST /sso: sends the browser to the identity provider of a domain. */
export async function startSso(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(SsoFields, request.body);
  await context.rateLimits.consume("authorize-by-address", request.address);
  const found = await findProvider(context, fields);
  const challenge = readChallenge(fields);
  const provider = await refreshMetadata(context, found);
  const requestId = `_${randomUUID()}`;
  const redirectTo = chooseRedirect(fields.redirect_to, context);
  const relayState = await storeRelayState(context, { providerId: provider.id, requestId, redirectTo, challenge });
  const nameIdFormat = provider.name_id_format ?? PERSISTENT;
  const saml = await createServiceProvider(context).connect(readIdpMetadata(provider.metadata_xml), {
    id: requestId,
    nameIdFormat,
  });
  const url = await saml.getAuthorizeUrlAsync(relayState, undefined, {});
  return fields.skip_http_redirect ? json({ url }) : seeOther(url);
}

async function findProvider({ sql }: AuthContext, fields: SsoFields): Promise<SsoProvider> {
  const { provider_id: id, domain } = fields;
  if (id && domain) throw invalid("Only one of provider_id or domain supported");
  if (!id && !domain) throw invalid("A provider_id or domain needs to be provided");
  if (id && !isUuid(id)) throw invalid("provider_id must be an UUID");
  const provider = id ? await findSsoProvider(sql, "id", id) : await findSsoProvider(sql, "domain", domain);
  if (!provider) {
    const message = id ? "No such SSO provider" : "No SSO provider assigned for this domain";
    throw new AuthError(404, "sso_provider_not_found", message);
  }
  if (provider.disabled) throw providerDisabled();
  return provider;
}

const field = v.optional(v.string(), "");
const ResponseFields = v.object({ SAMLResponse: field, RelayState: field });

/** POST /sso/saml/acs: the browser brings the response of the identity provider. */
export async function finishSso(context: AuthContext, request: AuthRequest): Promise<Response> {
  return seeOther(await redirectRefusals(takeAndFinish(context, request), `${context.siteUrl}/auth?provider=sso`));
}

async function takeAndFinish(context: AuthContext, request: AuthRequest): Promise<string> {
  await context.rateLimits.consume("saml-by-address", request.address);
  const { SAMLResponse: response, RelayState: relayState } = readFields(ResponseFields, request.body);
  if (!response) throw invalid("SAMLResponse is missing");
  if (!isUuid(relayState)) return restartAtSite(context, response, relayState);
  const state = await takeRelayState(context, relayState);
  return redirectRefusals(finish(context, request, { response, state }), state.redirectTo);
}

// A response that this site did not ask for signs in nobody: a stranger could sign a visitor in to the stranger's own
// account. The sign-in starts again here, bound to this browser; the identity provider knows the person already.
async function restartAtSite(context: AuthContext, response: string, relayState: string): Promise<string> {
  if (relayState && !URL.canParse(relayState)) throw invalid("SAML RelayState is not a valid UUID or URL");
  const issuer = peekIssuer(response);
  if (issuer === undefined) throw invalid("SAMLResponse is not a valid XML SAML assertion");
  const provider = await findSsoProvider(context.sql, "entityId", issuer);
  if (!provider) {
    const message = "A SAML connection has not been established with this Identity Provider";
    throw new AuthError(404, "saml_idp_not_found", message);
  }
  if (provider.disabled) throw providerDisabled();
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

async function finish(context: AuthContext, request: AuthRequest, { response, state }: Finish): Promise<string> {
  const provider = await findSsoProvider(context.sql, "id", state.providerId);
  if (!provider || provider.disabled) throw providerDisabled();
  const idp = readIdpMetadata(provider.metadata_xml);
  const serviceProvider = createServiceProvider(context);
  const verification = { serviceProvider, idp, requestId: state.requestId, now: context.clock() };
  const assertion = await readResponse(response, verification).catch((error: unknown) => {
    context.log.warn("SAML response refused", { error, provider: provider.id });
    throw invalid("SAML Assertion is not valid");
  });
  // Each request has one response already; this also refuses one assertion in two responses.
  const replayed = await refusalOf(context.rateLimits.consume("saml-assertion", `${provider.id}:${assertion.id}`));
  if (replayed) throw invalid("SAML Assertion was used before");
  const profile = readProfile(assertion, provider);
  return context.sql.begin((sql) => signIn(context, sql, { state, profile, request }));
}

async function signIn(
  context: AuthContext,
  sql: TransactionSql,
  { state, profile, request }: { state: RelayState; profile: Profile; request: AuthRequest },
): Promise<string> {
  const provider = ssoName(state.providerId);
  const user = await signInWithProfile(context, sql, { provider, profile, address: request.address });
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

/** One sign-in, from the redirect to the identity provider until its response arrives. */
type RelayState = {
  readonly providerId: string;
  readonly requestId: string;
  readonly redirectTo: string;
  /** Undefined in the implicit flow. */
  readonly challenge: Challenge | undefined;
};

const RELAY_STATE_LIFETIME_MS = 10 * 60_000;

export const ssoName = (providerId: string) => `sso:${providerId}`;

/** Returns the value that travels with the browser. */
async function storeRelayState({ sql, clock }: AuthContext, state: RelayState): Promise<string> {
  const { providerId, requestId, redirectTo, challenge } = state;
  const [id, flowId, now] = [randomUUID(), randomUUID(), clock()];
  await sql`
    with flow as (
      insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method,
        referrer, created_at, updated_at)
      values (${flowId}, ${challenge?.method ?? null}, ${challenge?.challenge ?? null}, ${ssoName(providerId)},
        'sso/saml', ${redirectTo}, ${now}, ${now})
    )
    insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
    values (${id}, ${providerId}, ${requestId}, ${redirectTo}, ${flowId}, ${now}, ${now})`;
  return id;
}

type RelayRow = {
  readonly sso_provider_id: string;
  readonly request_id: string;
  readonly redirect_to: string;
  readonly created_at: Date;
  readonly code_challenge_method: Challenge["method"] | null;
  readonly code_challenge: string | null;
};

/** A relay state is accepted once, so each request has one response. */
async function takeRelayState({ sql, clock }: AuthContext, id: string): Promise<RelayState> {
  const [row] = await sql<RelayRow[]>`
    with taken as (
      delete from auth.saml_relay_states where id = ${id} returning *
    ), flow as (
      delete from auth.flow_state f using taken where f.id = taken.flow_state_id
      returning f.code_challenge_method, f.code_challenge
    )
    select * from taken, flow`;
  if (!row) {
    const message = "SAML RelayState does not exist, try logging in again?";
    throw new AuthError(404, "saml_relay_state_not_found", message);
  }
  if (clock().getTime() - row.created_at.getTime() > RELAY_STATE_LIFETIME_MS) {
    throw new AuthError(422, "saml_relay_state_expired", "SAML RelayState has expired. Try logging in again?");
  }
  const { code_challenge: challenge, code_challenge_method: method } = row;
  return {
    providerId: row.sso_provider_id,
    requestId: row.request_id,
    redirectTo: row.redirect_to,
    challenge: challenge && method ? { challenge, method } : undefined,
  };
}
