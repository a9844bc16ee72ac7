import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { onTestFinished } from "vitest";

export const project = fileURLToPath(new URL("../../", import.meta.url));
export const isRoot = process.getuid?.() === 0;

type Started = { readonly url: string; readonly folder: string };
export type Holder = {
  readonly child: ChildProcess;
  readonly facts: Record<string, unknown>;
  readonly lines: string[];
  readonly started: Started;
};

export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-embedded-"));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

type Way = { readonly script?: string; readonly uid?: number };

export async function run(dataDir: string, { script, uid }: Way = {}): Promise<Holder> {
  const program = [process.execPath, script ?? join(project, "tests/support/embedded-process.ts"), dataDir];
  const child = spawn("sh", ["-c", 'umask 077; exec "$@"', "sh", ...program], {
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const lines: string[] = [];
  let facts: Record<string, unknown> = {};
  for await (const line of createInterface(child.stdout)) {
    facts = JSON.parse(line) as Record<string, unknown>;
    if (facts.url ?? facts.error) break;
    lines.push(String(facts.line));
  }
  return { child, facts, lines, started: facts as Started };
}

export async function start(dataDir: string, way: Way = {}): Promise<Holder> {
  const holder = await run(dataDir, way);
  if (!holder.facts.url) throw new Error(`did not start: ${JSON.stringify(holder.facts)}`);
  onTestFinished(async () => {
    if (holder.child.exitCode === null && holder.child.signalCode === null) await stop(holder);
  });
  return holder;
}

export async function stop({ child }: Holder): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

export async function query({ started }: Holder, text: string): Promise<unknown[]> {
  const sql = postgres(started.url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export async function postmasterPid({ started }: Holder): Promise<number> {
  return Number.parseInt(await readFile(join(started.folder, "data", "postmaster.pid"), "utf8"), 10);
}
