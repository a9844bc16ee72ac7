import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { auditRow } from "./admin/audit.ts";
import type { AuthContext } from "./auth-context.ts";
import type { Queries } from "./queries.ts";
import type { AuthRequest } from "./request.ts";
import { ACCESS_TOKEN_LIFETIME_S } from "./tokens/access-tokens.ts";
import { requireUser, toUserJson, type User } from "./users.ts";

export type Session = {
  readonly id: string;
  readonly user_id: string;
  readonly aal: "aal1" | "aal2";
  /** Whether a recovery code was used in this session. */
  readonly recovered: boolean;
  /** When the user last proved their identity: by signing in, with the password or with a mailed code. */
  readonly proven_at: Date | null;
};

/** The session object that auth-js stores. */
export type SessionJson = Readonly<Record<string, unknown>> & {
  readonly access_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
};

const DAY_MS = 24 * 3600_000;

/** Authentication methods, with the names that GoTrue uses in the `amr` claim. */
export type Method =
  | "password"
  | "otp"
  | "totp"
  | "magiclink"
  | "recovery"
  | "invite"
  | "email/signup"
  | "email_change"
  | "anonymous"
  | "oauth"
  | "sso/saml"
  | "passkey"
  | "mfa/webauthn";

type NewSession = {
  readonly user: User;
  readonly method: Method;
  readonly request: Pick<AuthRequest, "address" | "headers">;
  /** The provider of the identity that was used. */
  readonly provider?: string;
  readonly traits?: Readonly<Record<string, string>>;
};

// Writes everything in one statement, because many sign-ins may arrive at once. Returns undefined if the account was
// deleted, or its password changed, since it was read.
export async function startSession(
  context: AuthContext,
  sql: Queries,
  { user, method, request: { address, headers }, provider = "email", traits = { provider } }: NewSession,
): Promise<SessionJson | undefined> {
  const now = context.clock();
  const id = randomUUID();
  const refreshToken = randomBytes(32).toString("base64url");
  const userAgent = readUserAgent(headers);
  const [started] = await sql`
    with account as (
      update auth.users set last_sign_in_at = ${now}, updated_at = ${now}
      where id = ${user.id} and encrypted_password is not distinct from ${user.encrypted_password}
      returning id
    ), identity as (
      update auth.identities set last_sign_in_at = ${now} from account
      where user_id = account.id and provider = ${provider}
    ), session as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip)
      select ${id}::uuid, account.id, ${now}, ${now}, 'aal1', ${computeSessionExpiry(context, now)}, ${userAgent},
        ${toInet(address)}::inet from account
    ), method as (
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      select ${randomUUID()}::uuid, ${id}::uuid, ${now}, ${now}, ${method} from account
    ), entry as (
      insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      select ${auditRow(sql, { action: "login", actor: user, address, now, traits })} from account
    ), token as (
      insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
      select ${hashToken(refreshToken)}, account.id::text, ${id}::uuid, false, ${now}, ${now} from account
    )
    select id from account`;
  if (!started) return undefined;
  context.countSignIn("ok");
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
  return describeSession(context, {
    user: asSignedIn(user, provider, now),
    session: { id, aal: "aal1", amr },
    refreshToken,
  });
}

export function computeSessionExpiry(
  { sessionLifetime: { idleDays, maxDays }, clock }: AuthContext,
  createdAt: Date,
): Date {
  return new Date(Math.min(clock().getTime() + idleDays * DAY_MS, createdAt.getTime() + maxDays * DAY_MS));
}

function asSignedIn(user: User, provider: string, now: Date): User {
  const identities = user.identities.map((identity) =>
    identity.provider === provider ? { ...identity, last_sign_in_at: now.toISOString() } : identity,
  );
  return { ...user, last_sign_in_at: now, updated_at: now, identities };
}

export async function addMethod(sql: Queries, sessionId: string, method: Method, now: Date): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, ${now}, ${now}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`;
}

/** Records fresh proof: `created_at` stays that of the session, `updated_at` is now. */
export async function renewMethod(sql: Queries, sessionId: string, method: Method, now: Date): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    select ${randomUUID()}, id, created_at, ${now}, ${method} from auth.sessions where id = ${sessionId}
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`;
}

/** Issues new tokens for an existing session, from the current state of session and user. */
export async function continueSession(
  context: AuthContext,
  sql: Queries,
  { sessionId, userId, refreshToken }: { sessionId: string; userId: string; refreshToken: string },
): Promise<SessionJson> {
  const [user, [session]] = await Promise.all([
    requireUser(sql, userId),
    sql<TokenSession[]>`
      select s.id, s.aal, (
        select coalesce(json_agg(json_build_object('method', m.authentication_method,
          'timestamp', floor(extract(epoch from m.updated_at))) order by m.updated_at desc, m.authentication_method desc), '[]')
        from auth.mfa_amr_claims m where m.session_id = s.id) as amr
      from auth.sessions s where s.id = ${sessionId}`,
  ]);
  if (!session) throw new Error(`Session ${sessionId} does not exist`);
  return describeSession(context, { user, session, refreshToken });
}

type TokenSession = Pick<Session, "id" | "aal"> & {
  readonly amr: readonly { readonly method: string; readonly timestamp: number }[];
};

async function describeSession(
  context: AuthContext,
  { user, session, refreshToken }: { user: User; session: TokenSession; refreshToken: string },
): Promise<SessionJson> {
  const { token, expiresAt } = await context.tokens.sign({
    sub: user.id,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: "authenticated",
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  });
  // Yield to the event loop after signing, so that cached pages are not delayed.
  await nextTurn();
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_LIFETIME_S,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: toUserJson(user),
  };
}

export async function storeRefreshToken(
  sql: Queries,
  row: { token: string; sessionId: string; userId: string; parent: string | null; now: Date },
): Promise<void> {
  await sql`
    insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
    values (${hashToken(row.token)}, ${row.userId}, ${row.sessionId}, ${row.parent && hashToken(row.parent)}, false,
      ${row.now}, ${row.now})`;
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Deterministic, so that a retry after a lost response gets the same token although only hashes are stored. */
export function deriveNextToken({ pepper }: AuthContext, token: string): string {
  return createHmac("sha256", pepper).update(`refresh:${token}`).digest("base64url");
}

/** Deleting a session revokes its refresh tokens, and its access tokens at their next use. */
export async function endSessions(
  sql: Queries,
  userId: string,
  which: { only?: string; except?: string | undefined } = {},
): Promise<void> {
  await sql`
    delete from auth.sessions where user_id = ${userId}
    ${which.only ? sql`and id = ${which.only}` : sql``}
    ${which.except ? sql`and id <> ${which.except}` : sql``}`;
}

export function readUserAgent(headers: Headers): string {
  return (headers.get("user-agent") ?? "").slice(0, 500);
}

export function toInet(address: string): string | null {
  return isIP(address) ? address : null;
}

/** Replaces the refresh tokens of a session, whose access token has to show a change at once. */
export async function renewTokens(
  context: AuthContext,
  sql: Queries,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<SessionJson> {
  const now = context.clock();
  await sql`
    update auth.refresh_tokens set revoked = true, updated_at = ${now} where session_id = ${sessionId} and not revoked`;
  const refreshToken = randomBytes(32).toString("base64url");
  await storeRefreshToken(sql, { token: refreshToken, sessionId, userId, parent: null, now });
  return continueSession(context, sql, { sessionId, userId, refreshToken });
}
