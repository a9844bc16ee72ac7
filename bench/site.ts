import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type Site = {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly dataDir: string;
  readonly pid: number;
};

/** The built site as a process of its own, with a store of its own. */
export async function startSite(environment: Record<string, string> = {}): Promise<Site & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
  const main = fileURLToPath(new URL("../server/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", DATA_DIR: dataDir, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const ready = /^Ready on (\S+)/m.exec(chunk.toString())?.[1];
      if (ready) resolve(ready);
    });
  });
  const { anonKey, serviceRoleKey } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  return {
    url,
    anonKey,
    serviceRoleKey,
    dataDir,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
