import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { networksOf } from "../../../domain/network.ts";
import { AuthError } from "./errors.ts";
import type { Queries } from "./queries.ts";

type Limit = { readonly max: number; readonly windowS: number };

const MINUTE_S = 60;
const HOUR_S = 3600;

const LIMITS = {
  "sign-in-by-address": { max: 30, windowS: 5 * MINUTE_S },
  "sign-in-by-account": { max: 10, windowS: 5 * MINUTE_S },
  "sign-up-by-address": { max: 30, windowS: HOUR_S },
  "mail-by-address": { max: 30, windowS: HOUR_S },
  "mail-by-account": { max: 10, windowS: HOUR_S },
  "mail-of-one-kind": { max: 1, windowS: MINUTE_S },
  "verify-by-address": { max: 30, windowS: 5 * MINUTE_S },
  /** Wrong codes for one address from one network: another network's do not lock the owner out. */
  "verify-by-account": { max: 10, windowS: 10 * MINUTE_S },
  "refresh-by-address": { max: 300, windowS: 5 * MINUTE_S },
  /** What a session with the password alone may try counts for it alone, so that it does not lock the owner out. */
  "factor-by-session": { max: 10, windowS: 5 * MINUTE_S },
  "challenge-by-session": { max: 30, windowS: 5 * MINUTE_S },
  "change-by-session": { max: 30, windowS: 5 * MINUTE_S },
  "proof-by-session": { max: 10, windowS: 10 * MINUTE_S },
  /** Wrong codes of the app in all sessions: at this pace a guess is right with a chance below one in a hundred a day. */
  "factor-by-account": { max: 120, windowS: HOUR_S },
  /** Each is hashed, and the mailbox is told of it. */
  "password-by-account": { max: 5, windowS: HOUR_S },
  "enroll-by-account": { max: 10, windowS: 5 * MINUTE_S },
  /** Tries against one mailed code, from one network and from all; and against all codes to one mailbox. */
  "code-tries-of-network": { max: 5, windowS: HOUR_S },
  "code-tries": { max: 20, windowS: HOUR_S },
  "code-tries-of-mailbox": { max: 100, windowS: 24 * HOUR_S },
  "warning-by-account": { max: 1, windowS: HOUR_S },
  /** One time password of one half minute: a seen code cannot be used again. */
  "totp-code": { max: 1, windowS: 5 * MINUTE_S },
} as const satisfies Record<string, Limit>;
type LimitName = keyof typeof LIMITS;

/** What is counted, and for whom. */
type Counted = readonly [name: LimitName, who: string];
type Counter = { readonly name: LimitName; readonly key: string; readonly factor: number };

export type RateLimits = {
  /** Counts one more, in all processes at once. Gives the refusal where that is one too many. */
  consume(name: LimitName, who: string, within?: Queries): Promise<AuthError | undefined>;
  /** Counts one more of each by one statement. */
  consumeAll(counted: readonly Counted[], within?: Queries): Promise<AuthError | undefined>;
  /** An attempt that turned out honest does not count. */
  refund(name: LimitName, who: string): Promise<void>;
};

/** One request in so many also sweeps what has run out. */
const SWEEP_EVERY = 256;
const MAX_WINDOW_MS = Math.max(...Object.values(LIMITS).map(({ windowS }) => windowS)) * 1000;

export function createRateLimits({ sql, clock }: { sql: Sql; clock: () => Date }): RateLimits {
  let sweepIn = SWEEP_EVERY;

  async function consumeAll(counted: readonly Counted[], within?: Queries): Promise<AuthError | undefined> {
    // A wider network counts only what the smaller one in it may do: nobody uses up what their neighbours share.
    for (const counters of byWidth(counted)) {
      const refusal = await count(counters, within);
      if (refusal) return refusal;
    }
    return undefined;
  }

  // Inside a transaction its own connection counts: waiting for a second one could exhaust the pool.
  async function count(counters: readonly Counter[], within: Queries = sql): Promise<AuthError | undefined> {
    const now = clock();
    const keys = counters.map(({ key }) => key);
    const lives = counters.map(({ name }) => String(LIMITS[name].windowS));
    // A window is over after its life. One that began as much later began under a wrong clock and must lock nobody out.
    const rows = await within<{ key: string; count: number; window_start: Date }[]>`
      with wanted as (select * from unnest(${keys}::text[], ${lives}::numeric[]) as wanted (key, life))
      insert into auth.rate_limits as limits (key, window_start, count) select key, ${now}, 1 from wanted
      on conflict (key) do update set (count, window_start) = (
        select case when goes_on then limits.count + 1 else 1 end,
          case when goes_on then limits.window_start else excluded.window_start end
        from (select abs(extract(epoch from limits.window_start - excluded.window_start)) < life as goes_on
          from wanted where wanted.key = limits.key))
      returning key, count, window_start`;
    sweepIn -= 1;
    if (sweepIn === 0) {
      sweepIn = SWEEP_EVERY;
      await within`delete from auth.rate_limits where window_start <= ${new Date(now.getTime() - MAX_WINDOW_MS)}`;
    }
    for (const { name, key, factor } of counters) {
      const { max, windowS } = LIMITS[name];
      const row = rows.find((each) => each.key === key);
      if (!row || row.count <= factor * max) continue;
      const leftMs = row.window_start.getTime() + windowS * 1000 - now.getTime();
      return refuse(name, Math.max(1, Math.ceil(leftMs / 1000)));
    }
    return undefined;
  }

  return {
    consume: (name, who, within) => consumeAll([[name, who]], within),
    consumeAll,
    async refund(name, who) {
      const keys = countersOf([name, who]).map(({ key }) => key);
      await sql`update auth.rate_limits set count = count - 1 where key = any(${keys}) and count > 0`;
    },
  };
}

function refuse(name: LimitName, retryAfterS: number): AuthError {
  if (name === "mail-of-one-kind") {
    const message = `For security purposes, you can only request this after ${retryAfterS} seconds.`;
    return new AuthError(429, "over_email_send_rate_limit", message, { retryAfterS });
  }
  if (name.startsWith("mail")) {
    return new AuthError(429, "over_email_send_rate_limit", "email rate limit exceeded", { retryAfterS });
  }
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", { retryAfterS });
}

/** First everybody's smallest counter, then those of wider networks, step by step. */
function byWidth(counted: readonly Counted[]): Counter[][] {
  const all = counted.map(countersOf);
  const widest = Math.max(...all.map(({ length }) => length));
  return Array.from({ length: widest }, (_, width) => all.flatMap((counters) => counters[width] ?? []));
}

function countersOf([name, who]: Counted): Counter[] {
  const own = { name: who, factor: 1 };
  const [first = own, ...wider] = name.endsWith("-by-address") ? networksOf(who) : [own];
  return [first, ...wider].map(({ name: subject, factor }) => ({ name, factor, key: keyOf(name, subject) }));
}

/** Hashed, so that the table of limits is not a list of addresses. */
function keyOf(name: LimitName, subject: string): string {
  return `${name}:${createHash("sha256").update(subject).digest("base64url").slice(0, 32)}`;
}
