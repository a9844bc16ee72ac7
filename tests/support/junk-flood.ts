import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { createClient } from "@supabase/supabase-js";
import { solvePuzzle } from "./contact-proof.ts";
import { startSmtp } from "./smtp.ts";
import { startSite } from "./start-site.ts";

type Flood = { readonly perSecond: number; readonly seconds: number; readonly networks: number };

export type FloodReport = {
  /** How often the junk got which answer. */
  readonly junk: Readonly<Record<string, number>>;
  readonly junkPerSecond: number;
  readonly pages: { readonly asked: number; readonly failed: number; readonly p50Ms: number; readonly p99Ms: number };
  /** Honest messages by the form with scripts: tried, taken, in the inbox, in the mailbox. */
  readonly honest: {
    readonly tried: number;
    readonly sent: number;
    readonly stored: number;
    readonly mailed: number;
    readonly p99Ms: number;
  };
  /** Honest messages by the form without scripts: tried, thanked for, stored (wherever), told to try again meanwhile. */
  readonly plain: {
    readonly tried: number;
    readonly thanked: number;
    readonly stored: number;
    readonly pressedAgain: number;
  };
  readonly memory: { readonly beforeMb: number; readonly peakMb: number };
};

const HONEST_EVERY_MS = 500;
const PAGE_EVERY_MS = 25;
const DELIVERED_WITHIN_MS = 60_000;
const PRESSES_AGAIN_MS = 2_000;
const MOST_TRIES = 30;

/** Junk at a steady rate from many networks, while honest people write and read. */
export async function flood({ perSecond, seconds, networks }: Flood): Promise<FloodReport> {
  const mailbox = await startMailbox();
  const site = await startSite({ TRUST_PROXY: "1", SMTP_URL: mailbox.url });
  const keys = await site.readKeys();
  const service = createClient(site.url, keys.serviceRoleKey, { auth: { persistSession: false } });
  const send = createSender(site.url, keys.anonKey);
  const pid = site.process.pid ?? 0;
  try {
    await send.page();
    const beforeMb = await memoryMb(pid, "VmRSS");
    const ends = Date.now() + seconds * 1000;
    const begun = performance.now();
    const honestWork = steadily(HONEST_EVERY_MS, ends, (n) => send.honest(n));
    const plainWork = steadily(HONEST_EVERY_MS, ends, (n) => send.plain(n));
    const pageWork = steadily(PAGE_EVERY_MS, ends, () => send.page());
    const junk = await steadily(1000 / perSecond, ends, (n) => send.junk(n, networks));
    const junkPerSecond = junk.length / ((performance.now() - begun) / 1000);
    const [honest, plain, pages] = [await honestWork, await plainWork, await pageWork];

    const count = async (like: string, status?: string) => {
      const query = service.from("contact_messages").select("id", { count: "exact", head: true }).like("email", like);
      return (await (status ? query.eq("status", status) : query)).count ?? 0;
    };
    const isDelivered = () => mailbox.honestSubjects.size >= honest.length;
    for (const late = Date.now() + DELIVERED_WITHIN_MS; !isDelivered() && Date.now() < late;) await sleep(100);
    return {
      junk: countByStatus(junk),
      junkPerSecond,
      pages: {
        asked: pages.length,
        failed: pages.filter(({ status }) => status !== 200).length,
        p50Ms: percentile(pages, 0.5),
        p99Ms: percentile(pages, 0.99),
      },
      honest: {
        tried: honest.length,
        sent: honest.filter(({ status }) => status === 200).length,
        stored: await count("honest-%", "inbox"),
        mailed: mailbox.honestSubjects.size,
        p99Ms: percentile(honest, 0.99),
      },
      plain: {
        tried: plain.length,
        thanked: plain.filter(({ status }) => status === 200).length,
        stored: await count("plain-%"),
        pressedAgain: plain.filter(({ tries }) => tries > 1).length,
      },
      memory: { beforeMb, peakMb: await memoryMb(pid, "VmHWM") },
    };
  } finally {
    await site.stop();
    await mailbox.close();
  }
}

type Answered = { readonly status: number; readonly ms: number };

function createSender(site: string, apikey: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const calm = new Agent({ keepAlive: true });
  const path = "/functions/v1/send-contact-email";
  const json = (from: string) => ({ apikey, "content-type": "application/json", "x-forwarded-for": from });

  function ask(to: string, headers: Record<string, string>, body?: string, by = calm): Promise<Answered> {
    const begun = performance.now();
    return new Promise((resolve) => {
      const options = { method: body ? "POST" : "GET", headers, agent: by };
      const done = (status: number) => resolve({ status, ms: performance.now() - begun });
      request(new URL(to, site), options, (response) => {
        response.resume().on("end", () => done(response.statusCode ?? 0));
      })
        .on("error", () => done(0))
        .end(body);
    });
  }

  return {
    page: () => ask("/about", { "accept-encoding": "br" }),
    junk(n: number, networks: number) {
      const network = n % networks;
      const from = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`;
      const fields = { name: `Winner ${n}`, email: `junk-${n}@junk.example`, service: "Other", message: junkText(n) };
      return ask(path, json(from), JSON.stringify(fields), agent);
    },
    async honest(n: number): Promise<Answered> {
      const headers = json(`172.${16 + (n >> 8)}.${n & 255}.1`);
      const proof = await solvePuzzle(() => fetch(site + path, { headers }));
      const fields = { name: `Honest ${n}`, email: `honest-${n}@people.example`, service: "Other", message: "Hello." };
      return ask(path, headers, JSON.stringify({ ...fields, ...proof }));
    },
    /** Without scripts nobody presses again but the person: told to try again, they do, with the text still there. */
    async plain(n: number): Promise<Answered & { readonly tries: number }> {
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "x-forwarded-for": `192.168.${n & 255}.1`,
      };
      const fields = { name: `Plain ${n}`, email: `plain-${n}@people.example`, service: "Other", message: "Hello." };
      const body = new URLSearchParams(fields).toString();
      for (let tries = 1; ; tries++) {
        const answer = await ask("/contact", headers, body);
        if (answer.status !== 503 || tries === MOST_TRIES) return { ...answer, tries };
        await sleep(PRESSES_AGAIN_MS);
      }
    },
  };
}

/** Half of it gives itself away, half of it looks like anybody's. */
function junkText(n: number): string {
  const spam = "Best casino bonus and cheap pills https://a.example https://b.example https://c.example. ";
  return n % 2 ? spam.repeat(5) : "Dear Sir, we have a proposal for your company. ".repeat(10);
}

/** Starts the work anew at each step, whether or not the last one is done. */
async function steadily<Outcome>(everyMs: number, ends: number, work: (n: number) => Promise<Outcome>) {
  const begun = Date.now();
  const started: Promise<Outcome>[] = [];
  for (let now = begun; now < ends; now = Date.now()) {
    while (started.length * everyMs <= now - begun) started.push(work(started.length));
    await sleep(Math.min(everyMs, 5));
  }
  return Promise.all(started);
}

async function startMailbox() {
  const honestSubjects = new Set<string>();
  const smtp = await startSmtp({
    take(raw) {
      const honest = /^Subject: (.*from Honest \d+.*)$/m.exec(raw)?.[1];
      if (honest) honestSubjects.add(honest);
    },
  });
  return { ...smtp, honestSubjects };
}

async function memoryMb(pid: number, line: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`^${line}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024);
}

function countByStatus(answers: readonly Answered[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function percentile(answers: readonly Answered[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
