import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";

/** Thrown in place of an answer that nobody can say when to expect. */
export class DatabaseUnreachable extends Error {}

export type DatabaseHealth = {
  /** The outcome of work that needs the database; given up once the database is known to be silent. */
  during<Result>(work: () => Promise<Result> | Result): Promise<Result>;
  /** Whether the database answers just now. */
  isFelt(): Promise<boolean>;
  stop(): Promise<void>;
};

const CHECK_INTERVAL_MS = 500;
const UNREACHABLE_AFTER_MS = 5_000;
const READY_TIMEOUT_MS = 1_000;

/**
 * A database that is frozen or out of reach refuses nothing, it just never answers. So while anybody waits for it, it
 * is asked over a connection of its own. Silent, it fails all who wait and all who come, at once, until it answers.
 */
export function createDatabaseHealth(url: string): DatabaseHealth {
  const waiting = new Set<(reason: DatabaseUnreachable) => void>();
  let line = open(url);
  let asking: Promise<boolean> | undefined;
  let isSilent = false;
  let isWatching = false;
  let isStopped = false;

  function ask(): Promise<boolean> {
    asking ??= answersInTime(line).finally(() => (asking = undefined));
    return asking;
  }

  async function feel(): Promise<void> {
    isSilent = !(await ask()) && !isStopped;
    if (!isSilent) return;
    for (const giveUp of waiting) giveUp(new DatabaseUnreachable("The database does not answer"));
    // A connection to what is gone may never notice that it is back.
    hangUp(line);
    line = open(url);
  }

  const isWanted = () => !isStopped && (isSilent || waiting.size > 0);

  async function watch(): Promise<void> {
    if (isWatching) return;
    isWatching = true;
    while (isWanted()) {
      await sleep(CHECK_INTERVAL_MS, undefined, { ref: false });
      if (isWanted()) await feel();
    }
    isWatching = false;
  }

  return {
    async during(work) {
      if (isSilent) throw new DatabaseUnreachable("The database does not answer");
      const { promise: silence, reject: giveUp } = Promise.withResolvers<never>();
      waiting.add(giveUp);
      void watch();
      try {
        return await Promise.race([work(), silence]);
      } finally {
        waiting.delete(giveUp);
      }
    },
    isFelt: () => Promise.race([ask(), sleep(READY_TIMEOUT_MS, false, { ref: false })]),
    async stop() {
      isStopped = true;
      await line.end({ timeout: 0 });
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

function hangUp(line: Sql): void {
  line.end({ timeout: 0 }).catch(() => {});
}

async function answersInTime(line: Sql): Promise<boolean> {
  let isAnswered = false;
  const answer = line`select 1`.then(
    () => (isAnswered = true),
    (error: unknown) => (isAnswered = isWord(error)),
  );
  // What came while this process itself was busy is read in the turn after the timer's.
  const tooLate = sleep(UNREACHABLE_AFTER_MS, undefined, { ref: false }).then(() => nextTurn());
  await Promise.race([answer, tooLate]);
  return isAnswered;
}

/** A refusal, such as for want of a connection, is an answer too; "starting up" and "shutting down" (57P) are none. */
function isWord(error: unknown): boolean {
  return error instanceof postgres.PostgresError && !error.code.startsWith("57P");
}
