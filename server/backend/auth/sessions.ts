import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { isIP } from "node:net";
import { ACCESS_TOKEN_LIFE_S } from "./access-tokens.ts";
import type { AuthParts } from "./parts.ts";
import type { Queries } from "./queries.ts";
import { requireUser, toUserJson } from "./users.ts";

export type Session = {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: Date;
  readonly aal: "aal1" | "aal2";
  readonly not_after: Date | null;
};

/** What auth-js keeps as the session. */
export type SessionJson = Readonly<Record<string, unknown>> & {
  readonly access_token: string;
  readonly token_type: "bearer";
  readonly expires_in: number;
  readonly expires_at: number;
  readonly refresh_token: string;
};

/** How somebody has shown who they are, in GoTrue's words. */
export type Method =
  | "password"
  | "otp"
  | "totp"
  | "magiclink"
  | "recovery"
  | "invite"
  | "email/signup"
  | "email_change";

type Start = { readonly userId: string; readonly method: Method; readonly address: string; readonly userAgent: string };

/** All that begins with a session is written by one statement: sign-ins come in crowds. */
export async function startSession(parts: AuthParts, sql: Queries, start: Start): Promise<SessionJson> {
  const now = parts.clock();
  const id = randomUUID();
  const refreshToken = randomBytes(32).toString("base64url");
  await sql`
    with session as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
      values (${id}, ${start.userId}, ${now}, ${now}, 'aal1', ${start.userAgent.slice(0, 500)}, ${toInet(start.address)})
    ), account as (
      update auth.users set last_sign_in_at = ${now}, updated_at = ${now} where id = ${start.userId}
    ), identity as (
      update auth.identities set last_sign_in_at = ${now} where user_id = ${start.userId} and provider = 'email'
    ), method as (
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (${randomUUID()}, ${id}, ${now}, ${now}, ${start.method})
    )
    insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
    values (${hashToken(refreshToken)}, ${start.userId}, ${id}, false, ${now}, ${now})`;
  return describeSession(parts, sql, { sessionId: id, userId: start.userId, refreshToken });
}

export async function addMethod(sql: Queries, sessionId: string, method: Method, now: Date): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, ${now}, ${now}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`;
}

/** A new access token over what the session and the user are now. */
export async function describeSession(
  parts: AuthParts,
  sql: Queries,
  { sessionId, userId, refreshToken }: { sessionId: string; userId: string; refreshToken: string },
): Promise<SessionJson> {
  const [user, [session]] = await Promise.all([
    requireUser(sql, userId),
    sql<{ aal: "aal1" | "aal2"; amr: { method: string; timestamp: number }[] }[]>`
      select s.aal, (
        select coalesce(json_agg(json_build_object('method', m.authentication_method,
          'timestamp', floor(extract(epoch from m.updated_at))) order by m.updated_at desc, m.authentication_method desc), '[]')
        from auth.mfa_amr_claims m where m.session_id = s.id) as amr
      from auth.sessions s where s.id = ${sessionId}`,
  ]);
  if (!session) throw new Error(`Session ${sessionId} has gone`);
  const { token, expiresAt } = await parts.tokens.sign({
    sub: user.id,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: "authenticated",
    aal: session.aal,
    amr: session.amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  });
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_LIFE_S,
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

/** The same parent always has the same child: a repeated refresh gets the answer that was lost, though only hashes are stored. */
export function deriveNextToken({ pepper }: AuthParts, token: string): string {
  return createHmac("sha256", pepper).update(`refresh:${token}`).digest("base64url");
}

/** Deleting a session ends its refresh tokens, and its access tokens at their next use. */
export async function endSessions(
  sql: Queries,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<void> {
  await sql`
    delete from auth.sessions where user_id = ${userId}
    ${which.only ? sql`and id = ${which.only}` : sql``}
    ${which.except ? sql`and id <> ${which.except}` : sql``}`;
}

export function toInet(address: string): string | null {
  return isIP(address) ? address : null;
}
