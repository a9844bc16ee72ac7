import { once } from "node:events";
import { request } from "node:http";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { createClient } from "@supabase/supabase-js";
import { type Site, startSite } from "./site.ts";
import { median, percentile } from "./statistics.ts";
import { inMs, ratio, table, whole } from "./table.ts";

const ACCOUNTS = 100;
const PASSWORD = "correct-horse-9";
/** As long as the sign-ins take, about. */
const IDLE_MS = 10_000;
const SETTLE_MS = 2_000;

/** How much a cached page slows down while 100 people sign in at once, each from an address of their own. */
export async function measureSignIn(): Promise<string> {
  const site = await startSite();
  const prober = startProber(`${site.url}/about`);
  try {
    const emails = await createAccounts(site.url, site.serviceRoleKey);
    await sleep(SETTLE_MS);
    await prober.takeTimes();
    await sleep(IDLE_MS);
    const idle = await prober.takeTimes();
    stepBack();
    const begun = performance.now();
    const statuses = await Promise.all(emails.map((email, n) => signIn(site, email, `127.0.1.${n + 1}`)));
    const took = performance.now() - begun;
    const busy = await prober.takeTimes();
    const gotIn = statuses.filter((status) => status === 200).length;
    const row = (what: string, times: readonly number[]) => [
      what,
      inMs(median(times)),
      inMs(percentile(times, 0.99)),
      inMs(percentile(times, 1)),
      ratio(percentile(times, 0.99), percentile(idle, 0.99)),
      whole(times.length),
    ];
    const people = [[`${gotIn} of ${ACCOUNTS}`, whole(took), whole((gotIn / took) * 1000)]];
    return [
      table(["signed in at once", "ms for all", "sign-ins/s"], people),
      table(
        ["cached page", "median", "p99", "most", "p99 to idle", "asked"],
        [row("idle", idle), row("meanwhile", busy)],
      ),
    ].join("\n\n");
  } finally {
    await prober.stop();
    await site.stop();
  }
}

/** Those who sign in sit at machines of their own: here they must not take the processor from what is measured. */
function stepBack(): void {
  if (process.platform === "linux") setPriority(10);
}

function startProber(url: string) {
  const worker = new Worker(new URL("page-prober.ts", import.meta.url), { workerData: url });
  return {
    async takeTimes(): Promise<number[]> {
      worker.postMessage("take");
      const [times] = (await once(worker, "message")) as [number[]];
      return times;
    },
    stop: () => worker.terminate(),
  };
}

async function createAccounts(url: string, serviceRoleKey: string): Promise<string[]> {
  const { auth } = createClient(url, serviceRoleKey, { auth: { persistSession: false } });
  const emails = Array.from({ length: ACCOUNTS }, (_, n) => `person-${n}@people.example`);
  for (const email of emails) {
    const { error } = await auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    if (error) throw error;
  }
  return emails;
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
