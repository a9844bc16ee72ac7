import postgres, { type Sql, type TransactionSql } from "postgres";
import { ClientGoneError } from "../../domain/limiter.ts";
import { isDiskFull } from "../log.ts";
import { type DatabaseAddress, fixedAddress } from "./database-address.ts";
import { openPool, type PoolUse } from "./pool.ts";

export type Claims = {
  readonly role: "anon" | "authenticated" | "service_role";
  readonly sub?: string;
  readonly [claim: string]: unknown;
};

type CallerOptions = {
  /** The statement may use much CPU time, however few rows it reads. */
  readonly isCostly?: boolean;
  /** The work is finished even if its client goes away: a tab that is being closed may still be saving. */
  readonly mustFinish?: boolean;
  /** Aborted when the client goes away; the running statement is then cancelled and the transaction rolled back. */
  readonly signal?: AbortSignal | undefined;
};

export type Database = {
  /** Queries as the owner: schema auth, outbox, limits. Never use it for product data on a visitor's behalf. */
  readonly sql: Sql;
  /** Runs one transaction under the caller's database role with request.jwt.claims set, so that policies apply. */
  asCaller<Result>(
    claims: Claims,
    work: (sql: TransactionSql) => Promise<Result>,
    options?: CallerOptions,
  ): Promise<Result>;
  /** How many connections of the pool are in use. */
  poolUse(): PoolUse;
  /** False from a write that was refused for lack of room until one fits again. */
  hasRoom(): Promise<boolean>;
  close(): Promise<void>;
};

/** As in Supabase; maintenance under the service role may take longer than a visitor's request. */
const STATEMENT_TIMEOUT = { anon: "3s", authenticated: "8s", service_role: "60s" } as const;
/** Short, so that the site recovers soon after the database does. */
const MAX_BACKOFF_S = 1;
const MAX_CONNECTIONS = 10;
const CANCEL_INTERVAL_MS = 100;
/** How long the answer of `hasRoom` holds on a full disk. */
const ROOM_CHECK_MS = 1_000;
/** The host may have become a standby. */
const READ_ONLY = "25006";

export function connect(address: string | DatabaseAddress): Database {
  const { host, direct, canPrepare } = typeof address === "string" ? fixedAddress(address) : address;
  const options = {
    max: MAX_CONNECTIONS,
    prepare: canPrepare,
    onnotice: () => {},
    backoff: (attempt: number) => Math.min(attempt * 0.1, MAX_BACKOFF_S),
    connection: { application_name: "plumbline" },
  };
  const { sql, close, reconsider, use } = openPool(host, options, direct);
  let isFull = false;
  let checking: Promise<void> | undefined;

  /** Half a megabyte that is never kept. */
  async function tryToWrite(): Promise<void> {
    const write = sql.begin(
      (transaction) =>
        transaction`create temporary table room on commit drop as select md5(n::text) from generate_series(1, 8000) n`,
    );
    await write.then(
      () => (isFull = false),
      () => {},
    );
    setTimeout(() => (checking = undefined), ROOM_CHECK_MS).unref();
  }

  return {
    sql,
    async asCaller(claims, work, { signal } = {}) {
      try {
        return await runAsCaller(sql, claims, work, signal);
      } catch (error) {
        if (error instanceof postgres.PostgresError && error.code === READ_ONLY) reconsider();
        isFull ||= isDiskFull(error);
        throw error;
      }
    },
    poolUse: use,
    async hasRoom() {
      if (isFull) await (checking ??= tryToWrite());
      return !isFull;
    },
    close,
  };
}

/** The settings are local to the transaction, so no request can run under another request's role. */
async function runAsCaller<Result>(
  sql: Sql,
  claims: Claims,
  work: (sql: TransactionSql) => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  // Checked at run time too: claims come from tokens, and the role grants privileges.
  if (!Object.hasOwn(STATEMENT_TIMEOUT, claims.role)) throw new Error(`Not a caller's role: ${claims.role}`);
  const outcome = await sql.begin(async (transaction) => {
    // Sent first, together with the first statement of the work: if it failed, the transaction would refuse that one.
    const settings = transaction<{ pid: number }[]>`
      select pg_backend_pid() as pid, set_config('search_path', 'public', true),
        set_config('statement_timeout', ${STATEMENT_TIMEOUT[claims.role]}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
        set_config('role', ${claims.role}, true)`.execute();
    const working = Promise.all([settings, work(transaction)]);
    const [, result] = await (signal ? cancelOnAbort(sql, signal, settings, working) : working);
    return { result };
  });
  return outcome.result;
}

/** The connection is not released before the cancellation was delivered, so that no other statement can get it. */
async function cancelOnAbort<Result>(
  sql: Sql,
  signal: AbortSignal,
  settings: Promise<readonly { pid: number }[]>,
  working: Promise<Result>,
): Promise<Result> {
  let repeat: NodeJS.Timeout | undefined;
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = settings.then(([row]) => sql`select pg_cancel_backend(${row?.pid ?? 0})`).catch(() => {});
  };
  const onAbort = () => {
    cancel();
    // The transaction may have been between two statements.
    repeat = setInterval(cancel, CANCEL_INTERVAL_MS);
  };
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort);
  try {
    return await working;
  } catch (error) {
    throw signal.aborted ? new ClientGoneError("The client went away", { cause: error }) : error;
  } finally {
    signal.removeEventListener("abort", onAbort);
    clearInterval(repeat);
    await cancelling;
  }
}
