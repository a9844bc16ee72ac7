import { randomUUID } from "node:crypto";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid } from "../errors.ts";
import { chooseRedirect } from "../redirects.ts";
import {
  type AuthRequest,
  type AuthResponse,
  isUuid,
  json,
  optionalFlag,
  optionalText,
  readFields,
  seeOther,
} from "../request.ts";
import { challengeFields, readChallenge } from "../tokens/code-challenge.ts";
import { storeRelayState } from "./relay-states.ts";
import { createServiceProvider, PERSISTENT } from "./service-provider.ts";
import {
  findSsoProvider,
  providerDisabled,
  refreshMetadata,
  requireIdpMetadata,
  type SsoProvider,
} from "./sso-providers.ts";

const SsoFields = v.object({
  provider_id: optionalText,
  domain: optionalText,
  redirect_to: optionalText,
  skip_http_redirect: optionalFlag,
  ...challengeFields,
});
type SsoFields = v.InferOutput<typeof SsoFields>;

/** POST /sso: sends the browser to the identity provider of a domain. */
export async function startSso(context: AuthContext, request: AuthRequest): Promise<AuthResponse> {
  const fields = readFields(SsoFields, request.body);
  if (fields instanceof AuthError) return fields;
  const limited = await context.rateLimits.consume("authorize-by-address", request.address);
  if (limited) return limited;
  const found = await findProvider(context, fields);
  if (found instanceof AuthError) return found;
  const challenge = readChallenge(fields);
  if (challenge instanceof AuthError) return challenge;
  const provider = await refreshMetadata(context, found);
  const requestId = `_${randomUUID()}`;
  const redirectTo = chooseRedirect(fields.redirect_to, context);
  const relayState = await storeRelayState(context, { providerId: provider.id, requestId, redirectTo, challenge });
  const nameIdFormat = provider.name_id_format ?? PERSISTENT;
  const saml = await createServiceProvider(context).connect(requireIdpMetadata(provider), {
    id: requestId,
    nameIdFormat,
  });
  const url = await saml.getAuthorizeUrlAsync(relayState, undefined, {});
  return fields.skip_http_redirect ? json({ url }) : seeOther(url);
}

async function findProvider({ sql }: AuthContext, fields: SsoFields): Promise<SsoProvider | AuthError> {
  const { provider_id: id, domain } = fields;
  if (id && domain) return invalid("Only one of provider_id or domain supported");
  if (!id && !domain) return invalid("A provider_id or domain needs to be provided");
  if (id && !isUuid(id)) return invalid("provider_id must be an UUID");
  const provider = id ? await findSsoProvider(sql, "id", id) : await findSsoProvider(sql, "domain", domain);
  if (!provider) {
    const message = id ? "No such SSO provider" : "No SSO provider assigned for this domain";
    return new AuthError(404, "sso_provider_not_found", message);
  }
  return provider.disabled ? providerDisabled() : provider;
}
