import { randomBytes } from "node:crypto";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { get } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const DISK_MB = 200;
const ROUNDS_OF_WRITING = 400;
const MESSAGE = { name: "Grace", email: "grace@navy.example", service: "Other", message: "Typed with great care." };

test("a full disk refuses writes with Retry-After, keeps serving pages, and loses no acknowledged write", async () => {
  const { site, folder } = await startOnSmallDisk();
  const { anonKey, serviceRoleKey } = JSON.parse(await readFile(join(folder, "keys.json"), "utf8"));
  const service = createClient(site.url, serviceRoleKey, { auth: { persistSession: false } });
  const headers = { apikey: serviceRoleKey, "content-type": "application/json" };
  const acknowledged: string[] = [];

  async function publish(n: number): Promise<{ status: number; hasRetryAfter: boolean }> {
    const title = `Post ${n}`;
    const fields = { title, excerpt: "e", content: randomBytes(60_000).toString("base64") };
    const reply = await get(site.url, "/rest/v1/blog_posts", headers, "POST", JSON.stringify(fields));
    if (reply.status === 201) acknowledged.push(title);
    return { status: reply.status, hasRetryAfter: reply.headers["retry-after"] !== undefined };
  }

  expect(await publish(0)).toMatchObject({ status: 201 });
  const readiness = await get(site.url, "/readyz");
  expect([readiness.status, JSON.parse(readiness.body.toString())]).toMatchObject([200, { ready: true, disk: "low" }]);
  await fill(join(folder, "filler"));
  let refusal = await publish(1);
  for (let n = 2; refusal.status === 201 && n < ROUNDS_OF_WRITING; n++) refusal = await publish(n);
  expect(refusal).toEqual({ status: 503, hasRetryAfter: true });
  for (const path of ["/", "/blog", "/careers", "/healthz"]) expect((await get(site.url, path)).status).toBe(200);
  const statuses = new Set<number>();
  for (let n = 0; n < 20; n++) statuses.add((await publish(10_000 + n)).status);
  expect(statuses, "while it is full").not.toContain(500);
  const full = await get(site.url, "/readyz");
  expect([full.status, JSON.parse(full.body.toString())]).toMatchObject([503, { ready: false, disk: "full" }]);
  const lines = site.log.filter((line) => line.includes("The disk is full."));
  expect(lines.length).toBeGreaterThan(0);
  expect(new Set(lines.map((line) => JSON.parse(line).time.slice(0, 19))).size, "one a second").toBe(lines.length);
  const form = await get(
    site.url,
    "/contact",
    { "content-type": "application/x-www-form-urlencoded", "accept-encoding": "identity" },
    "POST",
    new URLSearchParams(MESSAGE).toString(),
  );
  // A short message may still fit into the last free bytes.
  expect([200, 503]).toContain(form.status);
  if (form.status === 503) expect(form.body.toString()).toContain(MESSAGE.message);

  await rm(join(folder, "filler"));
  await expect.poll(async () => (await publish(20_000)).status, { timeout: 90_000, interval: 250 }).toBe(201);
  await expect.poll(async () => (await get(site.url, "/readyz")).status, { timeout: 90_000 }).toBe(200);
  const invoke = () => createClient(site.url, anonKey).functions.invoke("send-contact-email", { body: MESSAGE });
  await expect.poll(async () => (await invoke()).error, { timeout: 90_000 }).toBeNull();
  const { data: kept } = await service.from("blog_posts").select("title").limit(1_000).throwOnError();
  const titles = new Set(kept.map(({ title }) => title));
  expect(acknowledged.filter((title) => !titles.has(title))).toEqual([]);
});

/** Mounts a small tmpfs in the site's own mount namespace; with a user namespace this works without root. */
async function startOnSmallDisk() {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-disk-"));
  const namespace = process.getuid?.() === 0 ? ["-m"] : ["-Um", "--map-current-user", "--keep-caps"];
  const mount = `mount -t tmpfs -o size=${DISK_MB}m,mode=755 tmpfs "$DATA_DIR" && exec "$@"`;
  const site = await spawnSite({ DATA_DIR: dataDir }, ["unshare", ...namespace, "sh", "-c", mount, "sh"]);
  onTestFinished(async () => {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { site, folder: join(`/proc/${site.process.pid}/root`, dataDir) };
}

async function fill(file: string): Promise<void> {
  for (const bytes of [1024 * 1024, 64 * 1024, 4096]) {
    const chunk = Buffer.alloc(bytes);
    for (let isFull = false; !isFull;) {
      isFull = await appendFile(file, chunk).then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === "ENOSPC",
      );
    }
  }
}
