import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import * as v from "valibot";
import { type HostChoice, hostOptions } from "../../backend/index.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

export class DatabaseUnreachable extends Error {}

export type DatabaseState = "ok" | "unreachable" | "read-only" | "migrations behind";

export type DatabaseHealth = {
  /** Runs work that needs the database; rejects with DatabaseUnreachable as soon as the database stops responding. */
  run<Result>(work: () => Promise<Result> | Result): Promise<Result>;
  state(): Promise<DatabaseState>;
  stop(): Promise<void>;
};

type Options = {
  readonly host: HostChoice;
  /** Migrations that this build needs. */
  readonly versions?: readonly string[];
};

const CHECK_INTERVAL_MS = 500;
const UNREACHABLE_AFTER_MS = 5_000;
const READY_TIMEOUT_MS = 1_000;

// A frozen or unreachable database refuses nothing, it just never responds. While work is pending, a query over a
// separate connection checks it. When a check fails, pending and new work is rejected at once until a check succeeds.
export function createDatabaseHealth({ host, versions = [] }: Options): DatabaseHealth {
  const pending = new Set<(reason: DatabaseUnreachable) => void>();
  let openUrl = host.url();
  let connection = open(openUrl);
  let currentCheck: Promise<DatabaseState> | undefined;
  let isUnreachable = false;
  let isWatching = false;
  let isStopped = false;

  function check(): Promise<DatabaseState> {
    if (openUrl !== host.url()) reopen();
    currentCheck ??= readStateInTime(connection, versions).finally(() => (currentCheck = undefined));
    return currentCheck;
  }

  async function update(): Promise<void> {
    const state = await check();
    if (isTrouble(state)) host.reconsider();
    isUnreachable = state === "unreachable" && !isStopped;
    if (!isUnreachable) return;
    for (const reject of pending) reject(new DatabaseUnreachable("The database does not answer"));
    reopen();
  }

  /** A connection to a host that vanished may never notice that the host is back. */
  function reopen(): void {
    connection.end({ timeout: 0 }).catch(() => {});
    openUrl = host.url();
    connection = open(openUrl);
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
    async state() {
      const state = await Promise.race([check(), sleep(READY_TIMEOUT_MS, "unreachable" as const, { ref: false })]);
      if (isTrouble(state)) host.reconsider();
      return state;
    },
    async stop() {
      isStopped = true;
      await connection.end({ timeout: 0 });
    },
  };
}

const isTrouble = (state: DatabaseState) => state === "unreachable" || state === "read-only";

function open(url: string): Sql {
  return postgres(url, {
    ...hostOptions(url),
    max: 1,
    max_lifetime: null,
    prepare: false,
    onnotice: () => {},
    fetch_types: false,
    backoff: () => 0,
    connect_timeout: 5,
  });
}

async function readStateInTime(connection: Sql, versions: readonly string[]): Promise<DatabaseState> {
  let state: DatabaseState = "unreachable";
  const response = readState(connection, versions).then((read) => (state = read));
  // If this process was busy, a response that has already arrived is read in the event loop turn after the timer's.
  const timeout = sleep(UNREACHABLE_AFTER_MS, undefined, { ref: false }).then(() => nextTurn());
  await Promise.race([response, timeout]);
  return state;
}

async function readState(connection: Sql, versions: readonly string[]): Promise<DatabaseState> {
  try {
    const [row] = await connection<{ isReadOnly: boolean; isBehind: boolean }[]>`
      select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly",
        exists (
          select unnest(string_to_array(${versions.join()}, ','))
          except select version from supabase_migrations.schema_migrations
        ) as "isBehind"`;
    if (row?.isReadOnly) return "read-only";
    return row?.isBehind ? "migrations behind" : "ok";
  } catch (error) {
    if (!isResponse(error)) return "unreachable";
    return UNDEFINED_TABLE_OR_SCHEMA.test(error.code) ? "migrations behind" : "ok";
  }
}

const UNDEFINED_TABLE_OR_SCHEMA = /^(?:42P01|3F000)$/;

/** Errors such as "too many connections" show that the database runs; 57P (starting up, shutting down) does not count. */
function isResponse(error: unknown): error is postgres.PostgresError {
  return error instanceof postgres.PostgresError && !error.code.startsWith("57P");
}

const TIMEOUT_MS = 1_000;
/** PostgREST's code for a function that does not exist, so the migration that creates it has not run. */
const UNKNOWN_FUNCTION = "PGRST202";
const State = v.object({ isReadOnly: v.boolean(), versions: v.array(v.string()) });

/** The state of Supabase's database, which the site reaches only through PostgREST. */
export function createRemoteState(service: SupabaseClient, versions: readonly string[]): () => Promise<DatabaseState> {
  return async () => {
    const { data, error } = await service
      .rpc("database_state", undefined, { get: true })
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
      .then(
        (response) => response,
        (thrown: unknown) => ({ data: null, error: { code: "", thrown } }),
      );
    if (error) return error.code === UNKNOWN_FUNCTION ? "migrations behind" : "unreachable";
    const state = v.safeParse(State, data);
    if (!state.success) return "unreachable";
    if (state.output.isReadOnly) return "read-only";
    return versions.every((version) => state.output.versions.includes(version)) ? "ok" : "migrations behind";
  };
}
