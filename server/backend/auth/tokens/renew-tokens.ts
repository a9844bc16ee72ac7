import { randomBytes } from "node:crypto";
import type { AuthContext } from "../auth-context.ts";
import type { Queries } from "../queries.ts";
import { continueSession, type SessionJson, storeRefreshToken } from "../sessions.ts";

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
