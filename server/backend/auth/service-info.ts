import type { AuthContext } from "./auth-context.ts";
import { KNOWN_NAMES } from "./providers/known-providers.ts";
import { type AuthResponse, json } from "./request.ts";

/** GET /settings */
export async function getSettings({ settings, providers, relyingParty }: AuthContext): Promise<AuthResponse> {
  const names = new Set([...KNOWN_NAMES, ...providers.keys()]);
  const external = Object.fromEntries([...names].map((name) => [name, providers.has(name)]));
  return json({
    external: { anonymous_users: settings.anonymous, ...external, email: true, phone: false },
    disable_signup: !settings.signUps,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: settings.saml,
    passkeys_enabled: relyingParty !== undefined,
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
