import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { processesIn } from "../../server/db/embedded/processes.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import type { Site } from "../fixtures/site/start-site.ts";

/** Kubernetes' default grace period. */
const STOP_TIMEOUT_MS = 30_000;
const START_TIMEOUT_MS = 10_000;
const MESSAGE = { name: "Grace", email: "grace@navy.example", service: "Other", message: "Before the frost." };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

test("a site whose PostgreSQL is frozen stops in time, logs why, and loses no data", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-frozen-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  // SMTP_URL starts the mail worker, whose LISTEN connection must close too.
  const environment = { DATA_DIR: dataDir, SMTP_URL: "smtp://127.0.0.1:9" };
  const [site, firstMs] = await timed(() => spawnSite(environment));
  const { folder } = await startEmbedded({ dataDir, join: true });
  const cluster = join(folder, "data");
  onTestFinished(() => {
    site.process.kill("SIGKILL");
    for (const pid of processesIn(cluster)) process.kill(pid, "SIGKILL");
  });
  const sent = await get(site.url, "/contact", FORM, "POST", new URLSearchParams(MESSAGE).toString());
  expect(sent.status).toBe(200);

  for (const pid of processesIn(cluster)) process.kill(pid, "SIGSTOP");
  const exit = once(site.process, "close", { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) });
  site.process.kill("SIGTERM");
  await expect.poll(() => site.log.join("\n")).toContain('"stopping"');
  // scripts/start.mjs repeats the signal four times a second once npm has ended.
  site.process.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  await expect.poll(() => processesIn(cluster)).toEqual([]);
  expect(site.log.join("\n")).toMatch(/stopping without the database[^]*PostgreSQL did not stop in time and was ended/);

  const [next, nextMs] = await timed(() => spawnSite(environment));
  onTestFinished(() => void next.process.kill("SIGKILL"));
  expect(nextMs).toBeLessThan(Math.max(2 * firstMs, START_TIMEOUT_MS));
  expect(await readMessages(next)).toEqual([{ message: MESSAGE.message }]);
  await next.stop();
  await expect.poll(() => processesIn(cluster)).toEqual([]);
});

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, ms: number]> {
  const begun = performance.now();
  return [await work(), performance.now() - begun];
}

async function readMessages(site: Site): Promise<unknown> {
  const { serviceRoleKey } = await site.readKeys();
  const { body } = await get(site.url, "/rest/v1/contact_messages?select=message", {
    apikey: serviceRoleKey,
    authorization: `Bearer ${serviceRoleKey}`,
  });
  return JSON.parse(body.toString());
}
