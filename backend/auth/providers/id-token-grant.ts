import { createHash } from "node:crypto";
import * as v from "valibot";
import type { AuthContext } from "../auth-context.ts";
import { type Caller, lockCaller, readCaller } from "../caller.ts";
import { AuthError, invalid, refusalOf } from "../errors.ts";
import { type AuthRequest, json, optionalFlag, optionalText, readFields } from "../request.ts";
import { renewTokens, startSession } from "../sessions.ts";
import { checkLinking, linkProfile, signInWithProfile } from "./identities.ts";
import type { IdToken } from "./provider.ts";
import { providerUnreachable } from "./redirect-flow.ts";

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
export async function signInWithIdToken(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(IdTokenFields, request.body);
  if (!fields.id_token) throw invalid("id_token required");
  if (!fields.provider) throw invalid("provider or client_id and issuer required");
  const caller = fields.link_identity ? await readCaller(context, request.headers) : undefined;
  if (caller) checkLinking(context, caller);
  await context.rateLimits.consume("verify-by-address", request.address);
  const token = await verifyToken(context, fields);
  const { provider } = fields;
  return caller
    ? linkWithToken(context, request, { provider, token, caller })
    : startWithToken(context, request, { provider, token });
}

async function verifyToken(context: AuthContext, fields: IdTokenFields): Promise<IdToken> {
  const verifyIdToken = context.providers.get(fields.provider)?.verifyIdToken;
  if (!verifyIdToken) throw notEnabled(fields.provider);
  const token = await verifyIdToken(fields.id_token, fields.access_token).catch((error: unknown) => {
    throw providerUnreachable(context, fields.provider, error);
  });
  if (!token) throw invalid("Bad ID token");
  if (Boolean(token.nonce) !== Boolean(fields.nonce)) {
    throw invalid("Passed nonce and nonce in id_token should either both exist or not.");
  }
  const hashed = createHash("sha256").update(fields.nonce).digest("hex");
  if (token.nonce && token.nonce !== hashed) throw invalid("Nonces mismatch");
  // An ID token is valid for hours; a copy of it is not.
  const replayed = await refusalOf(context.rateLimits.consume("id-token", token.signed));
  if (replayed) throw invalid("Bad ID token");
  return token;
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
    return startSession(context, sql, { user, method: "oauth", provider, request });
  });
  if (!session) throw invalid("Bad ID token");
  return json(session);
}

async function linkWithToken(
  context: AuthContext,
  request: AuthRequest,
  { provider, token, caller }: Given & { readonly caller: Caller },
): Promise<Response> {
  const session = await context.sql.begin(async (sql) => {
    const current = await lockCaller(sql, caller);
    const identity = { provider, profile: token.profile, address: request.address };
    await linkProfile(context, sql, identity, current.user);
    return renewTokens(context, sql, { userId: current.user.id, sessionId: current.session.id });
  });
  return json(session);
}
