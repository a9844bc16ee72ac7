import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { chownSync, closeSync, openSync } from "node:fs";
import { readFile, rename, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresHome } from "./postgres-home.ts";
import { isAlive, isErrno, processesIn, serves } from "./processes.ts";

export type Postmaster = { readonly pid: number; readonly port: number };

type Lock =
  | { readonly kind: "none" }
  | { readonly kind: "stale" }
  | { readonly kind: "running"; readonly pid: number; readonly port: number; readonly ready: boolean };

const LOOK_EVERY_MS = 10;
/** Recovery after a crash replays what was written since the last checkpoint; that may take its time. */
const READY_WITHIN_MS = 300_000;
/** How to stop, and for how long to wait: sessions end and all is written down, or that is left to the next start. */
const STOPS = [
  ["SIGINT", 5_000],
  ["SIGQUIT", 1_000],
  ["SIGKILL", 2_000],
] as const;
const ORPHANS_GONE_WITHIN_MS = 5_000;
const MAX_ATTEMPTS = 5;
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "64MB",
  jit: "off",
  timezone: "UTC",
  // Refused statements are told to their caller; written down, they would fill the disk with visitors' words.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  log_timezone: "UTC",
  ...(process.platform === "linux" && {
    // After a crash all files are made safe before recovery: at once, not a thousand one after the other.
    recovery_init_sync_method: "syncfs",
    // What a killed process asked for is not worked on, nor its locks kept, when the next one comes.
    client_connection_check_interval: "1s",
  }),
};

const clusterFolder = (home: PostgresHome) => join(home.folder, "data");
const logFile = (home: PostgresHome) => join(home.folder, "postgres.log");

/**
 * Adopts the postmaster that serves this folder, or starts one. There are never two: PostgreSQL's own lock decides.
 * With a port, it is started on that one or not at all.
 */
export async function requirePostmaster(home: PostgresHome, port?: number): Promise<Postmaster> {
  const until = Date.now() + READY_WITHIN_MS;
  let attempts = 0;
  while (Date.now() < until) {
    const lock = await readLock(clusterFolder(home));
    if (lock.kind === "running") {
      if (lock.ready) return lock;
      await sleep(LOOK_EVERY_MS);
      continue;
    }
    if (lock.kind === "stale") await clearStaleLock(clusterFolder(home));
    if (attempts === MAX_ATTEMPTS) throw new Error(`PostgreSQL does not start: ${await lastWords(home)}`);
    attempts += 1;
    const started = await start(home, port ?? (await freePort()));
    if (started) return started;
  }
  throw new Error(`PostgreSQL was not ready within ${READY_WITHIN_MS / 1000} s: ${await lastWords(home)}`);
}

/** Whether it stopped in good order. Otherwise it was ended, which only makes the next start recover. */
export async function stopPostmaster(home: PostgresHome, { pid }: Postmaster): Promise<boolean> {
  const cluster = clusterFolder(home);
  if (!serves(pid, cluster)) return true;
  for (const [signal, withinMs] of STOPS) {
    // Halted sessions would not notice that their postmaster is gone, and keep the folder from the next one.
    const pids = signal === "SIGKILL" ? new Set([pid, ...processesIn(cluster)]) : [pid];
    for (const each of pids) send(each, signal);
    const until = Date.now() + withinMs;
    while (Date.now() < until) {
      if (!isAlive(pid)) return signal === "SIGINT";
      await sleep(LOOK_EVERY_MS);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
}

/** Whoever has just ended by itself needs no signal. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isErrno(error, "ESRCH")) throw error;
  }
}

/** Undefined when it ended before it was ready: the port was taken, or another process was faster. */
async function start(home: PostgresHome, port: number): Promise<Postmaster | undefined> {
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const log = openSync(logFile(home), "w", 0o600);
  if (home.user) chownSync(logFile(home), home.user.uid, home.user.gid);
  // Detached: Ctrl+C in the terminal must reach Node alone, which stops PostgreSQL last.
  const child = spawn(join(home.binaries, "postgres"), ["-D", clusterFolder(home), ...settings], {
    ...home.user,
    cwd: clusterFolder(home),
    detached: true,
    // Nothing inherited: neither this process's secrets nor PG* variables.
    env: { LC_ALL: "C" },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  let ended = false;
  const end = new Promise<never>((_, reject) => {
    child.once("error", (cause) => reject(new Error("PostgreSQL cannot be run", { cause })));
    child.once("exit", () => (ended = true));
  });
  return Promise.race([end, whenReady(home, child.pid ?? 0, () => ended)]);
}

async function whenReady(home: PostgresHome, pid: number, hasEnded: () => boolean): Promise<Postmaster | undefined> {
  const until = Date.now() + READY_WITHIN_MS;
  while (!hasEnded() && Date.now() < until) {
    const lock = await readLock(clusterFolder(home));
    if (lock.kind === "running" && lock.ready && lock.pid === pid) return lock;
    await sleep(LOOK_EVERY_MS);
  }
  return undefined;
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
  if (!Number.isInteger(pid) || pid <= 0) return (await isFresh(folder)) ? starting(0) : { kind: "stale" };
  if (serves(pid, folder)) {
    return { kind: "running", pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  }
  // A postmaster that is just being born has written its number but not yet entered the folder.
  return isAlive(pid) && (await isFresh(folder)) ? starting(pid) : { kind: "stale" };
}

const starting = (pid: number): Lock => ({ kind: "running", pid, port: 0, ready: false });

async function isFresh(folder: string): Promise<boolean> {
  const written = await stat(join(folder, "postmaster.pid")).catch(() => undefined);
  return written !== undefined && Math.abs(Date.now() - written.mtimeMs) < 1_000;
}

/**
 * PostgreSQL replaces the lock of a process that is gone by itself, but not that of a zombie, or of another process
 * that got the number. Removing the lock also removes its check for orphaned sessions, so that is made here first.
 */
async function clearStaleLock(folder: string): Promise<void> {
  const until = Date.now() + ORPHANS_GONE_WITHIN_MS;
  for (let orphans = processesIn(folder); orphans.length > 0; orphans = processesIn(folder)) {
    if (Date.now() > until) for (const pid of orphans) send(pid, "SIGKILL");
    await sleep(LOOK_EVERY_MS);
    if ((await readLock(folder)).kind !== "stale") return;
  }
  const lock = join(folder, "postmaster.pid");
  const aside = `${lock}.stale-${process.pid}`;
  const before = await readFile(lock, "utf8").catch(() => "");
  if ((await readLock(folder)).kind !== "stale") return;
  await rename(lock, aside).catch(() => {});
  const taken = await readFile(aside, "utf8").catch(() => "");
  // Another start was faster and this is its lock: it goes back to its place.
  if (taken === before) await rm(aside, { force: true });
  else await rename(aside, lock);
}

/** Below the range from which systems take the ports of outgoing connections: nobody slips in during a restart. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
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

async function lastWords(home: PostgresHome): Promise<string> {
  const text = await readFile(logFile(home), "utf8").catch(() => "");
  return text.trim().split("\n").slice(-5).join(" ") || "it said nothing";
}
