import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient } from "@supabase/supabase-js";
import { posts } from "../content/posts.ts";
import { readCpuNs } from "../tests/fixtures/cost/cpu.ts";
import { get } from "../tests/fixtures/network/http.ts";
import { formatInteger, inMb, inMs, ratio, type Site, startSite, table } from "./harness.ts";
import { type Measured, measureLoad } from "./load.ts";
import type { Options } from "./options.ts";
import { percentile } from "./statistics.ts";

const CONNECTIONS = 32;
/** The first only warms up. */
const ROUNDS = 10;
const SECONDS = 1;
const WARM_UP_SECONDS = 10;
const REQUESTS_FOR_MEMORY = 100_000;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

type Kind = {
  readonly what: string;
  readonly path: string;
  readonly encoding: "br" | "gzip" | "identity";
  /** Sends If-None-Match with the page's ETag. */
  readonly isConditional?: boolean;
};

const KINDS: readonly Kind[] = [
  { what: "home, brotli", path: "/", encoding: "br" },
  { what: "home, gzip", path: "/", encoding: "gzip" },
  { what: "home, not compressed", path: "/", encoding: "identity" },
  { what: "home, not modified (304)", path: "/", encoding: "br", isConditional: true },
  { what: "post, brotli", path: `/blog/${posts[0].slug}`, encoding: "br" },
];

/** Compares cached pages with servers that send the same bytes, and with other sites. */
export async function measureServing({ against }: Options): Promise<string> {
  const site = await startSite();
  const rows: string[][] = [];
  try {
    for (const kind of KINDS) rows.push(...(await compare(site, kind, kind.path === "/" ? against : [])));
    const counting = await measureCounting(site);
    const memory = await measureMemory(site);
    const head = [
      "cached page, 32 connections",
      "server",
      "requests/s",
      "p99",
      "to bare node:http",
      "processor time a request",
      "of bare node:http's",
      "statuses",
    ];
    return [table(head, rows), counting, memory].join("\n\n");
  } finally {
    await site.stop();
  }
}

/** Compares with a second site, whose owner has turned numbers on. */
async function measureCounting(site: Site): Promise<string> {
  const counting = await startSite();
  try {
    await turnNumbersOn(counting);
    // The first site has served for a minute: its code is compiled, and its pages are compressed for good.
    await measureLoad({ url: `${counting.url}/`, headers: {}, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
    const kind: Kind = { what: "home, brotli", path: "/", encoding: "br" };
    const asBrowser = async (name: string, { url, pid }: Site): Promise<Target> => {
      const { headers, ...target } = await requireTarget(name, `${url}/`, kind);
      return { ...target, headers: { ...headers, "user-agent": BROWSER }, pid };
    };
    const targets = [await asBrowser("no", site), await asBrowser("yes", counting)];
    const measured = await measureInRounds(targets);
    const rows = measured.map(({ perSecond, cpuUs }, n) => [
      targets[n]?.name ?? "",
      formatInteger(perSecond),
      inMs(cpuUs / 1_000, 3),
      ratio(cpuUs, measured[0]?.cpuUs ?? Number.NaN),
    ]);
    return table(["visits counted", "requests/s", "processor time a request", "of without"], rows);
  } finally {
    await counting.stop();
  }
}

async function turnNumbersOn({ url, serviceRoleKey }: Site): Promise<void> {
  const service = createClient(url, serviceRoleKey, { auth: { persistSession: false } });
  const data = { founded: 2010, dates: "long", signUp: "open", numbers: "on" };
  const { error } = await service.from("entries").insert({ collection: "facts", key: "main", data });
  if (error) throw error;
  const isOn = async () => (await get(url, "/privacy", {})).body.includes("How we count visits");
  while (!(await isOn())) await sleep(100);
}

type Target = {
  readonly name: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Of its process, if it was started here. */
  readonly pid?: number;
};
type Round = Measured & { readonly cpuUs: number };

async function compare(site: Site, kind: Kind, against: readonly string[]): Promise<string[][]> {
  const ours = { ...(await requireTarget("this site", site.url + kind.path, kind)), pid: site.pid };
  const bare = await startBare(site.url, kind.path, ours.headers);
  try {
    const targets = [
      ours,
      { name: "bare node:http", url: bare.url + kind.path, headers: ours.headers, pid: bare.pid },
      ...(await Promise.all(against.map((url) => requireTarget(url, url, kind)))),
    ];
    const measured = await measureInRounds(targets);
    const [, compared] = measured;
    return targets.map(({ name }, n) => {
      const { perSecond, p99, cpuUs, statuses } = measured[n] as Round;
      return [
        kind.what,
        name,
        formatInteger(perSecond),
        inMs(p99),
        ratio(perSecond, compared?.perSecond ?? Number.NaN),
        inMs(cpuUs / 1_000, 3),
        ratio(cpuUs, compared?.cpuUs ?? Number.NaN),
        Object.keys(statuses).join(),
      ];
    });
  } finally {
    bare.stop();
  }
}

/** Requests the page once, so that it is cached and its ETag is known. */
async function requireTarget(name: string, url: string, { encoding, isConditional }: Kind): Promise<Target> {
  const { origin, pathname, search } = new URL(url);
  const headers = { "accept-encoding": encoding };
  const { headers: received } = await get(origin, pathname + search, headers);
  return { name, url, headers: { ...headers, ...(isConditional && { "if-none-match": received.etag ?? "" }) } };
}

/** Targets alternate, so that other load on the machine affects them alike. Reports the medians. */
async function measureInRounds(targets: readonly Target[]): Promise<Round[]> {
  const rounds: Round[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const measured: Round[] = [];
    for (const target of targets) measured.push(await measureRound(target));
    rounds.push(measured);
  }
  return targets.map((_, n) => {
    const own = rounds.slice(1).map((round) => round[n] as Round);
    const median = (read: (round: Round) => number) => percentile(own.map(read), 0.5);
    return {
      ...(own[0] as Round),
      perSecond: median(({ perSecond }) => perSecond),
      p99: median(({ p99 }) => p99),
      cpuUs: median(({ cpuUs }) => cpuUs),
    };
  });
}

/** On a machine with other load, the processor time of a request says more than the number of requests. */
async function measureRound({ url, headers, pid }: Target): Promise<Round> {
  const before = pid ? readCpuNs(pid) : Number.NaN;
  const measured = await measureLoad({ url, headers, connections: CONNECTIONS, seconds: SECONDS });
  const cpuNs = pid ? readCpuNs(pid) - before : Number.NaN;
  return { ...measured, cpuUs: cpuNs / 1_000 / (measured.perSecond * SECONDS) };
}

async function measureMemory({ url, readMemory }: Site): Promise<string> {
  const load = { url: `${url}/`, headers: { "accept-encoding": "br" }, connections: CONNECTIONS, seconds: SECONDS };
  let requestCount = 0;
  while (requestCount < REQUESTS_FOR_MEMORY) requestCount += (await measureLoad(load)).perSecond * load.seconds;
  return table(
    ["resident memory", "of the site's process"],
    [[`after ${formatInteger(requestCount)} more`, inMb(await readMemory())]],
  );
}

/** Runs in a separate process, as the site does. */
async function startBare(site: string, path: string, headers: Record<string, string>) {
  const file = fileURLToPath(new URL("bare-server.ts", import.meta.url));
  const child = spawn(process.execPath, [file, site, path, JSON.stringify(headers)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${Number(String(line))}`, pid: child.pid ?? 0, stop: () => child.kill() };
}
