import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../../server/db/embedded/embedded-postgres.ts";
import { get } from "../../fixtures/network/http.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";
import type { Site } from "../../fixtures/site/start-site.ts";

const MESSAGE = { name: "Grace", email: "grace@navy.example", service: "Other", message: "Typed with great care." };
const FORM = { "content-type": "application/x-www-form-urlencoded", "accept-encoding": "identity" };

let site: Site;
let backups: string;
let keys: { anonKey: string; serviceRoleKey: string };
/** A superuser's connection to the site's database. */
let sql: Sql;

beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), "plumbline-backups-"));
  site = await spawnSite({ BACKUP_DIR: backups, METRICS_TOKEN: "a-token-of-the-operator" });
  keys = await site.readKeys();
  const address = new URL((await startEmbedded({ dataDir: site.dataDir, join: true })).superuserUrl);
  address.pathname = "/plumbline";
  sql = postgres(address.href, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end();
  await site.stop();
  await rm(backups, { recursive: true });
});

test("/readyz and /metrics tell that the backup made at the start is verified", async () => {
  await expect.poll(() => readiness(site.url)).toMatchObject([200, { ready: true, backup: "ok" }]);
  expect(await readdir(backups)).toEqual(["last-backup.json", expect.stringMatching(/^plumbline-.*\.gz$/)]);
  const { body } = await get(site.url, "/metrics", { authorization: "Bearer a-token-of-the-operator" });
  expect(body.toString()).toContain('plumbline_part_ok{part="backup",state="ok"} 1');
  expect(body.toString()).toMatch(/^plumbline_backup_size_bytes [1-9]/m);
});

test("a read-only database makes the site unready, and writes get 503 with Retry-After", async () => {
  await setReadOnly("on");
  onTestFinished(() => setReadOnly("off"));
  await expect.poll(() => readiness(site.url)).toMatchObject([503, { ready: false, database: "read-only" }]);
  const json = { apikey: keys.serviceRoleKey, "content-type": "application/json" };
  const account = JSON.stringify({ email: "ada@engine.example", password: "correct-horse-9" });
  const post = JSON.stringify({ title: "T", excerpt: "e", content: "c" });
  for (const [path, body] of [
    ["/rest/v1/blog_posts", post],
    ["/auth/v1/signup", account],
    ["/functions/v1/send-contact-email", JSON.stringify(MESSAGE)],
  ] as const) {
    const reply = await get(site.url, path, json, "POST", body);
    expect([path, reply.status, reply.headers["retry-after"]]).toEqual([path, 503, expect.stringMatching(/^\d+$/)]);
  }
  const form = await get(site.url, "/contact", FORM, "POST", new URLSearchParams(MESSAGE).toString());
  expect([form.status, form.headers["retry-after"]]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(form.body.toString()).toContain(MESSAGE.message);
  expect((await get(site.url, "/blog")).status).toBe(200);

  await setReadOnly("off");
  await expect.poll(() => readiness(site.url)).toMatchObject([200, { ready: true, database: "ok" }]);
});

test("a database that lacks one of this build's migrations makes the site unready", async () => {
  const [removed] = await sql`
    delete from supabase_migrations.schema_migrations
    where version = (select max(version) from supabase_migrations.schema_migrations) returning *`;
  await expect.poll(() => readiness(site.url)).toMatchObject([503, { ready: false, database: "migrations behind" }]);
  await sql`insert into supabase_migrations.schema_migrations ${sql(removed ?? {})}`;
  expect(await readiness(site.url)).toMatchObject([200, { ready: true }]);
});

test("Supabase mode: a function that is not deployed is told, logged, and never shown to visitors as a 404", async () => {
  const supabase = await startSupabase();
  const remote = await spawnSite({
    SUPABASE_URL: supabase.url,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
  });
  onTestFinished(() => remote.stop());
  await expect.poll(() => readiness(remote.url)).toMatchObject([200, { ready: true, contact: "missing" }]);
  await expect.poll(() => remote.log.join("\n")).toContain("supabase functions deploy send-contact-email");

  const form = await get(remote.url, "/contact", FORM, "POST", new URLSearchParams(MESSAGE).toString());
  expect(form.status).toBe(503);
  expect(form.body.toString()).toContain("Please try again later.");
  expect(form.body.toString()).not.toContain("Requested function was not found");
  expect(form.body.toString()).toContain(MESSAGE.message);
  await expect.poll(() => remote.log.join("\n")).toContain("a message is lost");
});

test("Supabase mode: a 200 that is not the function's own answer counts as a missing function", async () => {
  const supabase = await startSupabase({ hasGateway: true });
  const remote = await spawnSite({
    SUPABASE_URL: supabase.url,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
  });
  onTestFinished(() => remote.stop());
  await expect.poll(() => readiness(remote.url)).toMatchObject([200, { ready: true, contact: "missing" }]);
});

test("Supabase mode: a deployed function and current migrations are told, and an outage makes the site unready", async () => {
  const supabase = await startSupabase({ hasFunction: true });
  const remote = await spawnSite({
    SUPABASE_URL: supabase.url,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
  });
  onTestFinished(() => remote.stop());
  await expect
    .poll(() => readiness(remote.url))
    .toMatchObject([200, { ready: true, database: "ok", mail: "ok", contact: "ok" }]);
  supabase.stop();
  await expect.poll(() => readiness(remote.url)).toMatchObject([503, { ready: false, database: "unreachable" }]);
  expect((await get(remote.url, "/careers")).status).toBe(200);
});

async function setReadOnly(value: "on" | "off"): Promise<void> {
  // The superuser's own session must stay able to write.
  await sql`set default_transaction_read_only = off`;
  await sql.unsafe(`alter role plumbline set default_transaction_read_only = ${value}`);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'plumbline' and application_name not like 'plumbline-holder%'`;
}

async function readiness(url: string): Promise<unknown> {
  const { status, body } = await get(url, "/readyz");
  return [status, JSON.parse(body.toString())];
}

/** The site as a Supabase, in which the function may be missing. */
async function startSupabase({ hasFunction = false, hasGateway = false } = {}): Promise<{
  url: string;
  stop: () => void;
}> {
  const server = createServer(async (request, response) => {
    if (hasGateway && request.url?.startsWith("/functions/v1/")) {
      return void response.end("<h1>Welcome</h1>");
    }
    if (!hasFunction && request.url?.startsWith("/functions/v1/")) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ code: "NOT_FOUND", message: "Requested function was not found" }));
      return;
    }
    const headers = { ...request.headers } as Record<string, string>;
    const reply = await get(site.url, request.url ?? "/", headers, request.method, await text(request));
    response.writeHead(reply.status ?? 500, reply.headers);
    response.end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}
