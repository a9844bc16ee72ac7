import { once } from "node:events";
import { request } from "node:http";
import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { createAccounts, formatInteger, inMs, PASSWORD, ratio, type Site, startSite, table } from "./harness.ts";
import { median, percentile, timed } from "./statistics.ts";

const ACCOUNTS = 100;
/** The p99 of a single round varies too much. */
const ROUNDS = 5;
/** About as long as the sign-ins take. */
const IDLE_MS = 8_000;
const SETTLE_MS = 2_000;

type Round = { readonly idle: number; readonly busy: number; readonly gotIn: number; readonly tookMs: number };

/** Measures how much slower a cached page is while 100 people sign in at once, each from their own address. */
export async function measureSignIn(): Promise<string> {
  const site = await startSite();
  const prober = await startProber(`${site.url}/about`);
  try {
    const emails = await createAccounts(site, ACCOUNTS);
    lowerPriority();
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await measureRound(site, emails, prober));
    const clock = prober.isUrgent ? "never waits for" : "shares";
    return `The page prober ${clock} a CPU.\n\n${describe(rounds)}`;
  } finally {
    await prober.stop();
    await site.stop();
  }
}

async function measureRound(site: Site, emails: readonly string[], prober: Prober): Promise<Round> {
  await sleep(SETTLE_MS);
  await prober.takeTimes();
  await sleep(IDLE_MS);
  const idle = percentile(await prober.takeTimes(), 0.99);
  const { ms, result } = await timed(() =>
    Promise.all(emails.map((email, n) => signIn(site, email, `127.0.1.${n + 1}`))),
  );
  const busy = percentile(await prober.takeTimes(), 0.99);
  return { idle, busy, gotIn: result.filter((status) => status === 200).length, tookMs: ms };
}

function describe(rounds: readonly Round[]): string {
  const rows = rounds.map(({ idle, busy, gotIn, tookMs }, n) => [
    `${n + 1}`,
    `${gotIn} of ${ACCOUNTS}`,
    formatInteger(tookMs),
    inMs(idle),
    inMs(busy),
    ratio(busy, idle),
  ]);
  const middle = [
    "median",
    "",
    formatInteger(median(rounds.map(({ tookMs }) => tookMs))),
    inMs(median(rounds.map(({ idle }) => idle))),
    inMs(median(rounds.map(({ busy }) => busy))),
    ratio(median(rounds.map(({ busy, idle }) => busy / idle)), 1),
  ];
  return table(["round", "got in", "ms for all", "page p99 idle", "page p99 meanwhile", "to idle"], [...rows, middle]);
}

/** Real clients use their own machines, so the clients here must not take CPU time from the site. */
function lowerPriority(): void {
  if (process.platform === "linux") setPriority(10);
}

type Prober = Awaited<ReturnType<typeof startProber>>;

async function startProber(url: string) {
  const worker = new Worker(new URL("page-prober.ts", import.meta.url), { workerData: url });
  const [isUrgent] = (await once(worker, "message")) as [boolean];
  return {
    isUrgent,
    async takeTimes(): Promise<number[]> {
      worker.postMessage("take");
      const [times] = (await once(worker, "message")) as [number[]];
      return times;
    },
    stop: () => worker.terminate(),
  };
}

function signIn({ url, anonKey }: Site, email: string, localAddress: string): Promise<number> {
  const headers = { apikey: anonKey, "content-type": "application/json" };
  const target = new URL("/auth/v1/token?grant_type=password", url);
  return new Promise((resolve, reject) => {
    const sent = request(target, { method: "POST", headers, localAddress, agent: false }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ email, password: PASSWORD }));
  });
}
