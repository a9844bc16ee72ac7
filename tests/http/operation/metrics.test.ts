import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Mailbox, openMailbox } from "../../fixtures/mail/mailbox.ts";
import { get } from "../../fixtures/network/http.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";
import type { Site } from "../../fixtures/site/start-site.ts";

const TOKEN = "a-token-of-the-operator";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

const TEAM = "team@plumbline.example";
const DASHBOARD = new URL("../../../deploy/grafana-dashboard.json", import.meta.url);
const ALERTS = new URL("../../../deploy/alerts.yml", import.meta.url);
/** Only after a drill, and with a certificate. */
const ELSEWHERE = /^plumbline_(?:drill|certificate)_/;

let site: Site;
let mailbox: Mailbox;
let backups: string;
beforeAll(async () => {
  mailbox = await openMailbox();
  backups = await mkdtemp(join(tmpdir(), "plumbline-metrics-"));
  site = await spawnSite({
    METRICS_TOKEN: TOKEN,
    SMTP_URL: mailbox.url,
    CONTACT_TO: TEAM,
    BACKUP_DIR: backups,
    MAIL_ALERT_MINUTES: "1",
  });
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
  await rm(backups, { recursive: true, force: true });
});

const readText = async () => (await get(site.url, "/metrics", { authorization: `Bearer ${TOKEN}` })).body.toString();

/** The samples by name and labels, as they are written. */
async function readSamples(): Promise<ReadonlyMap<string, number>> {
  const lines = (await readText()).split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}

test("/metrics is a 404 without the token, and with a wrong one", async () => {
  for (const authorization of ["", `Bearer ${TOKEN}x`, "Bearer ", `Basic ${TOKEN}`]) {
    const { status, body } = await get(site.url, "/metrics", { authorization });
    expect([authorization, status]).toEqual([authorization, 404]);
    expect(body.toString()).not.toContain("plumbline_");
  }
  const without = await spawnSite();
  onTestFinished(() => without.stop());
  expect((await get(without.url, "/metrics", { authorization: "Bearer undefined" })).status).toBe(404);
});

test("requests are counted by route and status; paths and queries of visitors never appear", async () => {
  const { anonKey } = await site.readKeys();
  await get(site.url, "/careers");
  await get(site.url, "/careers");
  await get(site.url, "/not-a-page-of-ada?email=ada@agency.example");
  await get(site.url, "/rest/v1/blog_posts?slug=eq.from-ada", { apikey: anonKey });
  await get(site.url, "/favicon.svg");
  const { status, headers, body } = await get(site.url, "/metrics", { authorization: `Bearer ${TOKEN}` });
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const text = body.toString();
  for (const line of [
    /^plumbline_http_requests_total\{route="cached page",status="200"\} [1-9]/m,
    /^plumbline_http_requests_total\{route="page",status="200"\} [1-9]/m,
    /^plumbline_http_requests_total\{route="page",status="404"\} [1-9]/m,
    /^plumbline_http_requests_total\{route="\/rest\/v1\/\*",status="200"\} 1$/m,
    /^plumbline_http_requests_total\{route="file",status="200"\} [1-9]/m,
    /^plumbline_http_request_duration_seconds_count\{route="\/rest\/v1\/\*"\} 1$/m,
    /^plumbline_ready 1$/m,
    /^plumbline_part_ok\{part="database",state="ok"\} 1$/m,
  ]) {
    expect(text).toMatch(line);
  }
  expect(text).not.toMatch(/ada|careers|blog_posts/);
});

const POSTS = {
  "/functions/v1/send-contact-email": "application/json",
  "/rest/v1/blog_posts": "application/json",
  "/auth/v1/token?grant_type=password": "application/json",
  "/contact": FORM["content-type"],
  "/newsroom/invite": FORM["content-type"],
};

test("a client that leaves in the middle of its request is counted as 499, and is no error", async () => {
  const { serviceRoleKey } = await site.readKeys();
  const before = await readSamples();
  const logged = site.log.length;
  const framings = ["content-length: 100\r\n\r\n{", "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n"];
  const requests = Object.entries(POSTS).flatMap(([path, type]) => {
    const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\napikey: ${serviceRoleKey}\r\ncontent-type: ${type}\r\n`;
    return framings.map((framing) => head + framing);
  });
  for (const request of requests) await leaveInTheMiddle(request);

  const countLeft = (samples: ReadonlyMap<string, number>) =>
    [...samples].reduce((sum, [name, count]) => (name.includes('status="499"') ? sum + count : sum), 0);
  await expect.poll(async () => countLeft(await readSamples())).toBe(countLeft(before) + requests.length);
  const after = await readSamples();
  expect(after.get("plumbline_errors_total")).toBe(before.get("plumbline_errors_total"));
  expect([...after.keys()].filter((name) => /status="5/.test(name) && after.get(name) !== before.get(name))).toEqual(
    [],
  );
  expect(site.log.slice(logged).filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

async function leaveInTheMiddle(request: string): Promise<void> {
  const socket = connect(Number(new URL(site.url).port), "localhost");
  socket.on("error", () => {});
  await once(socket, "connect");
  await new Promise((resolve) => socket.write(request, resolve));
  // Reset it only after the server has begun to read the body.
  await sleep(100);
  socket.resetAndDestroy();
}

test("sign-ins, messages, mails, the pool and PostgreSQL are counted", async () => {
  const before = await readSamples();
  const { anonKey, serviceRoleKey } = await site.readKeys();
  const [service, visitor] = [serviceRoleKey, anonKey].map((key) =>
    createClient(site.url, key, { auth: { persistSession: false, autoRefreshToken: false } }),
  );
  const account = { email: "grace@agency.example", password: "a-password-of-some-length" };
  await service?.auth.admin.createUser({ ...account, email_confirm: true });
  await visitor?.auth.signInWithPassword({ ...account, password: "a-wrong-password" });
  await visitor?.auth.signInWithPassword(account);
  await visitor?.auth.verifyOtp({ email: account.email, token: "123456", type: "email" });
  mailbox.refused.add(account.email);
  const fields = "name=Grace&email=grace%40agency.example&service=Other&message=We+need+a+new+website+in+spring.";
  expect((await get(site.url, "/contact", FORM, "POST", fields)).status).toBeLessThan(400);
  await mailbox.read(TEAM);
  const late = { kind: "account", recipient: "late@agency.example", message_id: "<late@agency.example>" };
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const queued = await service?.from("mail_outbox").insert({ ...late, queued_at: hourAgo, next_attempt_at: inAnHour });
  expect(queued?.error).toBeNull();
  const EXPECTED = {
    'plumbline_sign_ins_total{outcome="ok"}': 1,
    'plumbline_sign_ins_total{outcome="refused"}': 2,
    'plumbline_messages_total{outcome="stored"}': 1,
    'plumbline_messages_total{outcome="refused"}': 0,
    'plumbline_mails_total{outcome="sent"}': 1,
    'plumbline_mails_total{outcome="failed"}': 1,
    'plumbline_mails_total{outcome="deferred"}': 0,
    'plumbline_mails{state="waiting"}': 1,
    'plumbline_mails{state="late"}': 1,
  };
  const readDifferences = async () => {
    const after = await readSamples();
    const names = Object.keys(EXPECTED);
    return Object.fromEntries(names.map((name) => [name, (after.get(name) ?? NaN) - (before.get(name) ?? NaN)]));
  };
  await expect.poll(readDifferences).toEqual(EXPECTED);
  const samples = await readSamples();
  const read = (name: string) => samples.get(name) ?? NaN;
  expect(read('plumbline_pool_connections{state="idle"}')).toBeGreaterThan(0);
  expect(read('plumbline_pool_connections{state="in_use"}')).toBe(0);
  expect(read("plumbline_pool_waiting")).toBe(0);
  expect(read("plumbline_database_up")).toBe(1);
  expect(read("postgres_database_size_bytes")).toBeGreaterThan(1_000_000);
  expect(read("postgres_connections")).toBeGreaterThan(1);
  expect(read("postgres_max_connections")).toBe(60);
  expect(read("nodejs_eventloop_lag_p99_seconds")).toBeLessThan(5);
  expect(read("process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(read('plumbline_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
  expect(read('plumbline_disk_size_bytes{folder="data"}')).toBeGreaterThan(0);
  expect(await readText()).not.toMatch(/grace|agency\.example|127\.0\.0\.1/);
});

test("/metrics has every metric and label of the Grafana dashboard and of the alerts", async () => {
  await expect.poll(readText).toContain("plumbline_backup_size_bytes");
  const text = await readText();
  const alerts = [...(await readFile(ALERTS, "utf8")).matchAll(/expr: (?:\|\n)?((?:.|\n {10})+)/g)];
  const { panels } = JSON.parse(await readFile(DASHBOARD, "utf8")) as { panels: { targets: { expr: string }[] }[] };
  const queries = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...alerts.map(([, expr = ""]) => expr.replaceAll(/,? ?(?:job|state|status)=~?"[^"]*"/g, "")),
  ];
  const names = queries.flatMap((query) => query.match(/\b(?:plumbline|postgres|nodejs|process)_[a-z0-9_]+/g) ?? []);
  const labels = queries.flatMap((query) => query.match(/\b[a-z]+="[^"]+"/g) ?? []);
  expect(queries.length).toBeGreaterThan(20);
  expect(queries.filter((query) => !/_[a-z]|^up\b/.test(query))).toEqual([]);
  expect(names.filter((name) => !new RegExp(`^${name}[{ ]`, "m").test(text) && !ELSEWHERE.test(name))).toEqual([]);
  expect(labels.filter((label) => !text.includes(label))).toEqual([]);
  expect(text, "a gauge has no quantiles").not.toContain("quantile=");
});

test("a form that another site posts is refused with an info line, not an error", async () => {
  const fields = "name=Eve&email=eve%40evil.example&service=Other&message=Hello";
  const reply = await get(site.url, "/contact", { ...FORM, origin: "https://evil.example" }, "POST", fields);
  expect([reply.status, reply.body.toString()]).toEqual([400, "This form can only be sent from this site.\n"]);
  const find = () => site.log.find((line) => line.includes("foreign post refused"));
  await expect.poll(find).toBeDefined();
  expect(JSON.parse(find() ?? "")).toMatchObject({ level: "info", path: "/contact", origin: "https://evil.example" });
  expect(site.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test("LOG_LEVEL=error leaves out requests", async () => {
  const quiet = await spawnSite({ LOG_LEVEL: "error" });
  await get(quiet.url, "/careers");
  await quiet.stop();
  expect(quiet.log.filter((line) => line.startsWith("{"))).toEqual([]);
});
