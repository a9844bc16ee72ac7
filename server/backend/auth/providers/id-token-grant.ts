import { createHash } from "node:crypto";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller, readCaller } from "../caller.ts";
import { AuthError, invalid } from "../errors.ts";
import { type AuthRequest, type AuthResponse, json, optionalFlag, optionalText, readFields } from "../request.ts";
import { startSession } from "../sessions.ts";
import { renewTokens } from "../tokens/renew-tokens.ts";
import { checkLinking, providerUnreachable } from "./authorize.ts";
import { linkProfile } from "./identities.ts";
import { signInWithProfile } from "./join-account.ts";
import type { IdToken } from "./provider.ts";

const IdTokenFields = v.object({
  provider: optionalText,
  id_token: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(16_384)), ""), ""),
  access_token: optionalText,
  nonce: optionalText,
  link_identity: optionalFlag,
});
type IdTokenFields = v.InferOutput<typeof IdTokenFields>;

const ISSUERS: Readonly<Record<string, string>> = {
  apple: "https://appleid.apple.com",
  azure: "https://login.microsoftonline.com/common/v2.0",
  facebook: "https://www.facebook.com",
  google: "https://accounts.google.com",
  kakao: "https://kauth.kakao.com",
};

/** POST /token?grant_type=id_token */
export async function signInWithIdToken(context: AuthContext, request: AuthRequest): Promise<AuthResponse> {
  const fields = readFields(IdTokenFields, request.body);
  if (fields instanceof AuthError) return fields;
  if (!fields.id_token) return invalid("id_token required");
  if (!fields.provider) return invalid("provider or client_id and issuer required");
  const caller = fields.link_identity ? await readCaller(context, request.headers) : undefined;
  if (caller instanceof AuthError) return caller;
  const refused = caller && checkLinking(context, caller);
  if (refused) return refused;
  const limited = await context.rateLimits.consume("verify-by-address", request.address);
  if (limited) return limited;
  const token = await verifyToken(context, fields);
  if (token instanceof AuthError) return token;
  const { provider } = fields;
  return caller
    ? linkWithToken(context, request, { provider, token, caller })
    : startWithToken(context, request, { provider, token });
}

async function verifyToken(context: AuthContext, fields: IdTokenFields): Promise<IdToken | AuthError> {
  const verifyIdToken = context.providers.get(fields.provider)?.verifyIdToken;
  if (!verifyIdToken) return notEnabled(fields.provider);
  const token = await verifyIdToken(fields.id_token, fields.access_token).catch((error: unknown) =>
    providerUnreachable(context, fields.provider, error),
  );
  if (token instanceof AuthError) return token;
  if (!token) return invalid("Bad ID token");
  if (Boolean(token.nonce) !== Boolean(fields.nonce)) {
    return invalid("Passed nonce and nonce in id_token should either both exist or not.");
  }
  const hashed = createHash("sha256").update(fields.nonce).digest("hex");
  if (token.nonce && token.nonce !== hashed) return invalid("Nonces mismatch");
  // An ID token is valid for hours; a copy of it is not.
  const replayed = await context.rateLimits.consume("id-token", token.signed);
  return replayed ? invalid("Bad ID token") : token;
}

function notEnabled(provider: string): AuthError {
  const issuer = Object.hasOwn(ISSUERS, provider) && ISSUERS[provider];
  return issuer
    ? new AuthError(400, "provider_disabled", `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`)
    : invalid(`Custom OIDC provider ${JSON.stringify(provider.slice(0, 40))} not allowed`);
}

type Given = { readonly provider: string; readonly token: IdToken };

async function startWithToken(context: AuthContext, request: AuthRequest, { provider, token }: Given) {
  const session = await context.sql.begin(async (sql) => {
    const identity = { provider, profile: token.profile, address: request.address };
    const user = await signInWithProfile(context, sql, identity);
    return user instanceof AuthError ? user : startSession(context, sql, { user, method: "oauth", provider, request });
  });
  if (session instanceof AuthError) return session;
  return session ? json(session) : invalid("Bad ID token");
}

async function linkWithToken(
  context: AuthContext,
  request: AuthRequest,
  { provider, token, caller }: Given & { readonly caller: Caller },
): Promise<AuthResponse> {
  const outcome = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    if (current instanceof AuthError) return current;
    const identity = { provider, profile: token.profile, address: request.address };
    const refused = await linkProfile(context, sql, identity, current.user);
    return refused ?? renewTokens(context, sql, { userId: current.user.id, sessionId: current.session.id });
  });
  return outcome instanceof AuthError ? outcome : json(outcome);
}
