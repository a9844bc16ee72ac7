import { once } from "node:events";
import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStorageFixture, paint, type StorageFixture } from "../../fixtures/storage.ts";

let world: StorageFixture;
const png = new Uint8Array(await paint().png().toBuffer());

beforeAll(async () => {
  world = await createStorageFixture();
  const admin = await world.signIn("admin");
  await admin.images.upload("kept.png", png);
});
afterAll(() => world.drop());

test("visitors, users and admins without their second factor can neither upload, overwrite nor remove", async () => {
  const callers = {
    visitor: world.visitor(),
    user: await world.signIn("user"),
    "admin without the code": await world.signIn("admin", { factor: true }),
  };
  for (const [who, { images }] of Object.entries(callers)) {
    const tries = [
      await images.upload("new.png", png),
      await images.upload("kept.png", png, { upsert: true }),
      await images.update("kept.png", png),
    ];
    for (const { error } of tries) {
      expect(error, who).toMatchObject({
        status: 403,
        statusCode: "403",
        message: "new row violates row-level security policy",
      });
    }
    await images.remove(["kept.png"]);
    expect((await images.list()).data ?? [], who).toEqual([]);
  }
  const rows = await world.sql`select name, updated_at = created_at as untouched from storage.objects`;
  expect(rows).toMatchObject([{ name: "kept.webp", untouched: true }]);
  expect((await world.request("/storage/v1/object/public/images/kept.webp")).status).toBe(200);
});

test("a session that has ended no longer uploads", async () => {
  const admin = await world.signIn("admin");
  await admin.signOut();
  expect((await admin.images.upload("late.png", png)).error).toMatchObject({ status: 401 });
});

test("without a key nothing is written, and with a wrong one neither", async () => {
  const attempts: Record<string, string>[] = [{}, { apikey: "wrong" }, { authorization: "Bearer wrong" }];
  for (const headers of attempts) {
    const init = { method: "POST", body: png, headers };
    const answer = await world.request("/storage/v1/object/images/keyless.png", init);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ statusCode: "401", error: "Unauthorized" });
  }
});

test("the service key writes, reads and removes", async () => {
  const { images } = world.visitor(world.keys.serviceRoleKey);
  expect((await images.upload("service.png", png)).error).toBeNull();
  expect((await images.download("service.png")).data?.size).toBeGreaterThan(100);
  expect((await images.remove(["service.png"])).data).toHaveLength(1);
});

test("a bucket that is closed to the public answers its admins alone", async () => {
  await world.sql`update storage.buckets set public = false`;
  expect((await world.request("/storage/v1/object/public/images/kept.webp")).status).toBe(404);
  const admin = await world.signIn("admin");
  const headers = admin.headers;
  const answer = await world.request("/storage/v1/object/authenticated/images/kept.webp", { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("private, no-cache");
  expect((await (await world.signIn("user")).images.download("kept.webp")).error).not.toBeNull();
  await world.sql`update storage.buckets set public = true`;
});

test("what a refused caller sends is not even read", async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(png);
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", body, headers: world.visitor().headers, duplex: "half" };
  expect((await world.request("/storage/v1/object/images/endless.png", init)).status).toBe(403);
  expect(pulled).toBe(0);
});

test("over a real connection: sizes, 304, HEAD, and a refusal while the body is still coming", async () => {
  const server = serve({ fetch: world.app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/v1/object`;
  try {
    const first = await fetch(`${base}/public/images/kept.webp`);
    const size = (await first.arrayBuffer()).byteLength;
    expect(first.headers.get("content-length")).toBe(String(size));
    const head = await fetch(`${base}/public/images/kept.webp`, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(size));
    const headers = { "if-none-match": first.headers.get("etag")! };
    expect((await fetch(`${base}/public/images/kept.webp`, { headers })).status).toBe(304);

    const upload = send(`${base}/images/slow.png`, { method: "POST", headers: world.visitor().headers });
    upload.on("error", () => {});
    upload.write(png);
    const [answer] = await once(upload, "response");
    expect(answer.statusCode).toBe(403);
    upload.destroy();
  } finally {
    server.close();
  }
});
