import type { AccessTokens } from "./auth/tokens/access-tokens.ts";
import type { Claims } from "./database/database.ts";
import { type ApiKeys, isSameSecret } from "./keys.ts";

/** A 401 with the body that the Supabase gateway or PostgREST would send. */
export class AuthFailure extends Error {
  readonly status = 401;
  readonly body: Readonly<Record<string, string | null>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Readonly<Record<string, string | null>>, challenge = "Bearer") {
    super(body["message"] ?? "Unauthorized");
    this.name = "AuthFailure";
    this.body = body;
    this.headers = { "www-authenticate": challenge };
  }

  toResponse(): Response {
    return Response.json(this.body, { status: this.status, headers: this.headers });
  }
}

export type Authenticate = (request: Request) => Promise<Claims>;

/** Determines the role of a request, or throws AuthFailure. Keys and sessions are checked for each request. */
export function createAuthenticate({ keys, tokens }: { keys: ApiKeys; tokens: AccessTokens }): Authenticate {
  return async ({ headers }) => {
    const bearer = readBearer(headers);
    const apiKey = readApiKey(keys, headers.get("apikey") ?? bearer ?? "");
    if (!apiKey) throw headers.get("apikey") || bearer ? invalidKey() : missingKey();
    if (!bearer) return { role: apiKey };
    const role = readApiKey(keys, bearer);
    if (role) return { role };
    const result = await tokens.verify(bearer);
    if ("claims" in result) return result.claims;
    throw invalidToken(result.error === "expired" ? "JWT expired" : result.message);
  };
}

export function readBearer(headers: Headers): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "")?.[1];
}

export function readApiKey(keys: ApiKeys, presented: string): "anon" | "service_role" | undefined {
  // Compare with both keys, so that the timing does not reveal which one was tried.
  const isService = isSameSecret(presented, keys.serviceRoleKey);
  const isAnon = isSameSecret(presented, keys.anonKey);
  if (isService) return "service_role";
  return isAnon ? "anon" : undefined;
}

export function missingKey(): AuthFailure {
  return new AuthFailure({
    message: "No API key found in request",
    hint: "No `apikey` request header or url param was found.",
  });
}

export function invalidKey(): AuthFailure {
  return new AuthFailure({
    message: "Invalid API key",
    hint: "Double check your Supabase `anon` or `service_role` API key.",
  });
}

function invalidToken(message: string): AuthFailure {
  return new AuthFailure(
    { code: "PGRST301", details: null, hint: null, message },
    `Bearer error="invalid_token", error_description="${message}"`,
  );
}
