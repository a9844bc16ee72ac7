import { Agent, request } from "node:http";
import { createClient } from "@supabase/supabase-js";
import { type Site, startSite } from "./site.ts";

const ACCOUNTS = 100;
const PASSWORD = "correct-horse-9";
const PAGE_EVERY_MS = 5;

/** How much a cached page slows down while 100 people sign in at once, each from an address of their own. */
export async function measureSignIn(): Promise<string> {
  const site = await startSite();
  try {
    const emails = await createAccounts(site.url, site.serviceRoleKey);
    await getPage(site.url);
    const idle = await pageTimes(site.url, () => sleep(2_000));
    let statuses: number[] = [];
    let took = 0;
    const busy = await pageTimes(site.url, async () => {
      const begun = performance.now();
      statuses = await Promise.all(emails.map((email, n) => signIn(site, email, `127.0.1.${n + 1}`)));
      took = performance.now() - begun;
    });
    const gotIn = statuses.filter((status) => status === 200).length;
    const ratio = percentile(busy, 0.99) / percentile(idle, 0.99);
    return [
      `Sign-in: ${gotIn} of ${ACCOUNTS} got in, in ${Math.round(took)} ms`,
      `cached page p99 ${percentile(idle, 0.99).toFixed(1)} ms idle, ${percentile(busy, 0.99).toFixed(1)} ms meanwhile: ${ratio.toFixed(2)} times`,
    ].join("; ");
  } finally {
    await site.stop();
  }
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
  const target = new URL("/auth/v1/token?grant_type=password", url.replace("localhost", "127.0.0.1"));
  return new Promise((resolve, reject) => {
    const sent = request(target, { method: "POST", headers, localAddress, agent: false }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ email, password: PASSWORD }));
  });
}

/** Asks for a page at a steady rate for as long as the work takes. */
async function pageTimes(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const times: Promise<number>[] = [];
  const timer = setInterval(() => times.push(getPage(url)), PAGE_EVERY_MS);
  await work();
  clearInterval(timer);
  return Promise.all(times);
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

function getPage(url: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "br" };
    request(new URL("/about", url), { agent, headers }, (response) => {
      response.resume().on("end", () => resolve(performance.now() - begun));
    })
      .on("error", reject)
      .end();
  });
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
