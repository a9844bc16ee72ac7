import { readFile } from "node:fs/promises";
import { startSite as spawnSite } from "../tests/fixtures/start-site.ts";

export type Site = Awaited<ReturnType<typeof startSite>>;

/** The built site as a process of its own. Without a DATA_DIR it has a store of its own, which goes with it. */
export async function startSite(environment: Record<string, string> = {}) {
  const begun = performance.now();
  const site = await spawnSite(environment);
  const startedInMs = performance.now() - begun;
  const keys = environment.DATABASE_URL ? { anonKey: "", serviceRoleKey: "" } : await site.readKeys();
  return {
    // One family of addresses, as its competitors are asked.
    url: site.url.replace("localhost", "127.0.0.1"),
    dataDir: site.dataDir,
    startedInMs,
    ...keys,
    readMemory: () => residentBytes(site.process.pid ?? 0),
    stop: () => site.stop(),
  };
}

/** Only Linux tells. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}
