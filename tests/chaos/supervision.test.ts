import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isAlive, processesIn } from "../../server/db/embedded/processes.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { spawnServer } from "../fixtures/site/start-site.ts";
import { SERVE, type SupervisedSite, superviseSite } from "../fixtures/site/supervised-site.ts";

const TOKEN = "a-token-of-the-operator";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
/** Makes a server throw outside of any request, as a bug would. */
const THROW_ON_SIGUSR2 = `process.on("SIGUSR2", () => { throw new Error("a bug"); })`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(THROW_ON_SIGUSR2)}`;

const ENDS = { "throws an error": "SIGUSR2", "is killed": "SIGKILL", "gets a signal of its own": "SIGTERM" } as const;

test("a server that ends unasked is started again on its port, with one line in the log and a metric", async () => {
  const site = await start({ METRICS_TOKEN: TOKEN, NODE_OPTIONS });
  const postmaster = await readPostmaster(site);
  for (const [n, [how, signal]] of Object.entries(ENDS).entries()) {
    await site.restart((server) => process.kill(server, signal));
    expect((await get(site.url, "/livez")).status, how).toBe(200);
    const lines = site.log.filter((line) => line.includes('"server started again"'));
    expect(lines, how).toHaveLength(n + 1);
    const { body } = await get(site.url, "/metrics", { authorization: `Bearer ${TOKEN}` });
    expect(body.toString()).toContain(`\nplumbline_restarts_total ${n + 1}\n`);
    // SIGTERM is a proper stop, which includes PostgreSQL.
    if (signal !== "SIGTERM")
      expect(await readPostmaster(site), `PostgreSQL runs on when the server ${how}`).toBe(postmaster);
  }
  expect(site.log.join("\n")).toMatch(
    /"given up"[^]*"after":"exit code 1"[^]*"after":"SIGKILL"[^]*"after":"exit code 0"/,
  );
});

test("a restart that fails is tried again until it succeeds", async () => {
  const site = await start();
  await site.restart(async (server) => {
    process.kill(server, "SIGKILL");
    const squatter = await occupy(Number(new URL(site.url).port));
    await expect.poll(() => site.log.filter((line) => line.includes("is taken")).length).toBeGreaterThan(1);
    squatter.close();
  });
  expect((await get(site.url, "/readyz")).status).toBe(200);
});

test("a server that hangs is killed and started again after 20 seconds without an answer", async () => {
  const site = await start();
  const hanging = site.serverPid();
  await site.restart((server) => process.kill(server, "SIGSTOP"));
  expect(isAlive(hanging)).toBe(false);
  expect(site.log.join("\n")).toContain('"after":"no answer for 20 s"');
});

test("when the parent is killed, nothing is left running, and the next start has every message", async () => {
  const site = await start();
  const server = site.serverPid();
  const message = { name: "Grace", email: "grace@navy.example", service: "Other", message: "Before the kill." };
  const sent = await get(site.url, "/contact", FORM, "POST", new URLSearchParams(message).toString());
  expect(sent.status).toBe(200);
  site.parent.kill("SIGKILL");
  await expect.poll(() => [isAlive(server), processesIn(site.cluster)]).toEqual([false, []]);

  const next = await spawnSite({ DATA_DIR: site.dataDir }, SERVE);
  const { serviceRoleKey } = await next.readKeys();
  const headers = { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` };
  const { body } = await get(next.url, "/rest/v1/contact_messages?select=message", headers);
  expect(JSON.parse(body.toString())).toEqual([{ message: message.message }]);
  await next.stop();
});

test.each(["SIGTERM", "SIGINT"] as const)("%s before the site is ready leaves nothing running", async (signal) => {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-supervised-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const parent = spawnServer({ DATA_DIR: dataDir }, SERVE);
  const exit = once(parent, "exit");
  const cluster = join(dataDir, "postgres/data");
  await expect.poll(() => processesIn(cluster), { interval: 1 }).not.toEqual([]);
  parent.kill(signal);
  expect(await exit).toEqual([0, null]);
  expect(processesIn(cluster)).toEqual([]);
});

test("a first start that fails is not repeated: the reason is printed once, and the exit code is 1", async () => {
  const parent = spawnServer({ PORT: "many" }, SERVE);
  const [printed, [code]] = await Promise.all([text(parent.stderr), once(parent, "exit")]);
  expect([printed, code]).toEqual(["The environment has a problem: PORT must be a whole number\n", 1]);
});

async function start(environment: Record<string, string> = {}): Promise<SupervisedSite> {
  const site = await superviseSite(environment);
  onTestFinished(() => site.stop());
  return site;
}

async function readPostmaster({ cluster }: SupervisedSite): Promise<number> {
  return Number.parseInt(await readFile(join(cluster, "postmaster.pid"), "utf8"));
}

/** Takes the port as soon as the killed server has left it. */
async function occupy(port: number): Promise<Server> {
  for (;;) {
    const server = createServer().listen(port);
    const isListening = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (isListening) return server;
    await sleep(1);
  }
}
