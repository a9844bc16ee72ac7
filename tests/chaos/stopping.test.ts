import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createRandom, scaled, seed } from "../fixtures/scale.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const CLIENTS = scaled(40, 200);
const ROUNDS = scaled(2, 10);

type Sent = { readonly begun: number; readonly path: string; outcome: number | string };

test("requests sent before SIGTERM get a complete response, and the exit code is 0", async () => {
  const random = createRandom();
  for (let round = 0; round < ROUNDS; round++) {
    const site = await spawnSite({ TRUST_PROXY: "1" });
    onTestFinished(() => site.stop());
    const { anonKey } = await site.readKeys();
    const all: Sent[] = [];
    const clients = Array.from({ length: CLIENTS }, (_, n) => sendUntilClosed(site.url, anonKey, n, all));
    const written = () => all.filter(({ path, outcome }) => path.startsWith("/functions") && outcome === 200).length;
    await expect.poll(written, { timeout: 90_000, interval: 10 }).toBeGreaterThan(CLIENTS / 4);
    await sleep(random() * 300);
    const stopped = Date.now();
    site.process.kill("SIGTERM");
    const [code] = await once(site.process, "exit");
    await Promise.all(clients);
    // Excludes requests sent in the same millisecond as the signal.
    const before = all.filter(({ begun }) => begun < stopped);
    expect(before.length).toBeGreaterThan(CLIENTS);
    expect(before.filter(({ outcome }) => outcome !== 200 && outcome !== 503)).toEqual([]);
    expect(code, `seed ${seed}`).toBe(0);
  }
});

test("a request that arrives on an idle connection just before SIGTERM gets a response", async () => {
  const site = await spawnSite();
  onTestFinished(() => site.stop());
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openIdle(site.url)));
  site.process.kill("SIGSTOP");
  for (const { socket } of sockets) socket.write(PAGE_REQUEST);
  await sleep(100);
  site.process.kill("SIGTERM");
  site.process.kill("SIGCONT");
  const [code] = await once(site.process, "exit");
  await Promise.all(sockets.map(({ closed }) => closed));
  const responses = sockets.map(({ received }) => received().split("HTTP/1.1 200 OK").length - 1);
  expect(responses).toEqual(sockets.map(() => 2));
  expect(code).toBe(0);
});

const PAGE_REQUEST = "GET /careers HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\n\r\n";

/** A keep-alive connection that has received one response. */
async function openIdle(url: string) {
  const socket = connect(Number(new URL(url).port), "localhost");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  socket.write(PAGE_REQUEST);
  await expect.poll(() => text, { timeout: 90_000 }).toContain("HTTP/1.1 200 OK");
  return { socket, closed, received: () => text };
}

/** Alternates pages and messages over one keep-alive connection until the server closes it. */
async function sendUntilClosed(url: string, apikey: string, client: number, all: Sent[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let turn = 0; ; turn++) {
    const isMessage = (turn + client) % 2 === 0;
    const path = isMessage ? "/functions/v1/send-contact-email" : "/blog";
    const sent: Sent = { begun: Date.now(), path, outcome: "nothing" };
    all.push(sent);
    const name = `Client ${client}, ${turn}`;
    const fields = { name, email: `c${client}-${turn}@people.example`, service: "Other", message: "Hello." };
    const headers = { apikey, "content-type": "application/json", "x-forwarded-for": `10.${client}.${turn % 250}.1` };
    const isLast = await new Promise<boolean>((resolve) => {
      const sentRequest = request(
        new URL(path, url),
        { method: isMessage ? "POST" : "GET", headers, agent },
        (response) => {
          response.resume().on("close", () => {
            sent.outcome = response.complete ? (response.statusCode ?? 0) : "cut in the middle";
            resolve(response.headers.connection === "close" || !response.complete);
          });
        },
      );
      sentRequest.on("error", (error) => {
        sent.outcome = error.message;
        resolve(true);
      });
      sentRequest.end(isMessage ? JSON.stringify(fields) : undefined);
    });
    if (isLast) return agent.destroy();
  }
}
