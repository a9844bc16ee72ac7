import type { TransactionSql } from "postgres";
import * as v from "valibot";
import { writeAudit } from "../admin/audit.ts";
import type { AuthContext } from "../auth-context.ts";
import { AuthError, commitDespiteRefusal, invalid, refusalOf } from "../errors.ts";
import { type AuthRequest, json, optionalText, readFields } from "../request.ts";
import {
  continueSession,
  deriveNextToken,
  computeSessionExpiry,
  hashToken,
  readUserAgent,
  storeRefreshToken,
  toInet,
} from "../sessions.ts";
import { findUser, isBanned, type User } from "../users.ts";

/** Within this time a used token returns the current one, for tabs that refresh at once and for lost responses. */
const REUSE_GRACE_MS = 10_000;
/** How many lost responses in a row are tolerated within the grace period. */
const MAX_CHAIN_LENGTH = 20;

const RefreshFields = v.object({ refresh_token: optionalText });

type TokenRow = { revoked: boolean; updated_at: Date; session_id: string };
type Next = { readonly token: string } | { readonly reused: true };

/** POST /token?grant_type=refresh_token */
export async function refreshSession(context: AuthContext, request: AuthRequest): Promise<Response> {
  const fields = readFields(RefreshFields, request.body);
  if (!fields.refresh_token) throw invalid("refresh_token required");
  const limited = await refusalOf(context.rateLimits.consume("refresh-by-address", request.address));
  // auth-js signs out at a 429 and tries again later at a 503.
  if (limited) throw new AuthError(503, limited.code, limited.message, { retryAfterS: limited.retryAfterS ?? 1 });
  // The end of a session whose token was stolen is committed.
  return json(await commitDespiteRefusal(context.sql, (sql) => refresh(context, sql, fields.refresh_token, request)));
}

async function refresh(context: AuthContext, sql: TransactionSql, token: string, { address, headers }: AuthRequest) {
  const now = context.clock();
  // Lock the session, so that parallel refreshes of one token run one after the other.
  const [session] = await sql<{ id: string; user_id: string; created_at: Date; is_expired: boolean }[]>`
    select id, user_id, created_at, coalesce(not_after <= ${now}, false) as is_expired from auth.sessions
    where id = (select session_id from auth.refresh_tokens where token = ${hashToken(token)}) for update`;
  const user = session && (await findUser(sql, { id: session.user_id }));
  if (!session || !user) throw refused("refresh_token_not_found", "Refresh Token Not Found");
  if (isBanned(user, now)) throw refused("user_banned", "User Banned");
  if (session.is_expired) throw refused("session_expired", "Session Expired");

  const next = await findNext(context, sql, { token, sessionId: session.id, user });
  if ("reused" in next) {
    await sql`delete from auth.sessions where id = ${session.id}`;
    await writeAudit(sql, { action: "token_revoked", actor: user, address, now, traits: { reason: "reused" } });
    throw refused("refresh_token_already_used", "Already Used");
  }
  const end = computeSessionExpiry(context, session.created_at);
  await sql`
    update auth.sessions set refreshed_at = ${now}, updated_at = ${now}, not_after = ${end}, ip = ${toInet(address)},
      user_agent = ${readUserAgent(headers)}
    where id = ${session.id}`;
  await writeAudit(sql, { action: "token_refreshed", actor: user, address, now });
  return continueSession(context, sql, { sessionId: session.id, userId: user.id, refreshToken: next.token });
}

/**
 * Within the grace period a used token leads to the current token of its chain. Later it leads only to its direct
 * successor, and only while that is unused, because then the response was lost (as in GoTrue). Anything else is reuse
 * of a stolen token.
 */
async function findNext(
  context: AuthContext,
  sql: TransactionSql,
  { token, sessionId, user }: { token: string; sessionId: string; user: User },
): Promise<Next> {
  const now = context.clock();
  let step = token;
  let parent: string | null = null;
  let isLate = false;
  for (let steps = 0; steps < MAX_CHAIN_LENGTH; steps += 1) {
    const [row] = await sql<TokenRow[]>`
      select revoked, updated_at, session_id from auth.refresh_tokens where token = ${hashToken(step)}`;
    if (isLate && (!row || row.revoked)) return { reused: true };
    if (!row) {
      await storeRefreshToken(sql, { token: step, sessionId, userId: user.id, parent, now });
      return { token: step };
    }
    if (!row.revoked && step !== token) return { token: step };
    if (!row.revoked) {
      await sql`update auth.refresh_tokens set revoked = true, updated_at = ${now} where token = ${hashToken(step)}`;
    }
    isLate = row.revoked && now.getTime() - row.updated_at.getTime() > REUSE_GRACE_MS;
    parent = step;
    step = deriveNextToken(context, step);
  }
  return { reused: true };
}

function refused(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}
