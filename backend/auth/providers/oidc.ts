import { createHash } from "node:crypto";
import {
  createRemoteJWKSet,
  customFetch as joseFetch,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from "jose";
import * as client from "openid-client";
import { isSameSecret } from "../../keys.ts";
import { boundedFetch, PROVIDER_TIMEOUT_S } from "./bounded-fetch.ts";
import type { ProviderConfig } from "./provider-config.ts";
import { createProfile, type Profile, type Provider } from "./provider.ts";

const SCOPES = "openid email profile";
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const MICROSOFT = /^https:\/\/(?:login\.microsoftonline\.com|sts\.windows\.net)\//;

type ProviderOptions = { readonly config: ProviderConfig; readonly callbackUrl: string };
type Discovered = {
  readonly configuration: client.Configuration;
  readonly keys: JWTVerifyGetKey;
};

/** OpenID Connect. The discovery document is read at the first use and kept; a failure is not. */
export function createOidcProvider({ config, callbackUrl }: ProviderOptions): Provider {
  let discovered: Promise<Discovered> | undefined;
  const discover = () => {
    discovered ??= discoverIssuer(config).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };

  return {
    id: config.id,
    async authorizationUrl({ state, nonce, verifier, scopes, hints }) {
      const { configuration } = await discover();
      const url = client.buildAuthorizationUrl(configuration, {
        ...(hints as Record<string, string>),
        redirect_uri: callbackUrl,
        scope: [...new Set(`${SCOPES} ${scopes}`.split(/[\s,]+/).filter(Boolean))].join(" "),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return url.href;
    },
    async redeem(callback, { state, nonce, verifier }) {
      const { configuration } = await discover();
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("The provider sent no ID token");
      // Some providers put the address only into the userinfo response.
      const hasUserInfo = !claims["email"] && configuration.serverMetadata().userinfo_endpoint;
      const more = hasUserInfo ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
      const profile = toProfile(config, { ...more, ...claims });
      return { profile, tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token } };
    },
    async verifyIdToken(token, accessToken) {
      const { keys } = await discover();
      const claims = await readIdToken(token, config, keys).catch((error: unknown) => {
        if (error instanceof KeysUnavailableError) throw error;
        return undefined;
      });
      if (!claims?.sub || !matchesAccessToken(token, claims, accessToken)) return undefined;
      const nonce = typeof claims["nonce"] === "string" ? claims["nonce"] : "";
      return { profile: toProfile(config, claims), nonce, signed: token.slice(0, token.lastIndexOf(".")) };
    },
  };
}

async function discoverIssuer(config: ProviderConfig): Promise<Discovered> {
  const issuer = new URL(config.issuer);
  const configuration = await client.discovery(issuer, config.clientId, {}, authenticateClient(config.clientSecret), {
    timeout: PROVIDER_TIMEOUT_S,
    [client.customFetch]: boundedFetch,
    // Verify the signature of ID tokens although they come from the token endpoint.
    execute: [
      client.enableNonRepudiationChecks,
      ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
    ],
  });
  const { jwks_uri: address } = configuration.serverMetadata();
  if (!address) throw new Error(`${config.issuer} publishes no keys`);
  const remoteKeys = createRemoteJWKSet(new URL(address), { [joseFetch]: boundedFetch });
  const keys: JWTVerifyGetKey = (header, token) =>
    remoteKeys(header, token).catch((error: unknown) => {
      if (TOKEN_FAULTS.some((fault) => error instanceof fault)) throw error;
      throw new KeysUnavailableError(`The keys of ${config.issuer} cannot be read`, { cause: error });
    });
  return { configuration, keys };
}

class KeysUnavailableError extends Error {}
/** Errors of a key set that was read: the token asks for a key that is not in it. */
const TOKEN_FAULTS = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/** The default of the specification is Basic; use POST where the issuer announces it. */
function authenticateClient(secret: string): client.ClientAuth {
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, metadata, body, headers) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    return (takesPost ? post : basic)(server, metadata, body, headers);
  };
}

async function readIdToken(token: string, { issuer, clientId }: ProviderConfig, keys: Discovered["keys"]) {
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    // The exact text counts, apart from a final slash that the owner may have added or left out.
    issuer: [issuer, issuer.endsWith("/") ? issuer.slice(0, -1) : `${issuer}/`],
    audience: clientId,
    requiredClaims: ["sub", "exp", "iat"],
  });
  const isForOthersToo = Array.isArray(payload.aud) && payload.aud.length > 1;
  const { azp } = payload;
  if ((isForOthersToo || azp !== undefined) && azp !== clientId) throw new Error("The ID token is for another client");
  return payload;
}

/** `at_hash` binds the access token to the ID token. */
function matchesAccessToken(token: string, claims: JWTPayload, accessToken: string): boolean {
  const { at_hash: expected } = claims;
  if (!accessToken || typeof expected !== "string") return true;
  const size = /\d{3}$/.exec(decodeProtectedHeader(token).alg ?? "")?.[0] ?? "512";
  const hash = createHash(`sha${size}`).update(accessToken).digest();
  return isSameSecret(hash.subarray(0, hash.length / 2).toString("base64url"), expected);
}

function toProfile({ issuer }: ProviderConfig, claims: Readonly<Record<string, unknown>> & { sub?: string }): Profile {
  const { sub: subject = "", email, name, preferred_username: userName } = claims;
  return createProfile({
    issuer,
    subject,
    email: typeof email === "string" ? email : undefined,
    isVerified: isVerified(issuer, claims),
    name,
    userName,
  });
}

/** Microsoft lets administrators of any tenant set any address; only `xms_edov` says that its domain was proven. */
function isVerified(issuer: string, claims: Readonly<Record<string, unknown>>): boolean {
  const claim = claims[MICROSOFT.test(issuer) ? "xms_edov" : "email_verified"];
  return [true, "true", 1, "1"].some((yes) => yes === claim);
}
