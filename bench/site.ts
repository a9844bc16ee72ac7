import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The built site as a process of its own, on a fresh data folder. */
export async function startSite(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-bench-"));
  const main = fileURLToPath(new URL("../server/main.ts", import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, NODE_ENV: "production", PORT: "0", DATA_DIR: dataDir, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const ready = /^Ready on (\S+)/m.exec(chunk.toString())?.[1];
      if (ready) resolve(ready);
    });
  });
  const keys: { anonKey: string; serviceRoleKey: string } = JSON.parse(
    await readFile(join(dataDir, "keys.json"), "utf8"),
  );
  return {
    url,
    ...keys,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
