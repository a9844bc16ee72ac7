import { once } from "node:events";
import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStorageFixture, paint, type StorageFixture } from "../../../tests/fixtures/database/storage.ts";

let fixture: StorageFixture;
const png = new Uint8Array(await paint().png().toBuffer());

beforeAll(async () => {
  fixture = await createStorageFixture();
  const admin = await fixture.signIn("admin");
  await admin.images.upload("kept.png", png);
});
afterAll(() => fixture.drop());

test("visitors, users and admins without their second factor can neither upload, overwrite nor remove", async () => {
  const callers = {
    visitor: fixture.visitor(),
    user: await fixture.signIn("user"),
    "admin without the code": await fixture.signIn("admin", { factor: true }),
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
  const rows = await fixture.sql`select name, updated_at = created_at as untouched from storage.objects`;
  expect(rows).toMatchObject([{ name: "kept.webp", untouched: true }]);
  expect((await fixture.request("/storage/v1/object/public/images/kept.webp")).status).toBe(200);
});

test("for visitors and users the bucket looks empty, and what they ask for is not found", async () => {
  for (const { images } of [fixture.visitor(), await fixture.signIn("user")]) {
    expect(await images.list()).toEqual({ data: [], error: null });
    const missing = { status: 404, statusCode: "404", message: "Object not found" };
    expect((await images.info("kept.webp")).error).toMatchObject(missing);
    expect((await images.remove(["kept.webp"])).data).toEqual([]);
  }
  const { headers } = fixture.visitor();
  const response = await fixture.request("/storage/v1/object/images/kept.webp", { headers });
  expect([response.status, await response.json()]).toMatchObject([404, { message: "Object not found" }]);
});

test("an ended session cannot upload", async () => {
  const admin = await fixture.signIn("admin");
  await admin.signOut();
  expect((await admin.images.upload("late.png", png)).error).toMatchObject({ status: 401 });
});

test("an upload without a valid key is refused", async () => {
  const attempts: Record<string, string>[] = [{}, { apikey: "wrong" }, { authorization: "Bearer wrong" }];
  for (const headers of attempts) {
    const init = { method: "POST", body: png, headers };
    const response = await fixture.request("/storage/v1/object/images/keyless.png", init);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ statusCode: "401", error: "Unauthorized" });
  }
});

test("the service key can write, read and remove", async () => {
  const { images } = fixture.visitor(fixture.keys.serviceRoleKey);
  expect((await images.upload("service.png", png)).error).toBeNull();
  expect((await images.download("service.png")).data?.size).toBeGreaterThan(100);
  expect((await images.remove(["service.png"])).data).toHaveLength(1);
});

test("only admins can read a private bucket", async () => {
  await fixture.sql`update storage.buckets set public = false`;
  expect((await fixture.request("/storage/v1/object/public/images/kept.webp")).status).toBe(404);
  const admin = await fixture.signIn("admin");
  const headers = admin.headers;
  const response = await fixture.request("/storage/v1/object/authenticated/images/kept.webp", { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("private, no-cache");
  expect((await (await fixture.signIn("user")).images.download("kept.webp")).error).not.toBeNull();
  await fixture.sql`update storage.buckets set public = true`;
});

test("the body of an unauthorised upload is not read", async () => {
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
  const init = { method: "POST", body, headers: fixture.visitor().headers, duplex: "half" };
  expect((await fixture.request("/storage/v1/object/images/endless.png", init)).status).toBe(403);
  expect(pulled).toBe(0);
});

test("over HTTP, sizes, 304, HEAD and an early refusal work", async () => {
  const server = serve({ fetch: fixture.app.fetch, port: 0, hostname: "127.0.0.1" });
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

    const upload = send(`${base}/images/slow.png`, { method: "POST", headers: fixture.visitor().headers });
    upload.on("error", () => {});
    upload.write(png);
    const [response] = await once(upload, "response");
    expect(response.statusCode).toBe(403);
    upload.destroy();
  } finally {
    server.close();
  }
});
