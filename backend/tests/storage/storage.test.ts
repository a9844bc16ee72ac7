import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStorageFixture, paint, SITE, type StorageFixture } from "../../../tests/fixtures/database/storage.ts";
import { expectOpenToOtherSites } from "../../../tests/fixtures/network/cross-origin.ts";

let fixture: StorageFixture;
let admin: Awaited<ReturnType<StorageFixture["signIn"]>>;

beforeAll(async () => {
  fixture = await createStorageFixture();
  admin = await fixture.signIn("admin");
});
afterAll(() => fixture.drop());

test.each(["avif", "webp", "jpeg", "png"] as const)("an uploaded %s is served to everyone as WebP", async (format) => {
  const file = await paint().toFormat(format).toBuffer();
  const { data, error } = await admin.images.upload(`formats/${format}.${format}`, file);
  expect(error).toBeNull();
  expect(data).toMatchObject({ path: `formats/${format}.${format}`, fullPath: `images/formats/${format}.webp` });

  const { publicUrl } = admin.images.getPublicUrl(data!.path).data;
  const response = await fixture.app.fetch(new Request(publicUrl));
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
  });
  expect(response.headers.get("content-disposition")).toBeNull();
  const picture = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-length")).toBe(String(picture.length));
  expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: 320, height: 200 });
});

test("a Blob, a File and a form can be uploaded", async () => {
  const bytes = new Uint8Array(await paint().jpeg().toBuffer());
  const form = new FormData();
  form.append("anything", new Blob([bytes]), "photo.jpg");
  const bodies = { blob: new Blob([bytes], { type: "image/jpeg" }), file: new File([bytes], "../../x.html"), form };
  for (const [name, body] of Object.entries(bodies)) {
    const { error } = await admin.images.upload(`ways/${name}.jpg`, body, { metadata: { note: "kept nowhere" } });
    expect(error).toBeNull();
    expect((await download(`ways/${name}.jpg`)).status).toBe(200);
  }
});

test("a stream can be uploaded", async () => {
  const { error } = await admin.images.upload("ways/stream.png", new Blob([await png()]).stream());
  expect(error).toBeNull();
});

test("a wide picture is resized to 2400 px, rotated upright and stripped of metadata", async () => {
  const file = await paint(3000, 1000)
    .withExif({ IFD0: { Copyright: "secret-owner" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  await admin.images.upload("upright.jpg", file);
  const picture = Buffer.from(await (await download("upright.webp")).arrayBuffer());
  const { width, height, orientation, exif, xmp, iptc } = await sharp(picture).metadata();
  expect({ width, height, orientation, exif, xmp, iptc }).toEqual({ width: 1000, height: 3000 });

  await admin.images.upload("wide.jpg", await paint(3000, 1000).jpeg().toBuffer());
  const wide = Buffer.from(await (await download("wide.jpg")).arrayBuffer());
  expect(await sharp(wide).metadata()).toMatchObject({ width: 2400, height: 800 });
});

test("a matching ETag gets 304, and HEAD returns the size", async () => {
  await admin.images.upload("cached.png", await png());
  const first = await download("cached.webp");
  const etag = first.headers.get("etag")!;
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await download("cached.webp", { "if-none-match": known });
    expect(again.status).toBe(304);
    expect(again.headers.get("etag")).toBe(etag);
    expect(again.headers.get("cache-control")).toContain("immutable");
    expect(await again.text()).toBe("");
  }
  expect((await download("cached.webp", { "if-none-match": '"other"' })).status).toBe(200);
  const head = await fixture.request("/storage/v1/object/public/images/cached.webp", { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("content-length")).toBe(first.headers.get("content-length"));
  expect(await head.text()).toBe("");
});

test("download= sets Content-Disposition with a safely encoded name", async () => {
  await admin.images.upload("asked.png", await png());
  const disposition = async (name: string) =>
    (await fixture.request(`/storage/v1/object/public/images/asked.webp?download=${name}`)).headers.get(
      "content-disposition",
    );
  expect(await disposition("")).toBe("attachment");
  expect(await disposition(encodeURIComponent('a"\r\nset-cookie: x=1 ü(1).webp'))).toBe(
    "attachment; filename*=UTF-8''a%22%0D%0Aset-cookie%3A%20x%3D1%20%C3%BC%281%29.webp",
  );
});

test("an existing object is overwritten only with upsert", async () => {
  await admin.images.upload("taken.png", await png());
  const before = (await download("taken.webp")).headers.get("etag");
  const second = await admin.images.upload("taken.png", await png());
  expect(second.error).toMatchObject({ message: "The resource already exists", statusCode: "409", status: 409 });
  expect((await download("taken.webp")).headers.get("etag")).toBe(before);

  expect((await admin.images.upload("taken.png", await png(), { upsert: true })).error).toBeNull();
  const after = await download("taken.webp");
  expect(after.headers.get("etag")).not.toBe(before);
  expect(after.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  expect((await admin.images.update("taken.png", await png())).error).toBeNull();
  expect((await download("taken.webp")).headers.get("etag")).not.toBe(after.headers.get("etag"));
  expect(await fixture.sql`select from storage.object_bytes`).toHaveLength(await countObjects());
});

test("an admin can list, describe and remove pictures", async () => {
  for (const name of ["shelf/b.png", "shelf/a.png", "shelf/deep/c.png"]) await admin.images.upload(name, await png());
  const { data } = await admin.images.list("shelf");
  expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
    ["a.webp", true],
    ["b.webp", true],
    ["deep", false],
  ]);
  const found = await admin.images.list("shelf", { search: "B", sortBy: { column: "created_at", order: "desc" } });
  expect(found.data?.map(({ name }) => name)).toEqual(["b.webp"]);
  expect((await admin.images.info("shelf/a.png")).data).toMatchObject({
    name: "shelf/a.webp",
    contentType: "image/webp",
    metadata: { width: 320, height: 200 },
  });
  expect((await admin.images.exists("shelf/nothing.png")).data).toBe(false);
  expect((await admin.images.download("shelf/a.png")).data?.type).toBe("image/webp");

  const removed = await admin.images.remove(["shelf/a.png", "shelf/deep/c.webp", "shelf/never.png", "../x"]);
  expect(removed.data?.map(({ name }) => name).toSorted()).toEqual(["shelf/a.webp", "shelf/deep/c.webp"]);
  expect((await download("shelf/a.webp")).status).toBe(404);
  expect(await fixture.sql`select from storage.object_bytes`).toHaveLength(await countObjects());
});

test("a missing object returns storage-api's error and is not cached", async () => {
  const response = await download("nothing.webp");
  expect(response.status).toBe(404);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({
    statusCode: "404",
    code: "NoSuchKey",
    error: "not_found",
    message: "Object not found",
  });
  const { error } = await admin.client.storage.from("other").upload("a.png", await png());
  expect(error).toMatchObject({ message: "Bucket not found", statusCode: "404" });
  expect((await fixture.request("/storage/v1/nothing")).status).toBe(404);
});

test("unsupported features of storage-api return 501", async () => {
  const { storage } = admin.client;
  const { images } = admin;
  const transform = { width: 10 };
  const responses = {
    "Signed URLs": await images.createSignedUrl("a.webp", 60),
    "Signed URLs ": await images.createSignedUrls(["a.webp"], 60),
    "Signed upload URLs": await images.createSignedUploadUrl("a.webp"),
    "Signed upload URLs ": await images.uploadToSignedUrl("a.webp", "token", await png()),
    "Moving objects": await images.move("a.webp", "b.webp"),
    "Copying objects": await images.copy("a.webp", "b.webp"),
    "Listing with a cursor": await images.listV2(),
    "Image transformation": await images.download("a.webp", { transform }),
    "Managing buckets": await storage.listBuckets(),
    "Managing buckets ": await storage.getBucket("images"),
    "Managing buckets  ": await storage.createBucket("mine", { public: true }),
    "Managing buckets   ": await storage.emptyBucket("images"),
    "Managing buckets    ": await storage.deleteBucket("images"),
    "Vector storage": await storage.vectors.createBucket("mine"),
    "Analytics storage": await storage.analytics.createBucket("mine"),
  };
  for (const [feature, { error }] of Object.entries(responses)) {
    const message = expect.stringMatching(new RegExp(`^${feature.trim()} (is|are) not supported by this server\\.$`));
    expect(error, feature).toMatchObject({ message, status: 501 });
  }
  for (const path of ["/upload/resumable", "/upload/resumable/x", "/s3/images", "/render/image/public/images/a.webp"]) {
    const response = await fixture.request(`/storage/v1${path}`, { method: "POST" });
    expect([path, response.status]).toEqual([path, 501]);
    expect(await response.json()).toMatchObject({ statusCode: "501", code: "NotImplemented", error: "not_supported" });
  }
  expect((await fixture.request("/storage/v1/object/public/images/a.webp?versionId=1")).status).toBe(501);
});

test("concurrent uploads all succeed, but only one under the same name", async () => {
  const files = await Promise.all(Array.from({ length: 20 }, () => png()));
  const all = await Promise.all(files.map((file, index) => admin.images.upload(`many/${index}.png`, file)));
  expect(all.map(({ error }) => error)).toEqual(files.map(() => null));

  const race = await Promise.all(files.slice(0, 10).map((file) => admin.images.upload("many/one.png", file)));
  expect(race.filter(({ error }) => error === null)).toHaveLength(1);
  expect(race.filter(({ error }) => error?.statusCode === "409")).toHaveLength(9);
  const updates = await Promise.all(files.slice(0, 10).map((file) => admin.images.update("many/one.png", file)));
  expect(updates.map(({ error }) => error)).toEqual(updates.map(() => null));
  const { bytes, etag } = await stored("many/one.webp");
  expect(`"${createHash("sha256").update(bytes).digest("base64url")}"`).toBe(etag);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp" });
});

test("other origins may send the headers of storage-js", async () => {
  const wanted = "authorization,apikey,x-client-info,content-type,x-upsert,cache-control,idempotency-key,range";
  await expectOpenToOtherSites(fixture.request, "/storage/v1/object/images/a.png", wanted);
});

test("the server reported no unexpected error", () => {
  expect(fixture.reports).toEqual([]);
});

const png = async () => new Uint8Array(await paint().png().toBuffer());

function download(path: string, headers: Record<string, string> = {}) {
  return fixture.app.fetch(new Request(`${SITE}/storage/v1/object/public/images/${path}`, { headers }));
}

async function countObjects(): Promise<number> {
  return (await fixture.sql`select from storage.objects`).length;
}

async function stored(name: string): Promise<{ bytes: Buffer; etag: string }> {
  const [row] = await fixture.sql<{ bytes: Buffer; etag: string }[]>`
    select bytes, metadata ->> 'eTag' as etag from storage.objects join storage.object_bytes on object_id = id
    where name = ${name}`;
  return row!;
}
