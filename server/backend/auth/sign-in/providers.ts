import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, invalid } from "../errors.ts";
import { type AuthResponse, type AuthRequest, json, optionalText, readFields } from "../request.ts";

/** Providers that GoTrue knows. None is configured; the errors are those of GoTrue. */
const PROVIDERS = [
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "fly",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "x",
  "zoom",
] as const;

const ISSUERS: Readonly<Record<string, string>> = {
  apple: "https://appleid.apple.com",
  azure: "https://login.microsoftonline.com/common/v2.0",
  facebook: "https://www.facebook.com",
  google: "https://accounts.google.com",
  kakao: "https://kauth.kakao.com",
};

const isKnown = (provider: string) => PROVIDERS.some((name) => name === provider);

/** GET /authorize */
export async function authorize(_context: AuthContext, { query }: AuthRequest): Promise<AuthResponse> {
  const provider = query.get("provider") ?? "";
  if (isKnown(provider.toLowerCase())) return invalid("Unsupported provider: provider is not enabled");
  return invalid(`Unsupported provider: Provider ${provider.slice(0, 40)} could not be found`);
}

const IdTokenFields = v.object({ provider: optionalText, id_token: optionalText });

/** POST /token?grant_type=id_token */
export async function signInWithIdToken(_context: AuthContext, request: AuthRequest): Promise<AuthResponse> {
  const fields = readFields(IdTokenFields, request.body);
  if (fields instanceof AuthError) return fields;
  if (!fields.id_token) return invalid("id_token required");
  if (!fields.provider) return invalid("provider or client_id and issuer required");
  const issuer = Object.hasOwn(ISSUERS, fields.provider) && ISSUERS[fields.provider];
  if (issuer)
    return new AuthError(400, "provider_disabled", `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`);
  return invalid(`Custom OIDC provider ${JSON.stringify(fields.provider.slice(0, 40))} not allowed`);
}

/** POST /sso */
export async function startSso(): Promise<AuthResponse> {
  return new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
}

/** GET /user/identities/authorize, DELETE /user/identities/{id} */
export async function linkIdentity(): Promise<AuthResponse> {
  return new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

/** GET /settings */
export async function getSettings({ settings }: AuthContext): Promise<AuthResponse> {
  const external = Object.fromEntries(PROVIDERS.map((name) => [name, false]));
  return json({
    external: { anonymous_users: settings.anonymous, ...external, email: true, phone: false },
    disable_signup: !settings.signUps,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
  });
}

/** GET /health */
export async function getHealth(): Promise<AuthResponse> {
  const description = "GoTrue is a user registration and authentication API";
  return json({ version: "plumbline", name: "GoTrue", description });
}

/** GET /.well-known/jwks.json */
export async function getPublicKeys({ signingKeys }: AuthContext): Promise<AuthResponse> {
  const keys = await signingKeys.publicKeys();
  return json({ keys }, { headers: { "cache-control": "public, max-age=600" } });
}
