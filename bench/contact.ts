import { solveProofOfWork } from "../tests/fixtures/mail/contact-proof.ts";
import { get } from "../tests/fixtures/network/http.ts";
import { startSite } from "./site.ts";
import { percentile, timeAll } from "./statistics.ts";
import { inMs, table, formatInteger } from "./table.ts";

const MESSAGES = 100;
const CONCURRENCY = 8;
const FUNCTION = "/functions/v1/send-contact-email";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Measures messages that pass the spam check, each from its own network, until they are stored and answered. */
export async function measureContact(): Promise<string> {
  const site = await startSite({ TRUST_PROXY: "1" });
  const json = { apikey: site.anonKey, "content-type": "application/json" };
  try {
    // A browser solves the proof of work while the visitor types, so solving is not measured.
    const proofs: object[] = [];
    while (proofs.length < 2 * MESSAGES) {
      proofs.push(await solveProofOfWork(() => fetch(site.url + FUNCTION, { headers: json })));
    }
    const send = async (from: string, path: string, headers: Record<string, string>, body: string) => {
      const { status } = await get(site.url, path, { ...headers, "x-forwarded-for": from }, "POST", body);
      if (status !== 200) throw new Error(`A message was answered with ${status}.`);
    };
    const scripted = (n: number) =>
      send(`172.16.${n}.1`, FUNCTION, json, JSON.stringify({ ...message(n), ...proofs[n] }));
    const plain = (n: number) => send(`172.17.${n}.1`, "/contact", FORM, new URLSearchParams(message(n)).toString());
    const rows = [
      await measure("form with scripts, puzzle solved", scripted),
      await measure("form without scripts, page rendered", plain),
    ];
    return table(["contact message", "median", "p99", `messages/s, ${CONCURRENCY} at once`], rows);
  } finally {
    await site.stop();
  }
}

async function measure(name: string, send: (n: number) => Promise<void>): Promise<string[]> {
  const { times } = await timeAll(MESSAGES, 1, send);
  const { perSecond } = await timeAll(MESSAGES, CONCURRENCY, (n) => send(n + MESSAGES));
  return [name, inMs(percentile(times, 0.5)), inMs(percentile(times, 0.99)), formatInteger(perSecond)];
}

function message(n: number) {
  return { name: `Person ${n}`, email: `person-${n}@people.example`, service: "Other", message: `Hello, number ${n}.` };
}
