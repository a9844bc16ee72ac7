import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createStartupQueue } from "./http-server.ts";

test("during startup health probes get a response, and other requests wait until the server is ready", async () => {
  let isDraining = false;
  const startupQueue = createStartupQueue({
    headers: { "x-content-type-options": "nosniff" },
    isDraining: () => isDraining,
  });
  const server = createServer(startupQueue.listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let hasResponse = false;
  const page = fetch(`${url}/about`).finally(() => (hasResponse = true));

  const alive = await fetch(`${url}/healthz?from=probe`);
  expect([alive.status, await alive.json()]).toEqual([200, { healthy: true }]);
  expect(alive.headers.get("x-content-type-options")).toBe("nosniff");
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false }]);
  const live = await fetch(`${url}/livez`);
  expect([live.status, await live.json()]).toEqual([503, { live: false }]);
  expect((await fetch(`${url}/healthz`, { method: "HEAD" })).status).toBe(200);
  expect(hasResponse).toBe(false);

  startupQueue.release((request, response) => response.end(`ready: ${request.url}`));
  expect(await (await page).text()).toBe("ready: /about");
  expect(await (await fetch(`${url}/readyz`)).text()).toBe("ready: /readyz");
  const statusOfLive = async () => (await fetch(`${url}/livez`)).status;
  expect(await statusOfLive()).toBe(200);
  isDraining = true;
  expect(await statusOfLive()).toBe(503);
});
