import { setTimeout as sleep } from "node:timers/promises";
import postgres, { type Sql } from "postgres";
import type { Log } from "../../log.ts";
import { createCluster, OWNER, readPassword } from "./create-cluster.ts";
import { recordLocation } from "./data-location.ts";
import { startHeartbeat, findOtherHolder } from "./lock-heartbeat.ts";
import { findPostgresHome, type PostgresHome } from "./postgres-home.ts";
import { requirePostmaster, stopPostmaster, type Postmaster } from "./postmaster.ts";
import { isAlive } from "./processes.ts";
import { StoreUnusable } from "./store-unusable.ts";

export type EmbeddedPostgres = {
  /** Connects as the owner of the product's database, who is no superuser. */
  readonly url: string;
  /** For tests and repairs. */
  readonly superuserUrl: string;
  /** Where the cluster, its password and its log are. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly dataDir: string;
  /** For whoever starts it. */
  readonly announce?: (line: string) => void;
  /** For whoever watches it later. */
  readonly log?: Log;
  /** A command-line tool may join the server that holds the folder; its stop() then leaves PostgreSQL running. */
  readonly join?: boolean;
  /** Whether this process is about to end: a PostgreSQL that ends meanwhile is not started again. */
  readonly isStopping?: () => boolean;
};

/** Any number, the same in every process: who holds this advisory lock owns the folder. It dies with its connection. */
const OWNERSHIP_KEY = 7_583_021;
const HOLDER_NAME = "plumbline-holder:";
const GONE_HOLDER_LETS_GO_WITHIN_MS = 5_000;
const ASK_EVERY_MS = 50;
const REVIVE_AGAIN_AFTER_MS = 2_000;
/** A service manager tells all processes to stop, and PostgreSQL may have ended before this one has read its signal. */
const STOP_HEARD_WITHIN_MS = 100;

export async function startEmbedded({
  dataDir,
  announce = () => {},
  log,
  join = false,
  isStopping = () => false,
}: Options): Promise<EmbeddedPostgres> {
  const home = await findPostgresHome(dataDir, announce);
  await createCluster(home);
  await recordLocation(dataDir, home.folder);
  const elsewhere = await findOtherHolder(home.folder);
  if (elsewhere)
    throw new StoreUnusable(`${dataDir} is in use on another machine or in another container (${elsewhere}).`);
  const password = await readPassword(home);
  const postmaster = await requirePostmaster(home);
  const address = (user: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${postmaster.port}/${database}`;
  const url = address(OWNER, OWNER);
  const held = await hold({ home, postmaster, url, log, isStopping });
  if ("holder" in held && !join) {
    throw new StoreUnusable(
      `${dataDir} is in use by process ${held.holder}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  const stop = "holder" in held ? async () => {} : held.stop;
  return { url, superuserUrl: address("postgres", "postgres"), folder: home.folder, stop };
}

type ToHold = {
  readonly home: PostgresHome;
  readonly postmaster: Postmaster;
  readonly url: string;
  readonly log: Log | undefined;
  readonly isStopping: () => boolean;
};

type Held = { readonly stop: () => Promise<void> } | { readonly holder: number };

/** Takes the folder for this process's life, unless another holds it. A PostgreSQL that dies under it is revived. */
async function hold({ home, postmaster, url, log, isStopping }: ToHold): Promise<Held> {
  let current = postmaster;
  let watching = false;
  let stopping = false;
  let reviving: Promise<void> | undefined;
  const isEnding = () => stopping || isStopping();
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onclose: () => {
      if (watching) reviving = revive();
    },
    onnotice: () => {},
    connection: { application_name: `${HOLDER_NAME}${process.pid}` },
  });

  async function revive(): Promise<void> {
    watching = false;
    await sleep(STOP_HEARD_WITHIN_MS);
    if (isEnding()) return;
    log?.warn("PostgreSQL ended unexpectedly and is started again");
    while (!watching) {
      try {
        current = await requirePostmaster(home, postmaster.port);
        if (isEnding()) return;
        await acquire(sql);
        watching = true;
      } catch (error) {
        if (isEnding()) return;
        log?.warn("PostgreSQL does not come back", { error });
        await sleep(REVIVE_AGAIN_AFTER_MS);
      }
    }
  }

  const holder = await acquire(sql);
  if (holder !== undefined) {
    await sql.end({ timeout: 1 });
    return { holder };
  }
  watching = true;
  const endBeat = await startHeartbeat(home.folder);
  return {
    async stop() {
      stopping = true;
      watching = false;
      await sql.end({ timeout: 1 });
      // What it was about to start must not outlive this process.
      await reviving;
      const inOrder = await stopPostmaster(home, current);
      if (!inOrder) log?.warn("PostgreSQL did not stop in time and was ended; the next start recovers its data");
      await endBeat();
    },
  };
}

/** Undefined once this process owns the folder, otherwise the process that does. */
async function acquire(sql: Sql): Promise<number | undefined> {
  const until = Date.now() + GONE_HOLDER_LETS_GO_WITHIN_MS;
  for (;;) {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${OWNERSHIP_KEY}) as taken`;
    if (row?.taken) return undefined;
    const holder = await findHolder(sql);
    // A killed process's connection needs a moment to be noticed.
    if (holder !== undefined && isAlive(holder)) return holder;
    if (Date.now() > until) return holder ?? 0;
    await sleep(ASK_EVERY_MS);
  }
}

async function findHolder(sql: Sql): Promise<number | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.objid = ${OWNERSHIP_KEY}
      and a.datname = current_database()`;
  return row ? Number(row.name.slice(HOLDER_NAME.length)) : undefined;
}
