import * as client from "openid-client";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid } from "../errors.ts";
import { boundedFetch, PROVIDER_TIMEOUT_S } from "./bounded-fetch.ts";
import { createOidcProvider } from "./oidc.ts";
import type { ProviderConfig } from "./provider-config.ts";
import { createProfile, type Profile, type Provider } from "./provider.ts";

/** Names that GoTrue knows: GET /settings lists them as off, and errors tell them from unknown ones. */
export const KNOWN_NAMES = (
  "apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin " +
  "linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos x zoom"
).split(" ");

export type Providers = ReadonlyMap<string, Provider>;

export function createProviders(configs: readonly ProviderConfig[], siteUrl: string): Providers {
  const callbackUrl = `${siteUrl}/auth/v1/callback`;
  return new Map(
    configs.map((config) => {
      const create = config.kind === "github" ? createGithubProvider : createOidcProvider;
      return [config.id, create({ config, callbackUrl })];
    }),
  );
}

/** Without providers there is nothing to link, as in GoTrue with manual linking off. */
export function checkLinkingEnabled({ providers }: AuthContext): void {
  if (providers.size === 0) throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

export function findProvider({ providers }: AuthContext, name: string): Provider {
  const provider = providers.get(name.toLowerCase());
  if (provider) return provider;
  const isKnown = KNOWN_NAMES.includes(name.toLowerCase());
  if (isKnown) throw invalid("Unsupported provider: provider is not enabled");
  throw invalid(`Unsupported provider: Provider ${name.slice(0, 40)} could not be found`);
}

const Person = v.object({
  id: v.pipe(v.number(), v.safeInteger()),
  login: v.string(),
  name: v.optional(v.nullable(v.string())),
});
const Emails = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }));

/** GitHub's OAuth 2, which has neither discovery nor ID tokens. */
function createGithubProvider({ config, callbackUrl }: { config: ProviderConfig; callbackUrl: string }): Provider {
  const { issuer } = config;
  const api = issuer === "https://github.com" ? "https://api.github.com" : `${issuer}/api/v3`;
  const configuration = new client.Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
    },
    config.clientId,
    {},
    client.ClientSecretPost(config.clientSecret),
  );
  configuration.timeout = PROVIDER_TIMEOUT_S;
  configuration[client.customFetch] = boundedFetch;
  if (issuer.startsWith("http:")) client.allowInsecureRequests(configuration);

  return {
    id: config.id,
    async authorizationUrl({ state, verifier, scopes, hints }) {
      const url = client.buildAuthorizationUrl(configuration, {
        ...(hints as Record<string, string>),
        redirect_uri: callbackUrl,
        scope: [...new Set(`user:email ${scopes}`.split(/[\s,]+/).filter(Boolean))].join(" "),
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return url.href;
    },
    async redeem(callback, { state, verifier }) {
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      });
      const profile = await readProfile(api, tokens.access_token);
      return { profile, tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token } };
    },
  };
}

/** Only the primary address counts, and only if GitHub has verified it. */
async function readProfile(api: string, accessToken: string): Promise<Profile> {
  const read = async (path: string) => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      accept: "application/vnd.github+json",
      "user-agent": "plumbline",
    };
    const response = await boundedFetch(api + path, { headers });
    if (!response.ok) throw new Error(`GitHub responded to ${path} with ${response.status}`);
    return response.json() as Promise<unknown>;
  };
  const { id, login, name } = v.parse(Person, await read("/user"));
  const primary = v.parse(Emails, await read("/user/emails")).find((each) => each.primary);
  return createProfile({
    issuer: api,
    subject: String(id),
    email: primary?.email,
    isVerified: primary?.verified ?? false,
    name,
    userName: login,
  });
}
