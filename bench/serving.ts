import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Measured, measureLoad } from "./load.ts";
import { startSite } from "./site.ts";

const CONNECTIONS = 32;
const ROUNDS = 3;
const SECONDS = 3;
const REQUESTS_FOR_MEMORY = 100_000;

/** Cached pages against a bare node:http server that answers the same bytes from memory, in turns. */
export async function measureServing(): Promise<string> {
  const site = await startSite();
  const port = Number(new URL(site.url).port);
  const etag = (await fetch(`${site.url}/`, { headers: { "accept-encoding": "br" } })).headers.get("etag") ?? "";
  const kinds = {
    "home, brotli": { "accept-encoding": "br" },
    "home, gzip": { "accept-encoding": "gzip" },
    "home, not modified": { "accept-encoding": "br", "if-none-match": etag },
  };
  const lines: string[] = [];
  try {
    for (const [kind, headers] of Object.entries(kinds)) {
      await fetch(`${site.url}/`, { headers });
      const bare = await startBare(`${site.url}/`, headers);
      const load = { path: "/", headers, connections: CONNECTIONS, seconds: SECONDS };
      const ours: Measured[] = [];
      const theirs: Measured[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await measureLoad({ ...load, port }));
        theirs.push(await measureLoad({ ...load, port: bare.port }));
      }
      bare.stop();
      lines.push(describe(kind, middle(ours), middle(theirs)));
    }
    lines.push(await measureMemory(port, site.pid));
  } finally {
    await site.stop();
  }
  return lines.join("\n");
}

function describe(kind: string, ours: Measured, bare: Measured): string {
  const ratio = (ours.perSecond / bare.perSecond).toFixed(2);
  return `Cached page (${kind}): ${rate(ours)}; bare node:http ${rate(bare)}: ${ratio} of it ${JSON.stringify(ours.statuses)}`;
}

function rate({ perSecond, p99 }: Measured): string {
  return `${Math.round(perSecond)}/s, p99 ${p99.toFixed(1)} ms`;
}

function middle(runs: readonly Measured[]): Measured {
  const sorted = runs.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Measured;
}

async function measureMemory(port: number, pid: number): Promise<string> {
  const load = { port, path: "/", headers: { "accept-encoding": "br" }, connections: CONNECTIONS, seconds: 5 };
  let asked = 0;
  while (asked < REQUESTS_FOR_MEMORY) asked += (await measureLoad(load)).perSecond * load.seconds;
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN);
  return `Resident memory after ${Math.round(asked / 1000)},000 more requests: ${Math.round(kilobytes / 1024)} MB`;
}

/** In a process of its own, as the site is. */
async function startBare(url: string, headers: Record<string, string>) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("bare-server.ts", import.meta.url)), url, JSON.stringify(headers)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const [line] = await once(child.stdout, "data");
  return { port: Number(String(line)), stop: () => child.kill() };
}
