import { hkdfSync } from "node:crypto";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createLimiter, QueueFullError } from "../../domain/limiter.ts";
import { firstLanguage } from "../../domain/words.ts";
import { AuthFailure, invalidKey, readApiKey } from "../authenticate.ts";
import type { Database } from "../database/database.ts";
import { isOutage } from "../database/is-outage.ts";
import type { ApiKeys } from "../keys.ts";
import type { Log } from "../log.ts";
import { RETRY_AFTER_S } from "../retry-after.ts";
import { generateLink, invite } from "./admin/admin-links.ts";
import {
  createByAdmin,
  deleteByAdmin,
  deleteFactor,
  getByAdmin,
  listFactors,
  listUsers,
  updateByAdmin,
} from "./admin/admin-users.ts";
import type { AuthConfig } from "./auth-config.ts";
import type { AuthContext, CountSignIn, SessionLifetime } from "./auth-context.ts";
import { serviceOnly, signedIn } from "./caller.ts";
import { AuthError, refusalOf, toErrorResponse } from "./errors.ts";
import type { Mailer } from "./mail/mails.ts";
import {
  finishAuthentication,
  finishRegistration,
  listPasskeys,
  listPasskeysByAdmin,
  removePasskey,
  removePasskeyByAdmin,
  renamePasskey,
  startAuthentication,
  startRegistration,
} from "./passkeys/passkeys.ts";
import { relyingPartyOf } from "./passkeys/webauthn.ts";
import { unlinkIdentity } from "./providers/identities.ts";
import { createProviders, KNOWN_NAMES } from "./providers/known-providers.ts";
import { authorize, authorizeLink, finishAtProvider } from "./providers/redirect-flow.ts";
import { createRateLimits } from "./rate-limits.ts";
import { type AuthRequest, type Handler, json, readForm, readJson } from "./request.ts";
import {
  createSsoProvider,
  deleteSsoProvider,
  getSsoProvider,
  listSsoProviders,
  updateSsoProvider,
} from "./saml/admin-providers.ts";
import { getSamlMetadata, ifSamlEnabled } from "./saml/service-provider.ts";
import { finishSso, startSso } from "./saml/sso-sign-in.ts";
import { exchangeCode, refreshSession, signInWithIdToken, signInWithPassword } from "./sign-in/grants.ts";
import { requestOtp, requestRecovery, resend } from "./sign-in/mail-requests.ts";
import { createPasswords, HASHING_THREADS } from "./sign-in/passwords.ts";
import { signUp } from "./sign-in/signup.ts";
import { verifyGet, verifyPost } from "./sign-in/verify.ts";
import { type AccessTokens, createAccessTokens } from "./tokens/access-tokens.ts";
import { createSigningKeys, type SigningKeys } from "./tokens/signing-keys.ts";
import { getUser, requestReauthentication, signOut, updateUser } from "./user/account.ts";
import { challengeFactor, enrollFactor, unenrollFactor, verifyFactor } from "./user/factors.ts";

type AuthOptions = {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly keys: ApiKeys;
  /** The public URL without a trailing slash; also the issuer of tokens. */
  readonly siteUrl: string;
  readonly log: Log;
  /** URLs outside this site that mailed links may redirect to. */
  readonly allowedRedirects?: readonly string[];
  readonly clock?: () => Date;
  /** The IP address of the client; main.ts knows about proxies. */
  readonly clientAddress?: (request: Request) => string;
  readonly signingKeys?: SigningKeys;
  readonly tokens?: AccessTokens;
  readonly minResponseMs?: number;
  readonly sessionLifetime: SessionLifetime;
  readonly settings: AuthConfig;
  readonly siteName: () => string;
  readonly siteLanguages: AuthContext["siteLanguages"];
  readonly countSignIn?: CountSignIn | undefined;
};

const MAX_BODY_BYTES = 64 * 1024;
/** Responses list the groups of a person, and metadata several certificates. */
const MAX_SAML_BODY_BYTES = 256 * 1024;
const MIN_RESPONSE_MS = 300;
const BUSY_RETRY_AFTER_S = 10;
/** One per hashing thread: preparing more would use the core that is left for pages. */
const SIGN_IN_LEVELS = [
  { maxRunning: HASHING_THREADS, maxWaiting: 400 },
  { maxRunning: HASHING_THREADS, maxWaiting: 30 },
] as const;

/** The auth/v1 API that @supabase/auth-js calls. */
export function createAuth(options: AuthOptions): Hono {
  const context = createContext(options);
  const { clientAddress = () => "" } = options;
  const app = new Hono();

  app.use(async (c, next) => {
    // Hono runs the GET handler for HEAD, and the HEAD request of a mail scanner must not use up a link.
    if (c.req.method === "HEAD") return c.body(null, 405, { allow: "GET, POST, PUT, PATCH, DELETE" });
    await next();
  });
  const [limit, samlLimit] = [limitBody(MAX_BODY_BYTES), limitBody(MAX_SAML_BODY_BYTES)];
  app.use((c, next) => (c.req.path.includes("/sso/") ? samlLimit(c, next) : limit(c, next)));
  app.onError((error, c) =>
    error instanceof AuthFailure ? error.toResponse() : toErrorResponse(toAuthError(context, error, c), c.req.raw),
  );

  addRoutes(app, context, (handler, readBody = readJson) => async (c) => {
    const body = await readBody(c.req.raw);
    // Load the keys before a transaction begins, which must not wait for another connection.
    await context.signingKeys.current();
    const { searchParams: query } = new URL(c.req.url);
    const address = clientAddress(c.req.raw);
    return handler({ query, headers: c.req.raw.headers, params: c.req.param(), body, address });
  });
  // A route instead of notFound(), which Hono calls only on the outermost app.
  app.all("*", (c) => toErrorResponse(new AuthError(404, "validation_failed", "404 page not found"), c.req.raw));
  return app;
}

function limitBody(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: (c) => toErrorResponse(new AuthError(413, "validation_failed", "Request body is too large"), c.req.raw),
  });
}

type ReadBody = typeof readJson;

function toAuthError({ log }: AuthContext, error: Error, c: Context): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof QueueFullError) {
    log.warn("auth is busy", { path: c.req.path });
    return new AuthError(503, "request_timeout", "Too many requests at the moment", {
      retryAfterS: BUSY_RETRY_AFTER_S,
    });
  }
  log.error("auth failed", { error });
  if (isOutage(error)) {
    const message = "The database cannot be reached. Please try again later.";
    return new AuthError(503, "request_timeout", message, { retryAfterS: RETRY_AFTER_S });
  }
  const message = "Unexpected failure, please check server logs for more information";
  return new AuthError(500, "unexpected_failure", message);
}

type ContextHandler = (context: AuthContext, request: AuthRequest) => Promise<Response>;

function addRoutes(
  app: Hono,
  context: AuthContext,
  respond: (handler: Handler, readBody?: ReadBody) => (c: Context) => Promise<Response>,
): void {
  /** Supabase needs no API key for links opened from mails and for public keys. */
  const withoutKey = (handler: ContextHandler) => respond((request) => handler(forPage(context, request), request));
  const anyone = (handler: ContextHandler) =>
    respond(checkApiKey(context, (request) => handler(forPage(context, request), request)));
  const user = (handler: Parameters<typeof signedIn>[1]) => anyone((of, request) => signedIn(of, handler)(request));
  const service = (handler: ContextHandler) => anyone((of, request) => serviceOnly(of, handler)(request));

  app.post("/signup", anyone(signUp));
  app.post("/token", anyone(grant));
  app.post("/otp", anyone(requestOtp));
  app.post("/magiclink", anyone(requestOtp));
  app.post("/recover", anyone(requestRecovery));
  app.post("/resend", anyone(resend));
  app.get("/verify", withoutKey(verifyGet));
  app.post("/verify", withoutKey(countRefusals(verifyPost)));
  app.get("/authorize", withoutKey(authorize));
  app.get("/callback", withoutKey(finishAtProvider));
  app.post("/sso", anyone(ifSamlEnabled(startSso)));
  app.get("/sso/saml/metadata", withoutKey(ifSamlEnabled(getSamlMetadata)));
  app.post(
    "/sso/saml/acs",
    respond((request) => ifSamlEnabled(finishSso)(context, request), readForm),
  );
  app.get("/settings", anyone(getSettings));
  app.get("/health", anyone(getHealth));
  app.get("/.well-known/jwks.json", withoutKey(getPublicKeys));

  app.post("/logout", user(signOut));
  app.get("/user", user(getUser));
  app.put("/user", user(updateUser));
  app.get("/user/identities/authorize", user(authorizeLink));
  app.delete("/user/identities/:identityId", user(unlinkIdentity));
  app.get("/reauthenticate", user(requestReauthentication));
  app.post("/factors", user(enrollFactor));
  app.post("/factors/:factorId/challenge", user(challengeFactor));
  app.post("/factors/:factorId/verify", user(verifyFactor));
  app.delete("/factors/:factorId", user(unenrollFactor));

  app.post("/passkeys/authentication/options", anyone(startAuthentication));
  app.post("/passkeys/authentication/verify", anyone(countRefusals(finishAuthentication)));
  app.post("/passkeys/registration/options", user(startRegistration));
  app.post("/passkeys/registration/verify", user(finishRegistration));
  app.get("/passkeys", user(listPasskeys));
  app.patch("/passkeys/:passkeyId", user(renamePasskey));
  app.delete("/passkeys/:passkeyId", user(removePasskey));

  app.post("/invite", service(invite));
  app.post("/admin/generate_link", service(generateLink));
  app.get("/admin/users", service(listUsers));
  app.post("/admin/users", service(createByAdmin));
  app.get("/admin/users/:userId", service(getByAdmin));
  app.put("/admin/users/:userId", service(updateByAdmin));
  app.delete("/admin/users/:userId", service(deleteByAdmin));
  app.get("/admin/users/:userId/factors", service(listFactors));
  app.delete("/admin/users/:userId/factors/:factorId", service(deleteFactor));
  app.get("/admin/sso/providers", service(ifSamlEnabled(listSsoProviders)));
  app.post("/admin/sso/providers", service(ifSamlEnabled(createSsoProvider)));
  app.get("/admin/sso/providers/:providerId", service(ifSamlEnabled(getSsoProvider)));
  app.put("/admin/sso/providers/:providerId", service(ifSamlEnabled(updateSsoProvider)));
  app.delete("/admin/sso/providers/:providerId", service(ifSamlEnabled(deleteSsoProvider)));
  app.get("/admin/users/:userId/passkeys", service(listPasskeysByAdmin));
  app.delete("/admin/users/:userId/passkeys/:passkeyId", service(removePasskeyByAdmin));
}

/** This site's pages name their language, which supabase-js has no field for, in the header for what a request carries. */
function forPage(context: AuthContext, { headers }: AuthRequest): AuthContext {
  const pageLanguage = firstLanguage(headers.get("content-language"));
  return pageLanguage ? { ...context, pageLanguage } : context;
}

/** As at Supabase's local gateway, no key counts as the public one, which every page contains; a wrong key is refused. */
function checkApiKey({ keys }: AuthContext, handler: Handler): Handler {
  return async (request) => {
    const presented = request.headers.get("apikey");
    if (presented && !readApiKey(keys, presented)) throw invalidKey();
    return handler(request);
  };
}

/** Sessions that start are counted in startSession. */
function countRefusals(handler: ContextHandler): ContextHandler {
  return async (context, request) => {
    const outcome = handler(context, request);
    const refusal = await refusalOf(outcome);
    if (refusal && refusal.status < 500) context.countSignIn("refused");
    return outcome;
  };
}

const passwordGrant = countRefusals(signInWithPassword);
const codeGrant = countRefusals(exchangeCode);
const idTokenGrant = countRefusals(signInWithIdToken);

/** POST /token?grant_type= */
async function grant(context: AuthContext, request: AuthRequest): Promise<Response> {
  switch (request.query.get("grant_type")) {
    case "password":
      return passwordGrant(context, request);
    case "refresh_token":
      return refreshSession(context, request);
    case "pkce":
      return codeGrant(context, request);
    case "id_token":
      return idTokenGrant(context, request);
    case "web3":
      throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
    default:
      throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  }
}

function createContext(options: AuthOptions): AuthContext {
  const { database, mailer, keys, siteUrl, log, clock = () => new Date(), allowedRedirects = [], settings } = options;
  const { sql } = database;
  const signingKeys = options.signingKeys ?? createSigningKeys({ sql, clock });
  return {
    sql,
    mailer,
    keys,
    signingKeys,
    tokens: options.tokens ?? createAccessTokens({ sql, signingKeys, siteUrl, clock }),
    passwords: createPasswords(),
    rateLimits: createRateLimits({ sql, clock, byAddress: settings.rateLimits }),
    signIns: createLimiter({ levels: SIGN_IN_LEVELS, start: setImmediate }),
    // Derived from the service key: the same in all processes, and not part of a database dump.
    pepper: Buffer.from(hkdfSync("sha256", keys.serviceRoleKey, "", "plumbline auth", 32)),
    siteUrl,
    sessionLifetime: options.sessionLifetime,
    settings,
    providers: createProviders(settings.providers, siteUrl),
    relyingParty: relyingPartyOf(siteUrl),
    siteName: options.siteName,
    siteLanguages: options.siteLanguages,
    pageLanguage: "",
    allowedRedirects,
    clock,
    log,
    countSignIn: options.countSignIn ?? (() => {}),
    minResponseMs: options.minResponseMs ?? MIN_RESPONSE_MS,
  };
}

/** GET /settings */
async function getSettings({ settings, providers, relyingParty }: AuthContext): Promise<Response> {
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
async function getHealth(): Promise<Response> {
  const description = "GoTrue is a user registration and authentication API";
  return json({ version: "plumbline", name: "GoTrue", description });
}

/** GET /.well-known/jwks.json */
async function getPublicKeys({ signingKeys }: AuthContext): Promise<Response> {
  const keys = await signingKeys.publicKeys();
  return json({ keys }, { headers: { "cache-control": "public, max-age=600" } });
}
