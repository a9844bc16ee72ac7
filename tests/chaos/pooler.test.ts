import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { isTransactionPooler } from "../../backend/database/database-address.ts";
import { type EmbeddedPostgres, startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { freePort } from "../fixtures/network/free-port.ts";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

/** Fewer than a site's connections, so that clients share sessions all the time. */
const POOL_SIZE = 4;
const NOBODY = 65_534;

let folder: string;
let embedded: EmbeddedPostgres;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-pooler-"));
  await chmod(folder, 0o755);
  embedded = await startEmbedded({ dataDir: join(folder, "store") });
});
afterAll(async () => {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
});

test("a transaction pooler is recognized, a session pooler and PostgreSQL itself are not taken for one", async () => {
  expect(await isTransactionPooler(await startPgBouncer("transaction"))).toBe(true);
  expect(await isTransactionPooler(await startPgBouncer("transaction", "server_round_robin = 1"))).toBe(true);
  expect(await isTransactionPooler(await startPgBouncer("session"))).toBe(false);
  expect(await isTransactionPooler(embedded.url)).toBe(false);
});

test("without DATABASE_DIRECT_URL a transaction pooler is refused in one sentence", async () => {
  const pooler = await startPgBouncer("transaction");
  const sentence = /DATABASE_URL leads to a connection pooler in transaction mode, .*: set DATABASE_DIRECT_URL/;
  await expect(spawnSite({ DATABASE_URL: pooler })).rejects.toThrow(sentence);
  const both = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: pooler };
  await expect(spawnSite(both)).rejects.toThrow(/DATABASE_DIRECT_URL leads to a connection pooler too/);
});

test("two sites behind a transaction pooler write, sign in and tell each other of posts, also after a restart", async () => {
  const environment = {
    DATABASE_URL: await startPgBouncer("transaction"),
    DATABASE_DIRECT_URL: embedded.url,
    DATA_DIR: join(folder, "site"),
    ADMIN_EMAIL: "ada@agency.example",
    ADMIN_PASSWORD: "correct-horse-9",
  };
  const first = await spawnSite(environment);
  onTestFinished(() => first.stop());
  await (await spawnSite(environment)).stop();
  const second = await spawnSite(environment);
  onTestFinished(() => second.stop());
  const { anonKey, serviceRoleKey } = await first.readKeys();
  const options = { auth: { persistSession: false } };
  const service = createClient(first.url, serviceRoleKey, options);

  const titles = Array.from({ length: 60 }, (_, n) => `Pooled ${n}`);
  const fields = { excerpt: "e", content: "c" };
  const writes = await Promise.all(titles.map((title) => service.from("blog_posts").insert({ title, ...fields })));
  expect(writes.map(({ status }) => status)).toEqual(titles.map(() => 201));
  const { data } = await createClient(second.url, anonKey, options).from("blog_posts").select("title").gt("id", 3);
  expect(new Set(data?.map(({ title }) => title as string))).toEqual(new Set(titles));

  const account = { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD };
  const signedIn = await createClient(second.url, anonKey, options).auth.signInWithPassword(account);
  expect(signedIn.error).toBeNull();

  expect((await get(second.url, "/blog")).body.toString()).not.toContain("Told at once");
  await service
    .from("blog_posts")
    .insert({ title: "Told at once", ...fields })
    .throwOnError();
  await expect.poll(async () => (await get(second.url, "/blog")).body.toString()).toContain("Told at once");
  expect((await get(second.url, "/readyz")).status).toBe(200);
});

/** Starts a real PgBouncer in front of the database and returns its address. */
async function startPgBouncer(mode: "transaction" | "session", setting = ""): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(embedded.url);
  const ownPort = await freePort();
  const file = join(folder, `pgbouncer-${ownPort}.ini`);
  const target = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  const settings = [
    `listen_addr = 127.0.0.1`,
    `listen_port = ${ownPort}`,
    `unix_socket_dir =`,
    `auth_type = any`,
    `pool_mode = ${mode}`,
    `default_pool_size = ${mode === "session" ? 20 : POOL_SIZE}`,
    setting,
  ];
  await writeFile(file, `[databases]\nplumbline = ${target}\n[pgbouncer]\n${settings.join("\n")}\n`, { mode: 0o644 });
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(process.env.PGBOUNCER_PATH ?? "pgbouncer", ["-q", file], { ...user, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = new URL(embedded.url);
  [url.port, url.pathname, url.password] = [String(ownPort), "/plumbline", ""];
  await expect.poll(() => canConnect(ownPort)).toBe(true);
  return url.href;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
