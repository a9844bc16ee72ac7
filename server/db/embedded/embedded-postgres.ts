import { readlinkSync } from "node:fs";
import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import { type Log, UserError } from "../../../backend/index.ts";
import { createCluster, OWNER, readPassword } from "./create-cluster.ts";
import { recordLocation } from "./data-location.ts";
import { findPostgresHome, type PostgresHome } from "./postgres-home.ts";
import { type Postmaster, requirePostmaster, stopPostmaster } from "./postmaster.ts";
import { isAlive } from "./processes.ts";

export type EmbeddedPostgres = {
  /** Connects as the owner of the product's database, which is no superuser. */
  readonly url: string;
  /** For tests and repairs. */
  readonly superuserUrl: string;
  /** Contains the cluster, its password and its log. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly dataDir: string;
  /** Prints to the operator who starts the process. */
  readonly announce?: (line: string) => void;
  readonly log?: Log;
  /** Lets a command-line tool use the PostgreSQL of a running server; stop() then leaves it running. */
  readonly join?: boolean;
  /** The folder of another version's npm package, to read a store that it made. */
  readonly packageFolder?: string;
  /** Whether this process is shutting down; a PostgreSQL that exits then is not started again. */
  readonly isStopping?: () => boolean;
};

/** An arbitrary number: the process that holds this advisory lock owns the folder. The lock ends with its connection. */
const ADVISORY_LOCK_KEY = 7_583_021;
const HOLDER_PREFIX = "plumbline-holder:";
const DEAD_HOLDER_TIMEOUT_MS = 5_000;
const POLL_INTERVAL_MS = 50;
const RESTART_DELAY_MS = 2_000;
/** A service manager signals all processes at once; PostgreSQL may exit before this process has handled its signal. */
const STOP_SIGNAL_DELAY_MS = 100;

export async function startEmbedded({
  dataDir,
  announce = () => {},
  log,
  join = false,
  packageFolder,
  isStopping = () => false,
}: Options): Promise<EmbeddedPostgres> {
  const home = await findPostgresHome(dataDir, announce, packageFolder);
  await createCluster(home);
  await recordLocation(dataDir, home.folder);
  const otherHolder = await findOtherHolder(home.folder);
  if (otherHolder)
    throw new UserError(`${dataDir} is in use on another machine or in another container (${otherHolder}).`);
  const password = await readPassword(home);
  const postmaster = await requirePostmaster(home);
  const address = (user: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${postmaster.port}/${database}`;
  const url = address(OWNER, OWNER);
  const lock = await lockFolder({ home, postmaster, url, log, isStopping });
  if ("holder" in lock && !join) {
    throw new UserError(
      `${dataDir} is in use by process ${lock.holder}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  const stop = "holder" in lock ? async () => {} : lock.stop;
  return { url, superuserUrl: address("postgres", "postgres"), folder: home.folder, stop };
}

type LockOptions = {
  readonly home: PostgresHome;
  readonly postmaster: Postmaster;
  readonly url: string;
  readonly log: Log | undefined;
  readonly isStopping: () => boolean;
};

type LockResult = { readonly stop: () => Promise<void> } | { readonly holder: number };

/** Locks the folder until stop(), unless another process holds it. Restarts PostgreSQL if it exits meanwhile. */
async function lockFolder({ home, postmaster, url, log, isStopping }: LockOptions): Promise<LockResult> {
  let current = postmaster;
  let isWatching = false;
  let hasStopped = false;
  let restarting: Promise<void> | undefined;
  const isEnding = () => hasStopped || isStopping();
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onclose: () => {
      if (isWatching) restarting = restart();
    },
    onnotice: () => {},
    connection: { application_name: `${HOLDER_PREFIX}${process.pid}` },
  });

  async function restart(): Promise<void> {
    isWatching = false;
    await sleep(STOP_SIGNAL_DELAY_MS);
    if (isEnding()) return;
    log?.warn("PostgreSQL ended unexpectedly and is started again");
    while (!isWatching) {
      try {
        current = await requirePostmaster(home, postmaster.port);
        if (isEnding()) return;
        await acquire(sql);
        isWatching = true;
      } catch (error) {
        if (isEnding()) return;
        log?.warn("PostgreSQL does not come back", { error });
        await sleep(RESTART_DELAY_MS);
      }
    }
  }

  // A PostgreSQL that a killed process left behind may end at this moment.
  const holder = await acquire(sql).catch(async () => {
    await sleep(STOP_SIGNAL_DELAY_MS);
    current = await requirePostmaster(home, postmaster.port);
    return acquire(sql);
  });
  if (holder !== undefined) {
    await sql.end({ timeout: 1 });
    return { holder };
  }
  isWatching = true;
  const stopHeartbeat = await startHeartbeat(home.folder);
  return {
    async stop() {
      hasStopped = true;
      isWatching = false;
      await sql.end({ timeout: 1 });
      // A PostgreSQL that is being restarted must not outlive this process.
      await restarting;
      const isClean = await stopPostmaster(home, current);
      if (!isClean) log?.warn("PostgreSQL did not stop in time and was ended; the next start recovers its data");
      await stopHeartbeat();
    },
  };
}

/** Returns undefined once this process holds the lock, otherwise the PID of the holder. */
async function acquire(sql: Sql): Promise<number | undefined> {
  const until = Date.now() + DEAD_HOLDER_TIMEOUT_MS;
  for (;;) {
    const [row] = await sql<{ acquired: boolean }[]>`select pg_try_advisory_lock(${ADVISORY_LOCK_KEY}) as acquired`;
    if (row?.acquired) return undefined;
    const holder = await findHolder(sql);
    // PostgreSQL takes a moment to notice that a killed process's connection is gone.
    if (holder !== undefined && isAlive(holder)) return holder;
    if (Date.now() > until) return holder ?? 0;
    await sleep(POLL_INTERVAL_MS);
  }
}

async function findHolder(sql: Sql): Promise<number | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.objid = ${ADVISORY_LOCK_KEY}
      and a.datname = current_database()`;
  return row ? Number(row.name.slice(HOLDER_PREFIX.length)) : undefined;
}

const HEARTBEAT_INTERVAL_MS = 2_000;
/** Leaves room for heartbeats that a busy machine delays. */
const EXPIRES_AFTER_MS = 3 * HEARTBEAT_INTERVAL_MS;
const HEARTBEAT_POLL_MS = 250;

const heartbeatFile = (folder: string) => `${folder}/holder`;

// Containers that share a volume do not see each other's processes, so PostgreSQL's own lock would look stale. The
// holder therefore writes its host and PID namespace to a file, and touches the file while it runs.
async function findOtherHolder(folder: string): Promise<string | undefined> {
  const holder = await readFile(heartbeatFile(folder), "utf8").catch(() => "");
  if (!holder || holder === ownName()) return undefined;
  // The age of the file says nothing: the other machine's clock may be behind this one's.
  const before = await lastHeartbeat(folder);
  for (const until = Date.now() + EXPIRES_AFTER_MS; Date.now() < until; await sleep(HEARTBEAT_POLL_MS)) {
    const now = await lastHeartbeat(folder);
    if (now === undefined) return undefined;
    if (now !== before) return holder;
  }
  return undefined;
}

/** Returns the function that stops the heartbeat. */
async function startHeartbeat(folder: string): Promise<() => Promise<void>> {
  await writeFile(heartbeatFile(folder), ownName());
  const timer = setInterval(() => {
    const now = new Date();
    utimes(heartbeatFile(folder), now, now).catch(() => {});
  }, HEARTBEAT_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await rm(heartbeatFile(folder), { force: true });
  };
}

function ownName(): string {
  return process.platform === "linux" ? `${hostname()} ${readlinkSync("/proc/self/ns/pid")}` : hostname();
}

async function lastHeartbeat(folder: string): Promise<number | undefined> {
  const found = await stat(heartbeatFile(folder)).catch(() => undefined);
  return found?.mtimeMs;
}
