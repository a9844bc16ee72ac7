import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { networksOf, widestNetworkOf } from "../../domain/network.ts";
import type { AddressLimits } from "./auth-config.ts";
import type { AuthContext } from "./auth-context.ts";
import { AuthError, refusalOf } from "./errors.ts";
import type { Queries } from "./queries.ts";

type Limit = { readonly max: number; readonly windowS: number };

const MINUTE_S = 60;
const HOUR_S = 3600;

const FIXED_LIMITS = {
  "sign-in-by-account": { max: 10, windowS: 5 * MINUTE_S },
  "mail-by-account": { max: 10, windowS: HOUR_S },
  "mail-of-one-kind": { max: 1, windowS: MINUTE_S },
  /** Wrong codes for one address from one network, so that other networks cannot lock the owner out. */
  "verify-by-account": { max: 10, windowS: 10 * MINUTE_S },
  /** Per session, so that a session with only the password cannot lock the owner out. */
  "factor-by-session": { max: 10, windowS: 5 * MINUTE_S },
  "challenge-by-session": { max: 30, windowS: 5 * MINUTE_S },
  "change-by-session": { max: 30, windowS: 5 * MINUTE_S },
  "proof-by-session": { max: 10, windowS: 10 * MINUTE_S },
  /** Wrong TOTP codes in all sessions: guessing succeeds with a probability below 1 % a day. See consumeAsOwner. */
  "factor-by-account": { max: 120, windowS: HOUR_S },
  /** Each change costs a hash and sends a mail. */
  "password-by-account": { max: 5, windowS: HOUR_S },
  "enroll-by-account": { max: 10, windowS: 5 * MINUTE_S },
  /** Attempts at one mailed code from one network and from all networks, and at all codes to one mailbox. */
  "code-tries-of-network": { max: 5, windowS: HOUR_S },
  "code-tries": { max: 20, windowS: HOUR_S },
  "code-tries-of-mailbox": { max: 100, windowS: 24 * HOUR_S },
  /** Each stores a row until it is used or expired. */
  "authorize-by-address": { max: 60, windowS: 5 * MINUTE_S },
  "saml-by-address": { max: 120, windowS: 5 * MINUTE_S },
  "passkey-by-address": { max: 60, windowS: 5 * MINUTE_S },
  /** An ID token is accepted once. */
  "id-token": { max: 1, windowS: 24 * HOUR_S },
  /** A SAML assertion is accepted once; after ten minutes it is too old. */
  "saml-assertion": { max: 1, windowS: HOUR_S },
  "warning-by-account": { max: 1, windowS: HOUR_S },
  /** A TOTP code is accepted once. */
  "totp-code": { max: 1, windowS: 5 * MINUTE_S },
} as const satisfies Record<string, Limit>;

/** The owner of the site sets how often. */
const addressLimits = (byAddress: AddressLimits) =>
  ({
    "sign-in-by-address": { max: byAddress.signIn, windowS: 5 * MINUTE_S },
    "sign-up-by-address": { max: byAddress.signUp, windowS: HOUR_S },
    "mail-by-address": { max: byAddress.emailSent, windowS: HOUR_S },
    "verify-by-address": { max: byAddress.verify, windowS: 5 * MINUTE_S },
    "refresh-by-address": { max: byAddress.tokenRefresh, windowS: 5 * MINUTE_S },
    "anonymous-by-address": { max: byAddress.anonymousUsers, windowS: HOUR_S },
  }) as const satisfies Record<string, Limit>;

type LimitName = keyof typeof FIXED_LIMITS | keyof ReturnType<typeof addressLimits>;

type Subject = readonly [name: LimitName, subject: string];
type Counter = { readonly name: LimitName; readonly key: string; readonly factor: number };

export type RateLimits = {
  /** Counts one request, shared by all processes. Throws an AuthError if the limit is exceeded. */
  consume(name: LimitName, subject: string, connection?: Queries): Promise<void>;
  /** Counts several limits in one statement. */
  consumeAll(subjects: readonly Subject[], connection?: Queries): Promise<void>;
  /** Uncounts an attempt that succeeded. */
  refund(name: LimitName, subject: string): Promise<void>;
};

/** One request in this many also deletes expired counters. */
const CLEANUP_INTERVAL = 256;
const MAX_WINDOW_MS = Math.max(...Object.values(FIXED_LIMITS).map(({ windowS }) => windowS)) * 1000;

type RateLimitOptions = { readonly sql: Sql; readonly clock: () => Date; readonly byAddress: AddressLimits };

export function createRateLimits({ sql, clock, byAddress }: RateLimitOptions): RateLimits {
  const limits: Readonly<Record<LimitName, Limit>> = { ...FIXED_LIMITS, ...addressLimits(byAddress) };
  let requestsUntilCleanup = CLEANUP_INTERVAL;

  async function consumeAll(subjects: readonly Subject[], connection?: Queries): Promise<void> {
    // Wider networks count only what the smaller ones allow, so that one customer cannot use up a shared limit.
    for (const counters of byWidth(subjects)) await count(counters, connection);
  }

  // Use the connection of the transaction: waiting for a second one could exhaust the pool.
  async function count(counters: readonly Counter[], connection: Queries = sql): Promise<void> {
    const now = clock();
    const keys = counters.map(({ key }) => key);
    const windows = counters.map(({ name }) => String(limits[name].windowS));
    // abs(): a window that starts in the future was written with a wrong clock and must not lock anyone out.
    const rows = await connection<{ key: string; count: number; window_start: Date }[]>`
      with wanted as (select * from unnest(${keys}::text[], ${windows}::numeric[]) as wanted (key, seconds))
      insert into auth.rate_limits as limits (key, window_start, count) select key, ${now}, 1 from wanted
      on conflict (key) do update set (count, window_start) = (
        select case when goes_on then limits.count + 1 else 1 end,
          case when goes_on then limits.window_start else excluded.window_start end
        from (select abs(extract(epoch from limits.window_start - excluded.window_start)) < seconds as goes_on
          from wanted where wanted.key = limits.key))
      returning key, count, window_start`;
    requestsUntilCleanup -= 1;
    if (requestsUntilCleanup === 0) {
      requestsUntilCleanup = CLEANUP_INTERVAL;
      await connection`delete from auth.rate_limits where window_start <= ${new Date(now.getTime() - MAX_WINDOW_MS)}`;
    }
    for (const { name, key, factor } of counters) {
      const { max, windowS } = limits[name];
      const row = rows.find((each) => each.key === key);
      if (!row || row.count <= factor * max) continue;
      const remainingMs = row.window_start.getTime() + windowS * 1000 - now.getTime();
      throw limitExceeded(name, Math.max(1, Math.ceil(remainingMs / 1000)));
    }
  }

  return {
    consume: (name, subject, connection) => consumeAll([[name, subject]], connection),
    consumeAll,
    async refund(name, subject) {
      const keys = countersOf([name, subject]).map(({ key }) => key);
      await sql`update auth.rate_limits set count = count - 1 where key = any(${keys}) and count > 0`;
    },
  };
}

function limitExceeded(name: LimitName, retryAfterS: number): AuthError {
  if (name === "mail-of-one-kind") {
    const message = `For security purposes, you can only request this after ${retryAfterS} seconds.`;
    return new AuthError(429, "over_email_send_rate_limit", message, { retryAfterS });
  }
  if (name.startsWith("mail")) {
    return new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded", { retryAfterS });
  }
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterS, limit: name });
}

/** Groups the counters: the smallest networks first, then the wider ones. */
function byWidth(subjects: readonly Subject[]): Counter[][] {
  const all = subjects.map(countersOf);
  const widest = Math.max(...all.map(({ length }) => length));
  return Array.from({ length: widest }, (_, width) => all.flatMap((counters) => counters[width] ?? []));
}

function countersOf([name, subject]: Subject): Counter[] {
  const own = { name: subject, factor: 1 };
  const [first = own, ...wider] = name.endsWith("-by-address") ? networksOf(subject) : [own];
  return [first, ...wider].map(({ name: network, factor }) => ({ name, factor, key: keyOf(name, network) }));
}

/** Hashed, so that the table contains no e-mail or IP addresses. */
function keyOf(name: LimitName, subject: string): string {
  return `${name}:${createHash("sha256").update(subject).digest("base64url").slice(0, 32)}`;
}

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

export async function consumeByAccount(context: AuthContext, sql: Queries, attempt: Attempt): Promise<void> {
  const limited = await refusalOf(context.rateLimits.consume(attempt.limit, attempt.subject, sql));
  if (limited) await consumeAsOwner(context, sql, attempt, limited);
}

// Strangers who use up the limit of an account must not lock its owner out: sessions and networks that signed in to it
// within 90 days have a limit of their own. Others get the error.
export async function consumeAsOwner(
  context: AuthContext,
  sql: Queries,
  { limit, subject, userId, address, signedInAt }: Attempt,
  limited: AuthError,
): Promise<void> {
  const network = widestNetworkOf(address);
  const since = new Date(context.clock().getTime() - KNOWN_FOR_MS);
  const isKnown = (signedInAt && signedInAt > since) || (await hasSignedInFrom(sql, { userId, network, since }));
  if (!isKnown) throw limited;
  await context.rateLimits.consume(limit, `${subject} ${network}`, sql);
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
