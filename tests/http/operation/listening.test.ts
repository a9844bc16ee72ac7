import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../../server/db/embedded/embedded-postgres.ts";
import { get } from "../../fixtures/network/http.ts";
import { createTcpProxy } from "../../fixtures/network/tcp-proxy.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";

/** On Linux all of 127.0.0.0/8 is this machine, so a second loopback address stands for another interface. */
const OTHER_INTERFACE = "127.0.0.2";

test("the site listens on all interfaces, or on loopback behind a proxy, or where HOST says", async () => {
  const open = await start({});
  expect(await statusAt(open, "127.0.0.1")).toBe(200);
  expect(await statusAt(open, OTHER_INTERFACE)).toBe(200);

  const proxied = await start({ TRUST_PROXY: "1" });
  expect(await statusAt(proxied, "127.0.0.1")).toBe(200);
  expect(await statusAt(proxied, OTHER_INTERFACE)).toBe("ECONNREFUSED");

  // It starts only if it leaves the proxied site's address alone. A port of its own could be another server's there.
  const { port } = new URL(proxied.url);
  const chosen = await start({ TRUST_PROXY: "1", HOST: OTHER_INTERFACE, PORT: port });
  expect(await statusAt(chosen, OTHER_INTERFACE)).toBe(200);
  expect(chosen.log.join("\n")).toContain(`Ready on http://${OTHER_INTERFACE}:${port}`);
});

test("the site says where links in emails lead if that is this machine only", async () => {
  const warning = (site: { log: string[] }) => site.log.filter((line) => line.startsWith("SITE_URL is not set"));
  const SMTP_URL = "smtp://localhost:1";
  const open = await start({ SMTP_URL });
  expect(warning(open)).toEqual([
    `SITE_URL is not set: links in emails lead to ${open.url}, which only this machine opens.`,
  ]);
  expect(warning(await start({ SMTP_URL, HOST: OTHER_INTERFACE })), "mails name the interface").toEqual([]);
  expect(warning(await start({ SMTP_URL, SITE_URL: "https://agency.example" }))).toEqual([]);
});

test("the site listens on a Unix socket, which a killed process leaves behind, and the database is on one, or at an IPv6 address", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-socket-"));
  const embedded = await startEmbedded({ dataDir: join(folder, "store") });
  const ways = [
    await createTcpProxy(embedded.url, { path: join(folder, ".s.PGSQL.5432") }),
    await createTcpProxy(embedded.url, { host: "::1" }),
  ];
  onTestFinished(async () => {
    for (const way of ways) way.close();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const { username, password, pathname } = new URL(embedded.url);
  const HOST = join(folder, "http.sock");
  const shared = { HOST, SITE_URL: "https://agency.example", TRUST_PROXY: "1" };
  const onSocket = `postgres://${username}:${password}@${encodeURIComponent(folder)}${pathname}`;
  const first = await start({ ...shared, DATABASE_URL: onSocket });
  expect(await askSocket(HOST, "/readyz")).toBe(200);
  expect(await askSocket(HOST, "/blog")).toBe(200);
  first.process.kill("SIGKILL");
  await once(first.process, "exit");
  const { port } = new URL(ways[1]?.url ?? "");
  const second = await start({
    ...shared,
    DATABASE_URL: `postgres://${username}:${password}@[::1]:${port}${pathname}`,
  });
  expect(await askSocket(HOST, "/readyz")).toBe(200);
  expect(second.log.join("\n")).toContain(`Ready on https://agency.example (${HOST})`);
  await expect(spawnSite({ ...shared, DATABASE_URL: onSocket })).rejects.toThrow("cannot listen");
});

function askSocket(socketPath: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host: "agency.example", "x-forwarded-for": "203.0.113.9" };
    request({ socketPath, path, headers }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}

test("with DRAIN_SECONDS a stopping site is neither live nor ready but still serves, and then exits with 0", async () => {
  const site = await start({ DRAIN_SECONDS: "5" });
  expect(await statusOf(site.url, "/livez")).toBe(200);
  const ended = new Promise((resolve) => site.process.once("exit", resolve));
  site.process.kill("SIGTERM");
  await expect.poll(() => statusOf(site.url, "/readyz"), { interval: 10 }).toBe(503);
  expect(await statusOf(site.url, "/livez")).toBe(503);
  expect(await statusOf(site.url, "/careers")).toBe(200);
  expect(await ended).toBe(0);
});

async function start(environment: Record<string, string>) {
  const site = await spawnSite(environment);
  onTestFinished(() => site.stop());
  return site;
}

const statusAt = ({ url }: { url: string }, host: string) =>
  statusOf(`http://${host}:${new URL(url).port}`, "/healthz");

function statusOf(url: string, path: string): Promise<number | undefined> {
  return get(url, path).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code as never,
  );
}
