import { readlinkSync } from "node:fs";
import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const HEARTBEAT_INTERVAL_MS = 2_000;
/** Leaves room for heartbeats that a busy machine delays. */
const EXPIRES_AFTER_MS = 3 * HEARTBEAT_INTERVAL_MS;
const POLL_INTERVAL_MS = 250;

const heartbeatFile = (folder: string) => join(folder, "holder");

/**
 * Containers that share a volume do not see each other's processes, so PostgreSQL's own lock would look stale. The
 * holder therefore writes its host and PID namespace to a file, and touches the file while it runs.
 */
export async function findOtherHolder(folder: string): Promise<string | undefined> {
  const holder = await readFile(heartbeatFile(folder), "utf8").catch(() => "");
  if (!holder || holder === ownName()) return undefined;
  // The age of the file says nothing: the other machine's clock may be behind this one's.
  const before = await lastHeartbeat(folder);
  for (const until = Date.now() + EXPIRES_AFTER_MS; Date.now() < until; await sleep(POLL_INTERVAL_MS)) {
    const now = await lastHeartbeat(folder);
    if (now === undefined) return undefined;
    if (now !== before) return holder;
  }
  return undefined;
}

/** Returns the function that stops the heartbeat. */
export async function startHeartbeat(folder: string): Promise<() => Promise<void>> {
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
