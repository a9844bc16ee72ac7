import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { findPostgresHome, type PostgresHome } from "../../server/db/embedded/postgres-home.ts";
import { freePort } from "../fixtures/network/free-port.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

type Cluster = { readonly port: number; readonly process: ChildProcess };

const KEYS = {
  SUPABASE_ANON_KEY: "c1f3a8e2d4b5967081726354afbecd09",
  SUPABASE_SERVICE_ROLE_KEY: "90dcebfa45362718079657b4d2e8a3f1",
};
const HEADERS = { apikey: KEYS.SUPABASE_SERVICE_ROLE_KEY, "content-type": "application/json" };

const processes: ChildProcess[] = [];
let folder: string;
let home: PostgresHome;
let password: string;
let primary: Cluster;
let standby: Cluster;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-promotion-"));
  const dataDir = join(folder, "store");
  await (await startEmbedded({ dataDir })).stop();
  home = await findPostgresHome(dataDir, () => {});
  password = (await readFile(join(home.folder, "password"), "utf8")).trim();
  const [first, second] = [join(home.folder, "data"), join(home.folder, "standby")];
  // Copied while PostgreSQL is stopped, so the copy is consistent.
  await promisify(execFile)("cp", ["-a", first, second]);
  primary = await startCluster(first);
  await appendFile(
    join(second, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=${password}'\n`,
  );
  await writeFile(join(second, "standby.signal"), "");
  standby = await startCluster(second);
  const sql = superuser(primary.port);
  await vi.waitUntil(() => hasStreamingStandby(sql), { timeout: 60_000 });
  // A commit is acknowledged when the standby has it too.
  await sql`alter system set synchronous_standby_names = '*'`;
  await sql`select pg_reload_conf()`;
  await sql.end();
});
afterAll(async () => {
  for (const child of processes) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, "exit");
    child.kill("SIGQUIT");
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

test("the site finds the writable host of a list and follows a promotion; nothing acknowledged is lost", async () => {
  const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
  const DATABASE_URL = `postgres://plumbline:${password}@${hosts}/plumbline?target_session_attrs=read-write`;
  const [site, reader] = [await spawnSite({ DATABASE_URL, ...KEYS }), await spawnSite({ DATABASE_URL, ...KEYS })];
  for (const each of [site, reader]) onTestFinished(() => each.stop());
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  let written = 0;

  async function publish(): Promise<number> {
    const title = `Post ${(written += 1)}`;
    const body = JSON.stringify({ title, excerpt: "e", content: "c" });
    const { status } = await get(site.url, "/rest/v1/blog_posts", HEADERS, "POST", body);
    statuses.add(status);
    if (status === 201) acknowledged.push(title);
    // Refusals are fast; the machine needs time to promote the standby.
    else await sleep(50);
    return status;
  }

  for (let n = 0; n < 20; n++) expect(await publish()).toBe(201);
  const writing = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (acknowledged.length < 60 || (await publish()) !== 201) await publish();
    }),
  );
  await expect.poll(() => acknowledged.length).toBeGreaterThan(40);
  primary.process.kill("SIGKILL");
  await once(primary.process, "exit");
  const before = acknowledged.length;
  const sql = superuser(standby.port);
  onTestFinished(() => sql.end());
  await expect.poll(publish).toBe(503);
  await sql`select pg_promote()`;
  await expect.poll(publish).toBe(201);
  await writing;
  expect(acknowledged.length).toBeGreaterThan(before);
  expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([]);

  const kept = new Set((await sql<{ title: string }[]>`select title from public.blog_posts`).map(({ title }) => title));
  expect(acknowledged.filter((title) => !kept.has(title))).toEqual([]);
  await expect.poll(async () => (await get(site.url, "/readyz")).status).toBe(200);

  // Notifications come from the new host.
  await expect.poll(async () => (await get(reader.url, "/readyz")).status).toBe(200);
  await expect.poll(async () => (await get(reader.url, "/blog")).status).toBe(200);
  const body = JSON.stringify({ title: "After the promotion", excerpt: "e", content: "c" });
  expect((await get(site.url, "/rest/v1/blog_posts", HEADERS, "POST", body)).status).toBe(201);
  await expect.poll(async () => (await get(reader.url, "/blog")).body.toString()).toContain("After the promotion");
});

test("a list of hosts that are all gone is told in one sentence", async () => {
  const [one, two] = [await freePort(), await freePort()];
  const DATABASE_URL = `postgres://plumbline:${password}@127.0.0.1:${one},127.0.0.1:${two}/plumbline`;
  await expect(spawnSite({ DATABASE_URL, ...KEYS })).rejects.toThrow(
    /cannot be used after 30 s: .* refuses .*; .* refuses/,
  );
});

async function startCluster(data: string): Promise<Cluster> {
  const port = await freePort();
  const options = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    shared_buffers: "32MB",
  };
  const settings = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(home.binaries, "postgres"), ["-D", data, ...settings], {
    ...home.user,
    cwd: data,
    env: { LC_ALL: "C" },
    stdio: "ignore",
  });
  processes.push(child);
  const sql = superuser(port);
  const isUp = () =>
    sql`select 1`.then(
      () => true,
      () => false,
    );
  await vi.waitUntil(isUp, { timeout: 60_000 });
  await sql.end();
  return { port, process: child };
}

function superuser(port: number): Sql {
  return postgres(`postgres://postgres:${password}@127.0.0.1:${port}/plumbline`, { max: 1, onnotice: () => {} });
}

async function hasStreamingStandby(sql: Sql): Promise<boolean> {
  return (await sql`select from pg_stat_replication where state = 'streaming'`).count === 1;
}
