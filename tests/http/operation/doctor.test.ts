import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { startEmbedded } from "../../../server/db/embedded/embedded-postgres.ts";
import { describeFacts } from "../../../server/doctor/local-checks.ts";
import { query } from "../../fixtures/database/query.ts";
import { startSmtp } from "../../fixtures/mail/smtp.ts";
import { freePort } from "../../fixtures/network/free-port.ts";
import { get } from "../../fixtures/network/http.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";
import { inheritedEnvironment } from "../../fixtures/site/inherited-environment.ts";
import type { Site } from "../../fixtures/site/start-site.ts";

const TOKEN = "a-token-of-the-operator";
const script = (name: string) => fileURLToPath(new URL(`../../../scripts/${name}.mjs`, import.meta.url));

let folder: string;
let site: Site;
let proxy: Server;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
/** The settings of a site with nothing wrong. */
let settings: Record<string, string>;
/** Faults of the proxy. */
const proxyFaults = { maxBodyBytes: Number.POSITIVE_INFINITY, dropsHeaders: false };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-doctor-"));
  proxy = await startProxy();
  smtp = await startSmtp({ onMail: () => {} });
  settings = {
    SITE_URL: `https://localhost:${portOf(proxy)}`,
    TRUST_PROXY: "1",
    SMTP_URL: smtp.url,
    BACKUP_DIR: join(folder, "backups"),
    METRICS_TOKEN: TOKEN,
  };
  site = await spawnSite(settings);
});
afterAll(async () => {
  await site.stop();
  await smtp.close();
  proxy.close();
  proxy.closeAllConnections();
  await rm(folder, { recursive: true });
});

test("npm run doctor finds nothing wrong with a site behind an https proxy, and tells PostgreSQL's support", async () => {
  await expect.poll(() => get(site.url, "/readyz").then(({ body }) => body.toString())).toContain('"backup":"ok"');
  const { code, output } = await doctor(settings);
  expect(output.trimEnd().split("\n").at(-1), output).toBe("Nothing is wrong.");
  expect(code).toBe(0);
  for (const line of [
    /^ok +process +http:\/\/127\.0\.0\.1:\d+ runs version \d/m,
    /^ok +database +The embedded PostgreSQL \d+\.\d+ is supported until 20\d\d-\d\d-\d\d: \d+ MB/m,
    /^ok +backups +The last one is of 20/m,
    /^ok +https +The certificate is valid for \d+ days\.$/m,
    /^ok +uploads +Pictures of 9 MB get through\.$/m,
  ]) {
    expect(output).toMatch(line);
  }
});

test("doctor says what is wrong with the proxy, mail, backups and settings, and exits with 1", async () => {
  Object.assign(proxyFaults, { maxBodyBytes: 1024 ** 2, dropsHeaders: true });
  const broken = { ...settings, SMTP_URL: "smtp://127.0.0.1:1", BACKUP_DIR: "" };
  const { code, output } = await doctor(broken);
  Object.assign(proxyFaults, { maxBodyBytes: Number.POSITIVE_INFINITY, dropsHeaders: false });
  expect(code).toBe(1);
  for (const line of [
    /^WRONG +mail +127\.0\.0\.1 cannot be used \(.*ECONNREFUSED.*\)\. Check SMTP_URL\.$/m,
    /^WRONG +backups +There are none: set BACKUP_DIR/m,
    /^WRONG +headers +The proxy drops strict-transport-security\. Let it pass them on\.$/m,
    /^WRONG +uploads +Pictures of 9 MB do not get through\. nginx: client_max_body_size 12m\.$/m,
    /^4 things are wrong\.$/m,
  ]) {
    expect(output).toMatch(line);
  }
  const stopped = await doctor({ ...settings, PORT: "1" });
  expect(stopped.output).toMatch(/^WRONG +process +Nothing answers at http:\/\/127\.0\.0\.1:1\. Start the site/m);
  const invalid = await doctor({ PORT: "many" });
  expect([invalid.code, invalid.output]).toEqual([1, expect.stringContaining("PORT must be a whole number")]);
});

test("doctor tells an old PostgreSQL, taken connections and a clock that differs", () => {
  const now = new Date("2030-10-01T00:00:00Z");
  const facts = { version: "18.4", major: 18, bytes: 1e8, used: 55, max: 60, now: new Date(now.getTime() + 9_000) };
  expect(describeFacts(facts, now, "The embedded").map(({ level, says }) => `${level}: ${says}`)).toEqual([
    "wrong: The embedded PostgreSQL 18.4 gets security updates only until 2030-11-14. Update the site, or your PostgreSQL.",
    "wrong: 55 of 60 connections are taken. Raise max_connections, or add a pooler.",
    "wrong: This machine and the database differ by 9 s. Set the clocks (NTP).",
  ]);
});

test("npm run serve waits for a database that comes up late, uses the keys of make-keys, and exits with 0 on SIGTERM", async () => {
  const keys = await run("make-keys");
  const [, anonKey = "", serviceRoleKey = ""] =
    /^SUPABASE_ANON_KEY=(\S+)\nSUPABASE_SERVICE_ROLE_KEY=(\S+)\n$/.exec(keys.output) ?? [];
  const given = { SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey };
  expect(readConfig(given).apiKeys).toEqual({ anonKey, serviceRoleKey });

  const database = await createDatabase();
  const late = createTcpServer((socket) => socket.pipe(connect(Number(database.port), "127.0.0.1")).pipe(socket));
  const PORT = String(await freePort());
  const databasePort = String(await freePort());
  const child = spawn(process.execPath, [script("serve")], {
    env: {
      ...inheritedEnvironment(),
      ...given,
      PORT,
      DATABASE_URL: Object.assign(new URL(database), { port: databasePort }).href,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain(`Waiting for the database: 127.0.0.1:${databasePort} refuses connections.`);
  late.listen(Number(databasePort), "127.0.0.1");
  await expect.poll(() => output).toContain("Ready on ");
  const headers = { apikey: anonKey };
  expect((await get(`http://127.0.0.1:${PORT}`, "/rest/v1/blog_posts", headers)).status).toBe(200);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  late.close();
});

function doctor(environment: Record<string, string>) {
  return run("doctor", { PORT: new URL(site.url).port, DATA_DIR: site.dataDir, ...environment });
}

async function run(name: string, environment: Record<string, string> = {}, ...args: string[]) {
  const env = { ...inheritedEnvironment(), NODE_EXTRA_CA_CERTS: join(folder, "certificate.pem"), ...environment };
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, [script("run"), name, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

/** A proxy with https, whose certificate the commands trust. */
async function startProxy(): Promise<Server> {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-keyout", key, "-out", certificate];
  await promisify(execFile)("openssl", ["req", "-x509", "-nodes", "-days", "30", ...files, ...subject]);
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (asked, answer) => {
    if (Number(asked.headers["content-length"]) > proxyFaults.maxBodyBytes) {
      answer.writeHead(413, { connection: "close" }).end();
      return;
    }
    const { hostname, port } = new URL(site.url);
    const headers = { ...asked.headers, "x-forwarded-for": "192.0.2.1" };
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers }, (response) => {
      if (proxyFaults.dropsHeaders) delete response.headers["strict-transport-security"];
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return server;
}

async function createDatabase(): Promise<URL> {
  const { url, superuserUrl } = await startEmbedded({ dataDir: site.dataDir, join: true });
  await query(superuserUrl, "create database late owner plumbline");
  return Object.assign(new URL(url), { pathname: "/late" });
}

function portOf(server: { address: () => unknown }): number {
  return (server.address() as AddressInfo).port;
}
