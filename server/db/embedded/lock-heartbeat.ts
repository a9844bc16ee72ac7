import { readlinkSync } from "node:fs";
import { readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const BEAT_EVERY_MS = 2_000;
/** A beat may be late on a busy machine, but not by that much. */
const SILENT_AFTER_MS = 3 * BEAT_EVERY_MS;
const LOOK_EVERY_MS = 250;

const beatFile = (folder: string) => join(folder, "holder");

/**
 * Process numbers mean nothing between containers that share a volume: there a start would take the other's lock for
 * stale. So the holder's place is written down and touched as long as it lives.
 */
export async function findOtherHolder(folder: string): Promise<string | undefined> {
  const place = await readFile(beatFile(folder), "utf8").catch(() => "");
  if (!place || place === ownPlace()) return undefined;
  // Watched however old it looks: the other machine's clock may be behind this one's.
  const before = await beatOf(folder);
  for (const until = Date.now() + SILENT_AFTER_MS; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
    const now = await beatOf(folder);
    if (now === undefined) return undefined;
    if (now !== before) return place;
  }
  return undefined;
}

/** Beats until the answer is called. */
export async function startHeartbeat(folder: string): Promise<() => Promise<void>> {
  await writeFile(beatFile(folder), ownPlace());
  const timer = setInterval(() => {
    const now = new Date();
    utimes(beatFile(folder), now, now).catch(() => {});
  }, BEAT_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await rm(beatFile(folder), { force: true });
  };
}

function ownPlace(): string {
  return process.platform === "linux" ? `${hostname()} ${readlinkSync("/proc/self/ns/pid")}` : hostname();
}

async function beatOf(folder: string): Promise<number | undefined> {
  const found = await stat(beatFile(folder)).catch(() => undefined);
  return found?.mtimeMs;
}
