import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { processesIn } from "../../server/db/embedded/processes.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

/** Long enough for PostgreSQL to be restarted. */
const RESTART_TIME_MS = 3_000;
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const BODY = "name=Ada&email=ada%40engine.example&service=Other&message=Too+late.";

test("PostgreSQL is not restarted when a service manager sends SIGTERM to all processes at once", async () => {
  const site = await spawnSite();
  onTestFinished(() => site.stop());
  const { folder } = await startEmbedded({ dataDir: site.dataDir, join: true });
  const cluster = join(folder, "data");
  const headers = { ...FORM, expect: "100-continue", "content-length": BODY.length };
  const upload = request(`${site.url}/contact`, { method: "POST", headers });
  const responded = once(upload, "response") as Promise<[IncomingMessage]>;
  upload.flushHeaders();
  await once(upload, "continue");

  const ended = once(site.process, "close");
  for (const pid of processesIn(cluster)) process.kill(pid, "SIGTERM");
  site.process.kill("SIGTERM");
  await sleep(RESTART_TIME_MS);
  expect(processesIn(cluster)).toEqual([]);
  upload.end(BODY);
  const [response] = await responded;
  expect(response.statusCode, "refused with Retry-After").toBe(503);
  response.resume();
  expect(await ended).toEqual([0, null]);
  expect(site.log.join("\n")).not.toContain("ended unexpectedly");
  expect(processesIn(cluster)).toEqual([]);
});
