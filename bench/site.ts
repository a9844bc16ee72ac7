import { readFile } from "node:fs/promises";
import { startSite as spawnSite } from "../tests/fixtures/site/start-site.ts";

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Starts the built site as a separate process. Without a DATA_DIR it uses a temporary one. */
export async function startSite(environment: Record<string, string> = {}) {
  const site = await spawnSite(environment);
  return {
    // IPv4, as for the servers it is compared with.
    url: site.url.replace("localhost", "127.0.0.1"),
    dataDir: site.dataDir,
    pid: site.process.pid ?? 0,
    ...(await site.readKeys()),
    readMemory: () => residentBytes(site.process.pid ?? 0),
    stop: () => site.stop(),
  };
}

/** NaN except on Linux. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}
