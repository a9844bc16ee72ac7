import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inheritedEnvironment } from "./inherited-environment.ts";

/** A first start creates a database, and the machine may be busy with other tests. */
const START_WITHIN_MS = 60_000;
/** What one site has compiled, the next one need not. */
const COMPILE_CACHE = join(tmpdir(), "plumbline-compile-cache");

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * The built server as a process of its own, with a data folder of its own; `log` collects what it prints. `through` is
 * a command that runs it.
 */
export async function startSite(environment: Record<string, string> = {}, through: readonly string[] = []) {
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "plumbline-site-")));
  const main = fileURLToPath(new URL("../../server/main.ts", import.meta.url));
  const [program, ...words] = [...through, process.execPath, main];
  const child = spawn(program, words, {
    env: {
      ...inheritedEnvironment(),
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: "0",
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log: string[] = [];
  const port = await new Promise<string>((resolve, reject) => {
    const tooLate = setTimeout(() => {
      child.kill("SIGTERM");
      reject(new Error(`No start within ${START_WITHIN_MS} ms`));
    }, START_WITHIN_MS);
    const read = (chunk: Buffer) => {
      log.push(...chunk.toString().split("\n").filter(Boolean));
      const ready = /^Ready on .*?(\d+)\)?$/m.exec(chunk.toString());
      if (!ready?.[1]) return;
      clearTimeout(tooLate);
      resolve(ready[1]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`The site ended:\n${log.join("\n")}`)));
  });
  return {
    url: `http://localhost:${port}`,
    log,
    process: child,
    dataDir,
    async readKeys(): Promise<{ anonKey: string; serviceRoleKey: string }> {
      return JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      if (!environment.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
