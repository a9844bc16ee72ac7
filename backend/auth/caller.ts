import type { TransactionSql } from "postgres";
import { readBearer } from "../authenticate.ts";
import { isSameSecret } from "../keys.ts";
import type { AuthContext } from "./auth-context.ts";
import { AuthError } from "./errors.ts";
import type { Queries } from "./queries.ts";
import type { AuthRequest, Handler } from "./request.ts";
import type { Session } from "./sessions.ts";
import type { AccessClaims } from "./tokens/access-tokens.ts";
import { findUser, lockUser, type User } from "./users.ts";

export type Caller = { readonly user: User; readonly session: Session; readonly claims: AccessClaims };

type CallerHandler = (context: AuthContext, request: AuthRequest, caller: Caller) => Promise<Response>;
type ContextHandler = (context: AuthContext, request: AuthRequest) => Promise<Response>;

export function signedIn(context: AuthContext, handler: CallerHandler): Handler {
  return async (request) => {
    return handler(context, request, await readCaller(context, request.headers));
  };
}

/** Requires the service key; a user token is refused whatever the role of its user. */
export function serviceOnly(context: AuthContext, handler: ContextHandler): Handler {
  return async (request) => {
    const bearer = readBearer(request.headers);
    if (!bearer) throw noAuthorization();
    if (!isSameSecret(bearer, context.keys.serviceRoleKey)) throw new AuthError(403, "not_admin", "User not allowed");
    return handler(context, request);
  };
}

export async function readCaller(context: AuthContext, headers: Headers): Promise<Caller> {
  const bearer = readBearer(headers);
  if (!bearer) throw noAuthorization();
  if (isSameSecret(bearer, context.keys.anonKey) || isSameSecret(bearer, context.keys.serviceRoleKey)) {
    throw new AuthError(403, "bad_jwt", "invalid claim: missing sub claim");
  }
  const result = await context.tokens.verify(bearer);
  if ("claims" in result) return loadCaller(context.sql, result.claims);
  switch (result.error) {
    case "user-missing":
      throw new AuthError(403, "user_not_found", result.message);
    case "session-missing":
      throw sessionMissing();
    case "user-banned":
      throw new AuthError(403, "user_banned", result.message);
    default:
      throw new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${result.message}`);
  }
}

/** Reads the caller again and locks user and session until the transaction ends. */
export async function lockCaller(sql: TransactionSql, { claims }: Caller): Promise<Caller> {
  await lockUser(sql, claims.sub);
  await sql`select id from auth.sessions where id = ${claims.session_id} for update`;
  return loadCaller(sql, claims);
}

async function loadCaller(sql: Queries, claims: AccessClaims): Promise<Caller> {
  const user = await findUser(sql, { id: claims.sub });
  const [session] = await sql<Session[]>`
    select s.id, s.user_id, s.aal,
      exists (select from public.recovered_sessions r where r.session_id = s.id) as recovered,
      greatest(s.created_at, (select max(m.updated_at) from auth.mfa_amr_claims m
        where m.session_id = s.id and m.updated_at > m.created_at and m.authentication_method not in ('totp', 'mfa/webauthn'))) as proven_at
    from auth.sessions s where s.id = ${claims.session_id} and s.user_id = ${claims.sub}`;
  if (!user || !session) throw sessionMissing();
  return { user, session, claims };
}

function sessionMissing(): AuthError {
  return new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
}

function noAuthorization(): AuthError {
  return new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
}
