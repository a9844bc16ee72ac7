import { widestNetworkOf } from "../../../domain/network.ts";
import type { AuthContext } from "./auth-context.ts";
import type { AuthError } from "./errors.ts";
import type { Queries } from "./queries.ts";
import type { LimitName } from "./rate-limits.ts";

/** As long as the audit log is kept. */
const KNOWN_FOR_MS = 90 * 24 * 3600_000;

/** The query runs for unknown addresses, too, so that its duration tells nothing. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

type Attempt = {
  readonly limit: LimitName;
  readonly subject: string;
  /** Undefined where the address has no account. */
  readonly userId: string | undefined;
  readonly address: string;
  /** When the session of the request completed its sign-in, if it has one and did. */
  readonly signedInAt?: Date | null;
};

export async function consumeByAccount(
  context: AuthContext,
  sql: Queries,
  attempt: Attempt,
): Promise<AuthError | undefined> {
  const limited = await context.rateLimits.consume(attempt.limit, attempt.subject, sql);
  return limited && consumeAsOwner(context, sql, attempt, limited);
}

/**
 * Strangers who use up the limit of an account must not lock its owner out: sessions and networks that signed in to it
 * within 90 days have a limit of their own. Others get the error.
 */
export async function consumeAsOwner(
  context: AuthContext,
  sql: Queries,
  { limit, subject, userId, address, signedInAt }: Attempt,
  limited: AuthError,
): Promise<AuthError | undefined> {
  const network = widestNetworkOf(address);
  const since = new Date(context.clock().getTime() - KNOWN_FOR_MS);
  const isKnown = (signedInAt && signedInAt > since) || (await hasSignedInFrom(sql, { userId, network, since }));
  return isKnown ? context.rateLimits.consume(limit, `${subject} ${network}`, sql) : limited;
}

/** With a second factor, a sign-in is complete only after it. */
async function hasSignedInFrom(
  sql: Queries,
  { userId = NOBODY, network, since }: { userId: string | undefined; network: string; since: Date },
): Promise<boolean> {
  const rows = await sql<{ address: string }[]>`
    with account as (
      select exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified') as has_factor
    )
    select distinct ip_address as address from auth.audit_log_entries, account
    where payload ->> 'actor_id' = ${userId} and created_at > ${since} and payload ->> 'action' in ('login', 'mfa_code_login')
      and (payload ->> 'action' = 'mfa_code_login' or not has_factor)
    union
    select host(s.ip) from auth.sessions s, account
    where s.user_id = ${userId} and s.created_at > ${since} and s.ip is not null and (not has_factor or s.aal = 'aal2'
      or exists (select from public.recovered_sessions r where r.session_id = s.id))`;
  return rows.some(({ address }) => widestNetworkOf(address) === network);
}
