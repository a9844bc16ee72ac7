import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renditionsOf } from "../../../domain/picture.ts";
import { createStorageFixture, paint, type StorageFixture } from "../../../tests/fixtures/database/storage.ts";
import { erasePictures } from "../../storage/storage.ts";

let fixture: StorageFixture;
let admin: Awaited<ReturnType<StorageFixture["signIn"]>>;

beforeAll(async () => {
  fixture = await createStorageFixture();
  admin = await fixture.signIn("admin");
});
afterAll(() => fixture.drop());

const get = (name: string) => fixture.request(`/storage/v1/object/public/images/${name}`);
const stored = async (prefix: string) => {
  const rows = await fixture.sql<{ name: string }[]>`
    select name from storage.objects where starts_with(name, ${prefix}) order by name`;
  return rows.map(({ name }) => name);
};

test("an 8 MB photo is served in several widths as AVIF and WebP, each a fraction of 2 MB", async () => {
  const name = "pictures/photo-2400x1600.webp";
  // A detailed picture, padded to the size of a camera's file to save time.
  const photo = Buffer.concat([await paint(2_400, 1_600).blur(1).jpeg().toBuffer(), Buffer.alloc(8_000_000)]);
  expect((await admin.images.upload(name.replace("webp", "jpg"), photo)).error).toBeNull();

  const early = await get("pictures/photo-2400x1600-1920.avif");
  expect(early.headers.get("cache-control"), "the original, until the version exists").toBe("public, no-cache");
  expect((await early.arrayBuffer()).byteLength).toBeLessThan(1_000_000);

  const expected = [name, ...renditionsOf(name)].toSorted();
  expect(expected).toHaveLength(9);
  await expect.poll(() => stored("pictures/photo"), { timeout: 60_000 }).toEqual(expected);
  for (const rendition of renditionsOf(name)) {
    const [, width = "", format = ""] = /-(\d+)\.(\w+)$/.exec(rendition) ?? [];
    const response = await get(rendition);
    expect(response.headers.get("content-type")).toBe(`image/${format}`);
    expect(response.headers.get("cache-control")).toContain("immutable");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(700_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: Number(width) });
  }
  await admin.images.remove([name]);
  expect(await stored("pictures/photo"), "renditions go with their original").toEqual([]);
}, 90_000);

test("a version that was lost is made again when it is asked for, and replaced with its original", async () => {
  const name = "pictures/lost-320x200.webp";
  await admin.images.upload(name, await paint().png().toBuffer());
  await expect.poll(() => stored("pictures/lost"), { timeout: 20_000 }).toHaveLength(3);
  await fixture.sql`delete from storage.objects where name = 'pictures/lost-320x200-320.avif'`;
  expect((await get("pictures/lost-320x200-320.avif")).headers.get("content-type")).toBe("image/webp");
  await expect.poll(() => stored("pictures/lost"), { timeout: 20_000 }).toHaveLength(3);
  const before = (await get("pictures/lost-320x200-320.avif")).headers.get("etag");
  await admin.images.upload(name, await paint().png().toBuffer(), { upsert: true });
  await expect.poll(() => stored("pictures/lost"), { timeout: 20_000 }).toHaveLength(3);
  expect((await get("pictures/lost-320x200-320.avif")).headers.get("etag")).not.toBe(before);
});

test("only widths that belong to a picture exist, and none can be uploaded", async () => {
  const name = "pictures/few-320x200.webp";
  await admin.images.upload(name, await paint().png().toBuffer());
  for (const wrong of ["few-320x200-319.avif", "few-320x200-480.webp", "none-320x200-320.avif"]) {
    expect((await get(`pictures/${wrong}`)).status, wrong).toBe(404);
  }
  const { error } = await admin.images.upload("pictures/few-320x200-320.avif", await paint().png().toBuffer());
  expect(error).toMatchObject({ status: 400 });
  expect(
    (await fixture.visitor().images.upload(name, await paint().png().toBuffer(), { upsert: true })).error,
  ).toMatchObject({
    status: 403,
  });
  expect(fixture.reports).toEqual([]);
});

test("a GIF keeps moving as WebP", async () => {
  const raw = { width: 32, height: 96, channels: 3, pageHeight: 32 } as const;
  const frames = Buffer.alloc(32 * 96 * 3).map((_, index) => Math.floor(index / (32 * 32 * 3)) * 100);
  const gif = await sharp(frames, { raw })
    .gif({ delay: [80, 80, 80], loop: 0 })
    .toBuffer();
  expect((await admin.images.upload("pictures/moving.gif", gif, { contentType: "image/gif" })).error).toBeNull();
  const response = await get("pictures/moving.webp");
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
    format: "webp",
    pages: 3,
    delay: [80, 80, 80],
    height: 32,
  });
});

test("a deleted picture is erased with all its files after 30 days, unless an earlier version shows it", async () => {
  const { sql } = fixture;
  const names = [0, 1].map(() => `pictures/${crypto.randomUUID()}-320x200.webp`);
  for (const name of names) {
    await admin.images.upload(name, await paint(320, 200).png().toBuffer());
    await admin.client.from("pictures").insert({ name });
    await expect.poll(() => stored(name.slice(0, -5)), { timeout: 20_000 }).toHaveLength(3);
  }
  const [gone = "", kept = ""] = names;
  await sql`insert into entries (collection, key, data) values ('values', 'one', ${sql.json({ picture: kept })})`;
  await sql`delete from entries`;
  await sql`update pictures set deleted_at = now()`;
  const in29Days = new Date(Date.now() + 29 * 86_400_000);
  await erasePictures({ sql, clock: () => in29Days });
  expect(await sql`select from pictures`).toHaveLength(2);
  await erasePictures({ sql, clock: () => new Date(in29Days.getTime() + 2 * 86_400_000) });
  expect(await stored(gone.slice(0, -5))).toEqual([]);
  expect(await stored(kept.slice(0, -5))).toHaveLength(3);
});

test("HEIC is refused with a sentence that says what to do", async () => {
  const heic = Buffer.concat([
    Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"),
    await paint().avif().toBuffer(),
  ]);
  const { error } = await admin.images.upload("photo.heic", heic);
  expect(error).toMatchObject({ status: 415, message: expect.stringContaining("Export it as JPEG") });
});
