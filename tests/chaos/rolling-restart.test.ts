import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { freePort } from "../fixtures/network/free-port.ts";
import { get } from "../fixtures/network/http.ts";
import { type Proxy, startCaddy, startNginx } from "../fixtures/network/proxies.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import type { Site } from "../fixtures/site/start-site.ts";

const KEYS = {
  SUPABASE_ANON_KEY: "c1f3a8e2d4b5967081726354afbecd09",
  SUPABASE_SERVICE_ROLE_KEY: "90dcebfa45362718079657b4d2e8a3f1",
};
const CLIENTS_PER_PROXY = 3;
/** Leaves the processor to the processes that start. */
const PAUSE_MS = 20;
/** Longer than the interval of the health checks in deploy/Caddyfile. */
const DRAIN_SECONDS = "3";

type Outcome = { readonly proxy: string; readonly title: string | undefined; readonly status: number | string };

const proxies: Proxy[] = [];
let folder: string;
let embedded: EmbeddedPostgres;
let sitePorts: readonly number[];
let sites: Site[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-rolling-"));
  await chmod(folder, 0o755);
  embedded = await startEmbedded({ dataDir: join(folder, "store") });
  sitePorts = [await freePort(), await freePort()];
  sites = await Promise.all([startProcess(0), startProcess(1)]);
});
afterAll(async () => {
  for (const proxy of proxies) proxy.stop();
  await Promise.all(sites.map((site) => site.stop()));
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

test("two processes behind nginx and Caddy are restarted one after the other, and no request fails", async () => {
  proxies.push(...(await Promise.all([startNginx(folder, sitePorts), startCaddy(folder, sitePorts)])));
  const addresses = proxies.map(({ url }) => url);
  const outcomes: Outcome[] = [];
  let isOver = false;
  const clients = addresses.flatMap((proxy) =>
    Array.from({ length: CLIENTS_PER_PROXY }, (_, n) => sendUntil(() => isOver, proxy, n, outcomes)),
  );
  for (const index of [0, 1]) {
    const site = sites[index];
    const exit = once(site?.process ?? process, "exit");
    site?.process.kill("SIGTERM");
    await expect.poll(() => get(site?.url ?? "", "/readyz").then(({ status }) => status)).toBe(503);
    expect((await get(site?.url ?? "", "/careers")).headers.connection).toBe("close");
    const [code] = await exit;
    expect(code).toBe(0);
    sites[index] = await startProcess(index);
  }
  isOver = true;
  await Promise.all(clients);
  expect(outcomes.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  const titles = outcomes.flatMap(({ title }) => title ?? []);
  for (const proxy of addresses) expect(outcomes.filter((sent) => sent.proxy === proxy).length).toBeGreaterThan(30);
  const service = createClient(sites[0]?.url ?? "", KEYS.SUPABASE_SERVICE_ROLE_KEY);
  const { data } = await service.from("blog_posts").select("title").like("title", "Rolling %").limit(10_000);
  expect(data?.map(({ title }) => title as string).toSorted()).toEqual(titles.toSorted());
});

function startProcess(index: number): Promise<Site> {
  return spawnSite({
    ...KEYS,
    PORT: String(sitePorts[index]),
    DATABASE_URL: embedded.url,
    DATA_DIR: join(folder, "site"),
    TRUST_PROXY: "1",
    DRAIN_SECONDS,
  });
}

/** Alternates pages, reads and writes over keep-alive connections. */
async function sendUntil(isOver: () => boolean, proxy: string, client: number, outcomes: Outcome[]): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const apikey = KEYS.SUPABASE_SERVICE_ROLE_KEY;
  for (let turn = 0; !isOver(); turn++) {
    const title = turn % 3 === 0 ? `Rolling ${new URL(proxy).port} ${client} ${turn}` : undefined;
    const path = title ? "/rest/v1/blog_posts" : turn % 3 === 1 ? "/blog" : "/rest/v1/blog_posts?limit=1";
    const status = await new Promise<number | string>((resolve) => {
      const headers = { apikey, "content-type": "application/json", host: "agency.example" };
      const sent = request(new URL(path, proxy), { agent, method: title ? "POST" : "GET", headers }, (response) => {
        response.resume().on("close", () => resolve(response.complete ? (response.statusCode ?? 0) : "cut"));
      });
      sent.on("error", (error) => resolve(error.message));
      sent.end(title && JSON.stringify({ title, excerpt: "e", content: "c" }));
    });
    outcomes.push({ proxy, title, status });
    await sleep(PAUSE_MS);
  }
  agent.destroy();
}
