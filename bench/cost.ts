import postgres from "postgres";
import { startEmbedded } from "../server/db/embedded/embedded-postgres.ts";
import { readCpuNs } from "../tests/fixtures/cost/cpu.ts";
import { listFilterProbes, listRouteProbes, listRoutineProbes, type Probe } from "../tests/fixtures/cost/probes.ts";
import { createAccounts, formatInteger, inMs, signIn, type Site, startSite, table } from "./harness.ts";

const MAX_BLOCKED_MS = 50;
const RUNS = 3;
const LISTED = 12;

type Cost = { readonly name: string; readonly ms: number };

/** Measures how long one hostile request at its limit occupies the thread that serves everybody, in every probe. */
export async function measureCost(): Promise<string> {
  const site = await startSite({ TRUST_PROXY: "1" });
  const { url: databaseUrl } = await startEmbedded({ dataDir: site.dataDir, join: true });
  const sql = postgres(databaseUrl, { max: 1 });
  try {
    const [email = ""] = await createAccounts(site, 1);
    const target = { url: site.url, anonKey: site.anonKey, token: await signIn(site, email) };
    const routines = (await listRoutineProbes(target, sql)).probes;
    const groups = {
      "pages and routes": listRouteProbes(target),
      "filters of tables": await listFilterProbes(target, sql),
      functions: routines,
    };
    const costs: Cost[] = [];
    const rows: string[][] = [];
    for (const [group, probes] of Object.entries(groups)) {
      const own: Cost[] = [];
      for (const probe of probes) own.push({ name: probe.name, ms: await measureProbe(site, probe) });
      costs.push(...own);
      rows.push(describeGroup(group, own));
    }
    const worst = costs.toSorted((one, other) => other.ms - one.ms).slice(0, LISTED);
    return [
      table(["one request at its limit", "probes", `above ${MAX_BLOCKED_MS} ms`, "most"], rows),
      table(
        ["the costliest", "event loop"],
        worst.map(({ name, ms }) => [name, inMs(ms)]),
      ),
    ].join("\n\n");
  } finally {
    await sql.end();
    await site.stop();
  }
}

/** The CPU time of the main thread is the most that others can have waited for. Of several runs the least is taken. */
async function measureProbe({ pid }: Site, { limit, send }: Probe): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least > MAX_BLOCKED_MS / 2; run += 1) {
    const before = readCpuNs(pid, { mainThreadOnly: true });
    await send(limit);
    least = Math.min(least, (readCpuNs(pid, { mainThreadOnly: true }) - before) / 1e6);
  }
  return least;
}

function describeGroup(group: string, costs: readonly Cost[]): string[] {
  const above = costs.filter(({ ms }) => ms > MAX_BLOCKED_MS).length;
  return [group, formatInteger(costs.length), formatInteger(above), inMs(Math.max(...costs.map(({ ms }) => ms)))];
}
