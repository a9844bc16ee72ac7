import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { chownSync, closeSync, openSync } from "node:fs";
import { readFile, rename, rm, stat } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../../backend/index.ts";
import type { PostgresHome } from "./postgres-home.ts";
import { exists, isAlive, isErrno, processesIn, isPostgresOf, readPort } from "./processes.ts";

export type Postmaster = { readonly pid: number; readonly port: number };

type Lock = { readonly kind: "none" } | { readonly kind: "stale"; readonly pid: number } | RunningLock;
type RunningLock = { readonly kind: "running"; readonly pid: number; readonly port: number; readonly ready: boolean };

const POLL_INTERVAL_MS = 10;
/** Crash recovery replays all writes since the last checkpoint, which may take minutes. */
const READY_TIMEOUT_MS = 300_000;
/** Fast shutdown, immediate shutdown, kill, each with a timeout. After the last two the next start recovers. */
const STOP_SIGNALS = [
  ["SIGINT", 5_000],
  ["SIGQUIT", 1_000],
  ["SIGKILL", 2_000],
] as const;
const ORPHAN_TIMEOUT_MS = 5_000;
/** A killed process ends at once, unless it waits for a disk. */
const KILLED_ORPHAN_TIMEOUT_MS = 60_000;
const PROBE_INTERVAL_MS = 1_000;
const MAX_ATTEMPTS = 5;
const MIN_PORT = 20_000;
const MAX_PORT = 32_000;

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "64MB",
  jit: "off",
  timezone: "UTC",
  // Callers receive their own errors; logging statements would fill the disk with visitors' data.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  log_timezone: "UTC",
  ...(process.platform === "linux" && {
    // Before crash recovery, one syncfs call instead of an fsync for each of a thousand files.
    recovery_init_sync_method: "syncfs",
    // Queries and locks of a killed process end within a second.
    client_connection_check_interval: "1s",
  }),
};

const clusterFolder = (home: PostgresHome) => join(home.folder, "data");
const logFile = (home: PostgresHome) => join(home.folder, "postgres.log");

// Returns the running postmaster of this folder, or starts one. PostgreSQL's own lock file prevents a second one.
// With a port, it is started on that port or not at all.
export async function requirePostmaster(home: PostgresHome, port?: number): Promise<Postmaster> {
  const until = Date.now() + READY_TIMEOUT_MS;
  const isReady = createReadyCheck();
  let attempts = 0;
  while (Date.now() < until) {
    const lock = await readLock(clusterFolder(home));
    if (lock.kind === "running") {
      if (await isReady(lock)) return lock;
      await sleep(POLL_INTERVAL_MS);
      continue;
    }
    if (!(await endOrphans(clusterFolder(home)))) continue;
    if (lock.kind === "stale") await clearStaleLock(clusterFolder(home));
    if (attempts === MAX_ATTEMPTS) throw new UserError(`PostgreSQL does not start: ${await logTail(home)}`);
    attempts += 1;
    const started = await start(home, port ?? (await freePort()));
    if (started) return started;
  }
  throw new UserError(`PostgreSQL was not ready within ${READY_TIMEOUT_MS / 1000} s: ${await logTail(home)}`);
}

/** Returns whether the shutdown was clean. If not, the next start runs crash recovery. */
export async function stopPostmaster(home: PostgresHome, { pid }: Postmaster): Promise<boolean> {
  const cluster = clusterFolder(home);
  if (!isPostgresOf(cluster, pid)) return true;
  for (const [signal, withinMs] of STOP_SIGNALS) {
    // Frozen sessions would not notice that their postmaster is gone, and would block the next start.
    const pids = signal === "SIGKILL" ? new Set([pid, ...processesIn(cluster)]) : [pid];
    for (const target of pids) sendSignal(target, signal);
    const until = Date.now() + withinMs;
    while (Date.now() < until) {
      if (!isAlive(pid)) return signal === "SIGINT";
      await sleep(POLL_INTERVAL_MS);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
}

/** Ignores processes that have already exited. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isErrno(error, "ESRCH")) throw error;
  }
}

/** Returns undefined if PostgreSQL exits before it is ready: the port was taken, or another process was faster. */
async function start(home: PostgresHome, port: number): Promise<Postmaster | undefined> {
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const log = openSync(logFile(home), "w", 0o600);
  if (home.user) chownSync(logFile(home), home.user.uid, home.user.gid);
  // Detached, so that Ctrl+C in a terminal signals only Node, which then stops PostgreSQL last.
  const child = spawn(join(home.binaries, "postgres"), ["-D", clusterFolder(home), ...settings], {
    ...home.user,
    cwd: clusterFolder(home),
    detached: true,
    // Inherits neither secrets nor PG* variables of this process.
    env: { LC_ALL: "C" },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  let hasEnded = false;
  const end = new Promise<never>((_, reject) => {
    child.once("error", (cause) => reject(new Error("PostgreSQL cannot be run", { cause })));
    child.once("exit", () => (hasEnded = true));
  });
  return Promise.race([end, waitUntilReady(home, child.pid ?? 0, () => hasEnded)]);
}

async function waitUntilReady(
  home: PostgresHome,
  pid: number,
  hasEnded: () => boolean,
): Promise<Postmaster | undefined> {
  const until = Date.now() + READY_TIMEOUT_MS;
  const isReady = createReadyCheck();
  while (!hasEnded() && Date.now() < until) {
    const lock = await readLock(clusterFolder(home));
    if (lock.kind === "running" && lock.pid === pid && (await isReady(lock))) return lock;
    await sleep(POLL_INTERVAL_MS);
  }
  return undefined;
}

// Usually the lock file tells that PostgreSQL accepts connections. PostgreSQL cannot write that into a file that another
// start has moved away for a moment (see clearStaleLock), so it is also asked, at most once a second.
function createReadyCheck(): (lock: RunningLock) => Promise<boolean> {
  let nextProbe = Date.now() + PROBE_INTERVAL_MS;
  return async ({ port, ready }) => {
    if (ready || !port || Date.now() < nextProbe) return ready;
    nextProbe = Date.now() + PROBE_INTERVAL_MS;
    return acceptsConnections(port);
  };
}

const STARTUP_PARAMETERS = Buffer.from("user\0postgres\0database\0postgres\0\0");
const PROTOCOL_VERSION = 196_608;
const AUTHENTICATION_REQUEST = "R".charCodeAt(0);

/** As pg_isready does: during recovery PostgreSQL answers the first message with an error, and later with a request for the password. */
function acceptsConnections(port: number): Promise<boolean> {
  const message = Buffer.alloc(8 + STARTUP_PARAMETERS.length);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(PROTOCOL_VERSION, 4);
  STARTUP_PARAMETERS.copy(message, 8);
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: PROBE_INTERVAL_MS }, () => socket.write(message));
    const settle = (isAccepted: boolean) => {
      socket.destroy();
      resolve(isAccepted);
    };
    socket.once("data", (response) => settle(response[0] === AUTHENTICATION_REQUEST));
    for (const event of ["error", "timeout", "close"]) socket.once(event, () => settle(false));
  });
}

/** Lines of postmaster.pid: pid, data folder, start time, port, socket folder, address, shared memory, state. */
async function readLock(folder: string): Promise<Lock> {
  let text: string;
  try {
    text = await readFile(join(folder, "postmaster.pid"), "utf8");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return { kind: "none" };
    throw error;
  }
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return (await isFresh(folder)) ? starting(0) : { kind: "stale", pid: 0 };
  if (isPostgresOf(folder, pid)) {
    const port = Number(lines[3]) || readPort(pid);
    return { kind: "running", pid, port, ready: lines[7]?.trim() === "ready" };
  }
  // A starting postmaster writes its PID before it changes its working directory to the folder.
  return isAlive(pid) && (await isFresh(folder)) ? starting(pid) : { kind: "stale", pid };
}

const starting = (pid: number): Lock => ({ kind: "running", pid, port: 0, ready: false });

async function isFresh(folder: string): Promise<boolean> {
  const written = await stat(join(folder, "postmaster.pid")).catch(() => undefined);
  return written !== undefined && Math.abs(Date.now() - written.mtimeMs) < 1_000;
}

// Sessions notice within a second that their postmaster is gone. Without its lock file PostgreSQL does not find them, so
// this function waits for them and then kills them. Returns false if a PostgreSQL has started meanwhile.
async function endOrphans(folder: string): Promise<boolean> {
  const killAt = Date.now() + ORPHAN_TIMEOUT_MS;
  for (let orphans = processesIn(folder); orphans.length > 0; orphans = processesIn(folder)) {
    if ((await readLock(folder)).kind === "running") return false;
    if (Date.now() > killAt + KILLED_ORPHAN_TIMEOUT_MS)
      throw new UserError(`Process ${orphans.join()} of the former PostgreSQL does not end. Is its disk in order?`);
    if (Date.now() > killAt) for (const pid of orphans) sendSignal(pid, "SIGKILL");
    await sleep(POLL_INTERVAL_MS);
  }
  return true;
}

/** PostgreSQL replaces the lock file of a process that is gone, but not if a zombie or another program has that PID. */
async function clearStaleLock(folder: string): Promise<void> {
  const lock = join(folder, "postmaster.pid");
  const aside = `${lock}.stale-${process.pid}`;
  const before = await readFile(lock, "utf8").catch(() => "");
  const { kind, pid } = { pid: 0, ...(await readLock(folder)) };
  if (kind !== "stale" || (pid > 0 && !exists(pid))) return;
  await rename(lock, aside).catch(() => {});
  const moved = await readFile(aside, "utf8").catch(() => "");
  // Another process has started PostgreSQL meanwhile: restore its lock file.
  if (moved === before) await rm(aside, { force: true });
  else await rename(aside, lock);
}

/** Below the ephemeral port range, so that no outgoing connection takes the port during a restart. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(MIN_PORT, MAX_PORT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

async function logTail(home: PostgresHome): Promise<string> {
  const text = await readFile(logFile(home), "utf8").catch(() => "");
  return text.trim().split("\n").slice(-5).join(" ") || "it said nothing";
}
