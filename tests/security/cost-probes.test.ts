import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCpuNs } from "../fixtures/cost/cpu.ts";
import {
  listFilterProbes,
  listRouteProbes,
  listRoutineProbes,
  type Probe,
  type Target,
} from "../fixtures/cost/probes.ts";
import { listApiRoutes, listPages } from "../fixtures/cost/routes.ts";
import { type ProtocolSite, startProtocolSite } from "../fixtures/site/protocol-site.ts";

/** Input that costs less CPU time than this at its limit needs no comparison; it is a few times what a 404 costs. */
const CHEAP_MS = 30;
const CHEAP_MS_PER_BYTE = 100 / 1_000_000;
const RUNS = 3;
/** Four times the input may cost four times as much; twice that is left to noise. Quadratic cost is sixteen times as much. */
const MAX_RATIO = 8;
const MAX_RATIO_OF_TWO = 3;

let site: ProtocolSite;
let target: Target;

beforeAll(async () => {
  site = await startProtocolSite();
  const { client } = await site.person("prober");
  const token = (await client.auth.getSession()).data.session?.access_token ?? "";
  target = { url: site.url, anonKey: site.anonKey, token };
  const admin = await site.admin();
  const created_by = (await admin.auth.getUser()).data.user?.id;
  const post = { slug: "", excerpt: "e", content: "a b ".repeat(5_000), author_name: "Ada", created_by };
  const { error } = await admin.from("blog_posts").insert({ ...post, title: "Long" });
  if (error) throw new Error("There is nothing to search in", { cause: error });
});
afterAll(() => site.stop());

test("the measurement sees what the server and PostgreSQL compute", async () => {
  const sorted = () => site.sql`select count(*) from generate_series(1, 1) where false`;
  expect(await measure(sorted)).toBeLessThan(CHEAP_MS);
  const body = JSON.stringify({ words: Array.from({ length: 60_000 }, () => "aaaaaaaaaa"), most: 5 });
  const headers = { apikey: site.anonKey, authorization: `Bearer ${site.anonKey}`, "content-type": "application/json" };
  const search = () => fetch(`${site.url}/rest/v1/rpc/search_posts`, { method: "POST", headers, body });
  expect(await measure(search)).toBeGreaterThan(1);
});

describe("four times the input costs at most in proportion", () => {
  test("in every route of the API and every page, in path, query, headers and body", async () => {
    expect(listApiRoutes().length).toBeGreaterThan(60);
    expect(listPages().length).toBeGreaterThan(25);
    expect(await findDisproportionate(listRouteProbes(target))).toEqual([]);
  });

  test("in filters on every table that a visitor or a user may read", async () => {
    expect(await findDisproportionate(await listFilterProbes(target, site.sql))).toEqual([]);
  });

  test("in every function that a visitor or a user may call", async () => {
    const { probes, unknown } = await listRoutineProbes(target, site.sql);
    expect(unknown, "types of parameters without a probe").toEqual([]);
    expect(await findDisproportionate(probes)).toEqual([]);
  });
});

async function findDisproportionate(probes: readonly Probe[]): Promise<string[]> {
  const found: string[] = [];
  for (const probe of probes) {
    const problem = await findProblem(probe);
    if (problem) found.push(problem);
  }
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  return found;
}

/** The least of several runs counts; most inputs are shown to be cheap or proportional by the first. */
async function findProblem({ name, limit, send }: Probe): Promise<string | undefined> {
  const least = new Map<number, number>();
  const cost = async (bytes: number) => {
    const ms = Math.min(await measure(() => send(Math.floor(bytes))), least.get(bytes) ?? Number.POSITIVE_INFINITY);
    least.set(bytes, ms);
    return ms;
  };
  for (let run = 0; run < RUNS; run += 1) {
    const large = await cost(limit);
    if (large <= CHEAP_MS + limit * CHEAP_MS_PER_BYTE) return undefined;
    if (large <= MAX_RATIO_OF_TWO * (await cost(limit / 2)) || large <= MAX_RATIO * (await cost(limit / 4)))
      return undefined;
  }
  return `${name}: ${[...least.values()].map(Math.round).join(", ")} ms`;
}

/** The CPU time in milliseconds that the server and PostgreSQL needed. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const before = await readTimes();
  await work();
  const after = await readTimes();
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0) / 1e6;
}

async function readTimes(): Promise<Map<number, number>> {
  const backends = await site.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  return new Map([site.pid, ...backends.map(({ pid }) => pid)].map((pid) => [pid, readCpuNs(pid)]));
}
