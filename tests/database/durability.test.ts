import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { withSql } from "../fixtures/database/query.ts";

const script = fileURLToPath(new URL("../fixtures/database/writing-process.ts", import.meta.url));
const ROUNDS = 30;
/** Confirmed before the kill, so that a busy machine has something to lose too. */
const MIN_ROWS = 5;
const MAX_START_MS = 3_000;

test("a store killed thirty times while writing starts in time and loses no confirmed row", async () => {
  const parent = await mkdtemp(join(tmpdir(), "plumbline-durability-"));
  await chmod(parent, 0o755);
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const dataDir = join(parent, "data");
  // Creating the store is not part of the measured starts.
  await (await startEmbedded({ dataDir })).stop();

  const confirmed = new Set<number>();
  const starts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ms, rows } = await writeAndKill(dataDir, round);
    starts.push(ms);
    for (const row of rows) confirmed.add(row);
  }
  const embedded = await startEmbedded({ dataDir });
  const written = await withSql(embedded.url, (sql) => sql<{ n: number }[]>`select n from written`);
  const stored = new Set(written.map(({ n }) => n));
  await embedded.stop();
  expect([...confirmed].filter((row) => !stored.has(row))).toEqual([]);
  expect(confirmed.size).toBeGreaterThanOrEqual(ROUNDS * MIN_ROWS);
  // The median, because a busy machine may delay a single start.
  expect(starts.toSorted((a, b) => a - b)[ROUNDS / 2]).toBeLessThan(MAX_START_MS);
});

/** In every other round PostgreSQL is killed too, and has to recover. */
async function writeAndKill(dataDir: string, round: number): Promise<{ ms: number; rows: number[] }> {
  const child = spawn(process.execPath, [script, dataDir, String(round * 1_000_000)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const rows: number[] = [];
  let [ms, pid] = [Number.NaN, 0];
  const kill = () => {
    child.kill("SIGKILL");
    if (round % 2 === 1) process.kill(pid, "SIGKILL");
  };
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith("{")) {
      const started = JSON.parse(line) as { ms: number; folder: string };
      ms = started.ms;
      pid = Number.parseInt(await readFile(join(started.folder, "data", "postmaster.pid"), "utf8"), 10);
      continue;
    }
    rows.push(Number(line));
    if (rows.length === MIN_ROWS) setTimeout(kill, (round % 7) * 30);
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return { ms, rows };
}
