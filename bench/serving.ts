import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { posts } from "../content/posts.ts";
import { get } from "../tests/fixtures/network/http.ts";
import { formatInteger, inMb, inMs, ratio, type Site, startSite, table } from "./harness.ts";
import { type Measured, measureLoad } from "./load.ts";
import type { Options } from "./options.ts";

const CONNECTIONS = 32;
const ROUNDS = 3;
const SECONDS = 2;
const REQUESTS_FOR_MEMORY = 100_000;

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
    const memory = await measureMemory(site);
    const head = ["cached page, 32 connections", "server", "requests/s", "p99", "to bare node:http", "statuses"];
    return `${table(head, rows)}\n\n${memory}`;
  } finally {
    await site.stop();
  }
}

type Target = { readonly name: string; readonly url: string; readonly headers: Record<string, string> };

async function compare(site: Site, kind: Kind, against: readonly string[]): Promise<string[][]> {
  const ours = await requireTarget("this site", site.url + kind.path, kind);
  const bare = await startBare(site.url, kind.path, ours.headers);
  try {
    const targets = [
      ours,
      { name: "bare node:http", url: bare.url + kind.path, headers: ours.headers },
      ...(await Promise.all(against.map((url) => requireTarget(url, url, kind)))),
    ];
    const measured = await measureInRounds(targets);
    const bareRate = measured[1]?.perSecond ?? Number.NaN;
    return targets.map(({ name }, n) => {
      const { perSecond, p99, statuses } = measured[n] as Measured;
      return [
        kind.what,
        name,
        formatInteger(perSecond),
        inMs(p99),
        ratio(perSecond, bareRate),
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

/** Targets alternate, so that other load on the machine affects them alike. Reports the median round. */
async function measureInRounds(targets: readonly Target[]): Promise<Measured[]> {
  const rounds: Measured[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const measured: Measured[] = [];
    for (const { url, headers } of targets) {
      measured.push(await measureLoad({ url, headers, connections: CONNECTIONS, seconds: SECONDS }));
    }
    rounds.push(measured);
  }
  return targets.map((_, n) => {
    const sorted = rounds.map((round) => round[n] as Measured).toSorted((a, b) => a.perSecond - b.perSecond);
    return sorted[Math.floor(ROUNDS / 2)] as Measured;
  });
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
  return { url: `http://127.0.0.1:${Number(String(line))}`, stop: () => child.kill() };
}
