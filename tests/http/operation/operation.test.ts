import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test, vi } from "vitest";
import { processesIn } from "../../../server/db/embedded/processes.ts";
import { get } from "../../fixtures/network/http.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";
import { inheritedEnvironment } from "../../fixtures/site/inherited-environment.ts";

test("pages use SITE_URL instead of the Host header and send HSTS", async () => {
  const own = await spawnSite({ SITE_URL: "https://agency.example" });
  const { body, headers } = await get(own.url, "/blog/balance-is-a-number", { host: "evil.example" });
  await own.stop();
  expect(body.toString()).toContain(encodeURIComponent("https://agency.example/blog/balance-is-a-number"));
  expect(body.toString()).not.toContain("evil.example");
  expect(headers["strict-transport-security"]).toContain("max-age=63072000");
});

test("keep-alive connections stay open for longer than a proxy's 60 seconds", async () => {
  const own = await spawnSite();
  const { headers } = await get(own.url, "/");
  await own.stop();
  const [, seconds] = /timeout=(\d+)/.exec(String(headers["keep-alive"])) ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

test("an invalid environment prevents startup and lists every problem", async () => {
  const start = spawnSite({ PORT: "many", SITE_URL: "agency", TRUST_PROXY: "-1" });
  await expect(start).rejects.toThrow(/PORT[\s\S]*SITE_URL[\s\S]*TRUST_PROXY/);
});

test("the environment of the test runner is not passed on to the site", () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of ["SMTP_URL", "DATABASE_URL", "INDEXNOW_KEY", "ADMIN_PASSWORD"]) vi.stubEnv(name, "of production");
  vi.stubEnv("CHROMIUM_PATH", "/usr/bin/chromium");
  const inherited = inheritedEnvironment();
  expect(Object.values(inherited)).not.toContain("of production");
  expect(inherited).toMatchObject({ CHROMIUM_PATH: "/usr/bin/chromium", PATH: process.env.PATH });
});

test("a port in use is reported in a sentence", async () => {
  const first = await spawnSite();
  await expect(spawnSite({ PORT: new URL(first.url).port })).rejects.toThrow(/is taken/);
  await first.stop();
});

test("while its database recovers, a site is healthy but not ready", async () => {
  const sockets: Socket[] = [];
  const recovering = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
  const free = createServer().listen(0, "127.0.0.1");
  await Promise.all([once(recovering, "listening"), once(free, "listening")]);
  const PORT = String(portOf(free));
  free.close();
  const start = spawnSite({ PORT, DATABASE_URL: `postgres://u:p@127.0.0.1:${portOf(recovering)}/d` });
  const url = `http://localhost:${PORT}`;
  await expect.poll(() => get(url, "/healthz").then(({ status }) => status, String)).toBe(200);
  expect((await get(url, "/readyz")).status).toBe(503);
  recovering.close();
  for (const socket of sockets) socket.destroy();
  await expect(start).rejects.toThrow(/The site ended/);
});

test("a failure after the database has started is logged and stops PostgreSQL", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-operation-"));
  await mkdir(join(dataDir, "keys.json"));
  await expect(spawnSite({ DATA_DIR: dataDir })).rejects.toThrow(/keys/);
  expect(processesIn(join(dataDir, "postgres", "data"))).toEqual([]);
  await rm(dataDir, { recursive: true, force: true });
});

test("SIGTERM right after Ready stops the process", async () => {
  const own = await spawnSite();
  own.process.kill("SIGTERM");
  const [code] = await once(own.process, "exit");
  expect(code).toBe(0);
  await own.stop();
});

test("repeated SIGTERM lets a pending request finish and exits with 0", async () => {
  const own = await spawnSite();
  const asked = request(`${own.url}/services/design`, { headers: { expect: "100-continue" } });
  const answered = once(asked, "response") as Promise<[IncomingMessage]>;
  asked.flushHeaders();
  // The server has read it and is at work.
  await once(asked, "continue");
  const ended = once(own.process, "exit");
  own.process.kill("SIGTERM");
  await expect.poll(() => own.log.join()).toContain("stopping");
  own.process.kill("SIGTERM");
  asked.end();
  const [response] = await answered;
  expect(response.statusCode).toBe(200);
  expect(await text(response)).toContain("</html>");
  expect(await ended).toEqual([0, null]);
});

test("/readyz reports late mail with status 200, and old messages are erased at startup", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-operation-"));
  const environment = { DATA_DIR: dataDir, MAIL_ALERT_MINUTES: "5", MESSAGE_RETENTION_DAYS: "30" };
  const first = await spawnSite(environment);
  const { serviceRoleKey } = await first.readKeys();
  const connect = ({ url }: { url: string }) => createClient(url, serviceRoleKey, { auth: { persistSession: false } });
  const readiness = async () => {
    const { status, body } = await get(first.url, "/readyz");
    return [status, JSON.parse(body.toString())];
  };
  expect((await get(first.url, "/privacy")).body.toString()).toContain("Messages are kept for 30 days.");
  const message = { name: "Ada", email: "ada@engine.example", service: "Other", message: "Hello." };
  await connect(first).functions.invoke("send-contact-email", { body: message });
  expect(await readiness()).toMatchObject([200, { ready: true, mail: "ok" }]);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await connect(first)
    .from("mail_outbox")
    .update({ queued_at: ago(6) })
    .neq("state", "sent")
    .throwOnError();
  expect(await readiness()).toMatchObject([200, { ready: true, mail: "late" }]);

  await connect(first)
    .from("contact_messages")
    .update({ created_at: ago(31 * 24 * 60) })
    .eq("email", message.email)
    .throwOnError();
  await first.stop();
  const second = await spawnSite(environment);
  const count = async () => (await connect(second).from("contact_messages").select()).data?.length;
  await expect.poll(count).toBe(0);
  await second.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;
