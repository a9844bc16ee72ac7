import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { freePort } from "../fixtures/network/free-port.ts";
import { get } from "../fixtures/network/http.ts";
import { type Proxy, startCaddy, startNginx } from "../fixtures/network/proxies.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import type { Site } from "../fixtures/site/start-site.ts";

/** Two rounds of the health checks in deploy/Caddyfile. */
const TWO_CHECKS_MS = 4_500;
const HOST = { host: "agency.example" };

let folder: string;
let embedded: EmbeddedPostgres;
let sites: Site[] = [];
let proxies: Proxy[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-proxied-"));
  await chmod(folder, 0o755);
  embedded = await startEmbedded({ dataDir: join(folder, "store") });
  const ports = [await freePort(), await freePort()];
  const shared = { DATABASE_URL: embedded.url, DATA_DIR: join(folder, "site"), TRUST_PROXY: "1" };
  for (const port of ports) sites.push(await spawnSite({ ...shared, PORT: String(port) }));
  proxies = await Promise.all([startNginx(folder, ports), startCaddy(folder, ports)]);
});
afterAll(async () => {
  for (const proxy of proxies) proxy.stop();
  await Promise.all(sites.map((site) => site.stop()));
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

test("nginx and Caddy pass pages on while the database is stopped, and say so kindly while no process runs", async () => {
  // Both processes have the page in their caches.
  for (const { url } of sites) await get(url, "/careers", HOST);
  await embedded.stop();
  for (const { url } of sites) {
    await expect.poll(() => get(url, "/readyz").then(({ status }) => status), { timeout: 60_000 }).toBe(503);
    expect((await get(url, "/livez")).status).toBe(200);
  }
  await sleep(TWO_CHECKS_MS);
  for (const { url } of proxies) {
    const replies = await Promise.all(Array.from({ length: 6 }, () => get(url, "/careers", HOST)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  }

  await Promise.all(sites.map((site) => site.stop()));
  sites = [];
  const answers = await Promise.all(proxies.map(({ url }) => get(url, "/careers", HOST)));
  for (const { status, headers, body } of answers) {
    expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "5", "no-store"]);
    expect(headers["content-type"]).toContain("text/html");
    expect(body.toString()).toContain("Back in a moment");
  }
});
