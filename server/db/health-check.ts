import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";

export class DatabaseUnreachable extends Error {}

export type DatabaseHealth = {
  /** Runs work that needs the database; rejects with DatabaseUnreachable as soon as the database stops responding. */
  run<Result>(work: () => Promise<Result> | Result): Promise<Result>;
  isReachable(): Promise<boolean>;
  stop(): Promise<void>;
};

const CHECK_INTERVAL_MS = 500;
const UNREACHABLE_AFTER_MS = 5_000;
const READY_TIMEOUT_MS = 1_000;

/**
 * A frozen or unreachable database refuses nothing, it just never responds. While work is pending, a query over a
 * separate connection checks it. When a check fails, pending and new work is rejected at once until a check succeeds.
 */
export function createDatabaseHealth(url: string): DatabaseHealth {
  const pending = new Set<(reason: DatabaseUnreachable) => void>();
  let connection = open(url);
  let currentCheck: Promise<boolean> | undefined;
  let isUnreachable = false;
  let isWatching = false;
  let isStopped = false;

  function check(): Promise<boolean> {
    currentCheck ??= respondsInTime(connection).finally(() => (currentCheck = undefined));
    return currentCheck;
  }

  async function update(): Promise<void> {
    isUnreachable = !(await check()) && !isStopped;
    if (!isUnreachable) return;
    for (const reject of pending) reject(new DatabaseUnreachable("The database does not answer"));
    // A connection to a host that vanished may never notice that the host is back.
    connection.end({ timeout: 0 }).catch(() => {});
    connection = open(url);
  }

  const needsCheck = () => !isStopped && (isUnreachable || pending.size > 0);

  async function watch(): Promise<void> {
    if (isWatching) return;
    isWatching = true;
    while (needsCheck()) {
      await sleep(CHECK_INTERVAL_MS, undefined, { ref: false });
      if (needsCheck()) await update();
    }
    isWatching = false;
  }

  return {
    async run(work) {
      if (isUnreachable) throw new DatabaseUnreachable("The database does not answer");
      const { promise: outage, reject } = Promise.withResolvers<never>();
      pending.add(reject);
      void watch();
      try {
        return await Promise.race([work(), outage]);
      } finally {
        pending.delete(reject);
      }
    },
    isReachable: () => Promise.race([check(), sleep(READY_TIMEOUT_MS, false, { ref: false })]),
    async stop() {
      isStopped = true;
      await connection.end({ timeout: 0 });
    },
  };
}

function open(url: string): Sql {
  return postgres(url, {
    max: 1,
    max_lifetime: null,
    onnotice: () => {},
    fetch_types: false,
    backoff: () => 0,
    connect_timeout: 5,
  });
}

async function respondsInTime(connection: Sql): Promise<boolean> {
  let hasResponded = false;
  const response = connection`select 1`.then(
    () => (hasResponded = true),
    (error: unknown) => (hasResponded = isResponse(error)),
  );
  // If this process was busy, a response that has already arrived is read in the event loop turn after the timer's.
  const timeout = sleep(UNREACHABLE_AFTER_MS, undefined, { ref: false }).then(() => nextTurn());
  await Promise.race([response, timeout]);
  return hasResponded;
}

/** Errors such as "too many connections" show that the database runs; 57P (starting up, shutting down) does not count. */
function isResponse(error: unknown): boolean {
  return error instanceof postgres.PostgresError && !error.code.startsWith("57P");
}
