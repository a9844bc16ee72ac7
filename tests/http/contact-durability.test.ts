import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { solveProofOfWork } from "../fixtures/mail/contact-proof.ts";
import { startSmtp } from "../fixtures/mail/smtp.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const MESSAGES = 200;
const SENDERS = 8;
const KILL_AFTER = [30, 70, 110, 150, 185];
/** How many mails the worker has under way at once: what one kill can cost in duplicates. */
const UNDER_WAY = 5;
const CLAIM_MS = 300_000;

test("no acknowledged message is lost while SMTP is down and the process is killed six times", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-durability-"));
  const [port, smtpPort] = [await freePort(), await freePort()];
  const environment = { PORT: String(port), DATA_DIR: dataDir, TRUST_PROXY: "1" };
  const start = () => spawnSite({ ...environment, SMTP_URL: `smtp://127.0.0.1:${smtpPort}` });
  let site = await start();
  onTestFinished(async () => {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const keys = await site.readKeys();
  const service = createClient(site.url, keys.serviceRoleKey, { auth: { persistSession: false } });
  /** Until the moment that it returns, the killed one may have claimed mails. */
  const restart = async (): Promise<Date> => {
    const exit = once(site.process, "exit");
    site.process.kill("SIGKILL");
    await exit;
    const ended = new Date();
    site = await start();
    return ended;
  };

  const acknowledged = new Map<string, string>();
  const kills = KILL_AFTER.map(async (count) => {
    await expect.poll(() => acknowledged.size, { timeout: 240_000, interval: 5 }).toBeGreaterThanOrEqual(count);
    return count;
  });
  const killing = (async () => {
    for (const due of kills) {
      await due;
      await restart();
    }
  })();
  let next = 0;
  const sender = async () => {
    while (next < MESSAGES) {
      const name = `Sender ${next++}`;
      acknowledged.set(name, await sendUntilAcknowledged(site.url, keys.anonKey, name));
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  await killing;

  const inbox = await readInbox(service);
  expect(new Map(inbox.map(({ name, reference }) => [name, reference]))).toEqual(acknowledged);
  expect(inbox).toHaveLength(MESSAGES);
  expect(inbox.filter(({ status }) => status !== "inbox")).toEqual([]);

  const received = await collectIds(smtpPort);
  await makeDue(service, new Date());
  await expect.poll(() => received.length, { timeout: 120_000 }).toBeGreaterThan(50);
  await makeDue(service, await restart());
  const undelivered = async () =>
    (await service.from("mail_outbox").select("id", { count: "exact", head: true }).neq("state", "sent")).count;
  await expect.poll(undelivered, { timeout: 120_000 }).toBe(0);

  const { data: outbox } = await service.from("mail_outbox").select("message_id").limit(1_000).throwOnError();
  expect(new Set(received)).toEqual(new Set(outbox.map(({ message_id: id }) => String(id))));
  expect(outbox).toHaveLength(2 * MESSAGES);
  const duplicates = received.length - new Set(received).size;
  console.log(`${MESSAGES} messages, ${received.length} deliveries, ${duplicates} of them twice`);
  expect(duplicates).toBeLessThanOrEqual(UNDER_WAY);
}, 400_000);

/** As the form does: the same key until an answer comes. */
async function sendUntilAcknowledged(url: string, apikey: string, name: string): Promise<string> {
  const number = Number(name.split(" ")[1]);
  const headers = {
    apikey,
    "content-type": "application/json",
    "idempotency-key": `message-${number}`,
    "x-forwarded-for": `10.${Math.floor(number / 200)}.${number % 200}.1`,
  };
  const address = `${url}/functions/v1/send-contact-email`;
  let proof: object | undefined;
  for (;;) {
    try {
      proof ??= await solveProofOfWork(() => fetch(address, { headers }));
      const fields = { name, email: `sender-${number}@people.example`, service: "Other", message: "Keep this." };
      const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify({ ...fields, ...proof }) });
      if (answer.ok) return ((await answer.json()) as { reference: string }).reference;
      if (answer.status < 500) throw new Refused(`${answer.status} ${await answer.text()}`);
    } catch (error) {
      if (error instanceof Refused) throw error;
      // Killed in the middle of it.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

class Refused extends Error {}

async function readInbox(service: SupabaseClient) {
  const { data } = await service.from("contact_messages").select("name, reference, status").limit(1_000).throwOnError();
  return data as { name: string; reference: string; status: string }[];
}

/** Makes every mail due now and releases the claims of a killed process, instead of waiting for both. */
async function makeDue(service: SupabaseClient, killed: Date): Promise<void> {
  const due = { state: "queued", next_attempt_at: new Date(0).toISOString() };
  const claimedBefore = new Date(killed.getTime() + CLAIM_MS).toISOString();
  await service
    .from("mail_outbox")
    .update(due)
    .eq("state", "sending")
    .lt("claimed_until", claimedBefore)
    .throwOnError();
  await service.from("mail_outbox").update(due).in("state", ["queued", "failed"]).throwOnError();
}

/** Collects the Message-ID of each mail that it took. */
async function collectIds(port: number): Promise<string[]> {
  const received: string[] = [];
  const { close } = await startSmtp({
    port,
    onMail: (raw) => received.push(/^Message-ID: (\S+)/im.exec(raw)?.[1] ?? ""),
  });
  onTestFinished(close);
  return received;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
