import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "../../../content/shipped.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";
import { inheritedEnvironment } from "../../fixtures/site/inherited-environment.ts";
import { type Newsroom, openNewsroom, readPage, waitForPage, WITH_ADMIN } from "../../fixtures/site/newsroom.ts";

type Place = {
  readonly site: Awaited<ReturnType<typeof spawnSite>>;
  readonly newsroom: Newsroom;
  /** The settings of a site whose backend this one is, over HTTP: Supabase mode. */
  readonly supabase: Record<string, string>;
};
const command = fileURLToPath(new URL("../../../scripts/run.mjs", import.meta.url));
const [study] = shipped["case-studies"];
const COLUMNS = "collection, key, position, hidden, data";
let folder: string;
let source: Place;
let target: Place;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-content-"));
  [source, target] = [await open(), await open()];
});
afterAll(async () => {
  for (const place of [source, target]) await place.site.stop();
  await rm(folder, { recursive: true });
});

test("content moves from one Supabase to another, checked whole", async () => {
  const [file, wrong] = [join(folder, "content.json"), join(folder, "wrong.json")];
  const picture = `pictures/${randomUUID()}-6x4.webp`;
  await addPicture(source, picture);
  const image = { picture, alt: "Red." };
  await publish(source, "case-studies", "pictured", { ...study, title: "A pictured study", image });
  await publish(source, "closing", "main", { ...shipped.closing, title: "Before its time" });
  await publish(source, "closing", "main", { ...shipped.closing, title: "Due by now" }, 1_000);
  await publish(source, "figures", "main", shipped.figures, 3_600_000);
  await waitForPage(source.site.url, "/", "Due by now");
  await publish(target, "closing", "main", { ...shipped.closing, title: "Replaced" });
  await publish(target, "figures", "main", shipped.figures);
  await publish(target, "identity", "main", { ...shipped.identity, name: "Later" }, 3_600_000);

  expect(await content("export", file, source)).toEqual({
    code: 0,
    output: `Wrote 7 entries and 1 picture to ${file}.\n`,
  });
  const text = await readFile(file, "utf8");
  expect(text).toContain('"Due by now"');
  expect(text).not.toContain("Before its time");

  const before = await liveIn(target);
  for (const [from, to, sentence] of [
    ['"A pictured study"', "7", /: case-studies, pictured: title: This is needed\.\n$/],
    [`"picture": "${picture}"`, `"picture": "${picture.replace("6x4", "8x4")}"`, /8x4\.webp is not in it\.\n$/],
  ] as const) {
    await writeFile(wrong, text.replace(from, to));
    expect(await content("import", wrong, target)).toEqual({ code: 1, output: expect.stringMatching(sentence) });
  }
  expect(await liveIn(target)).toEqual(before);
  expect((await download(target, picture)).status, "the file of a refused import").toBe(404);

  expect(await content("import", file, target)).toMatchObject({ code: 0 });
  expect(await content("import", file, target), "again").toMatchObject({ code: 0 });
  const moved = await liveIn(target);
  expect(moved?.filter(({ collection }) => collection !== "categories")).toMatchObject([
    { collection: "case-studies", key: "pictured" },
    { collection: "closing", data: { title: "Due by now" } },
    { collection: "identity", data: { name: "Later" } },
  ]);
  const { client } = target.newsroom;
  const library = await client.from("pictures").select("name, title, alt");
  expect(library.data).toEqual([{ name: picture, title: "Red", alt: "A red square." }]);
  const { width, height } = await sharp(await (await download(target, picture)).arrayBuffer()).metadata();
  expect([width, height]).toEqual([6, 4]);
  const removed = await client.from("entry_versions").select("collection").eq("change", "removed");
  expect(removed.data).toContainEqual({ collection: "figures" });
  await waitForPage(target.site.url, "/", "Due by now");
  expect(await readPage(target.site.url, "/work")).toContain("A pictured study");
});

test("a scheduled entry whose time has come is replaced", async () => {
  const file = join(folder, "due.json");
  await content("export", file, source);
  await publish(target, "closing", "main", { ...shipped.closing, title: "Soon" }, 1_000);
  await waitForPage(target.site.url, "/", "Soon");
  expect(await content("import", file, target)).toMatchObject({ code: 0 });
  await waitForPage(target.site.url, "/", "Due by now");
});

test("a Supabase that cannot be reached or refuses the keys is named", async () => {
  const file = join(folder, "none.json");
  const unreachable = { ...source, supabase: { ...source.supabase, SUPABASE_URL: "http://localhost:9" } };
  const refused = {
    code: 1,
    output: expect.stringMatching(/^http:\S+ could not be used: .+\. Nothing was changed\.\n$/),
  };
  expect(await content("export", file, unreachable)).toEqual(refused);
  const stranger = { ...target, supabase: { ...target.supabase, SUPABASE_SERVICE_ROLE_KEY: "unknown" } };
  await content("export", file, source);
  expect(await content("import", file, stranger)).toEqual(refused);
});

async function open(): Promise<Place> {
  const site = await spawnSite(WITH_ADMIN);
  const { anonKey, serviceRoleKey } = await site.readKeys();
  const keys = { SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey };
  return { site, newsroom: await openNewsroom(site.url, anonKey), supabase: { SUPABASE_URL: site.url, ...keys } };
}

async function publish(place: Place, collection: string, key: string, data: object, delayMs = 0): Promise<void> {
  const live_from = new Date(Date.now() + delayMs).toISOString();
  const row = { collection, key, data, position: 4500, ...(delayMs > 0 && { live_from }) };
  const { error } = await place.newsroom.client.from("entries").insert(row);
  if (error) throw new Error(error.message, { cause: error });
}

async function addPicture({ newsroom: { client } }: Place, name: string): Promise<void> {
  const red = sharp({ create: { width: 6, height: 4, channels: 3, background: "#c33" } });
  const stored = await client.storage.from("images").upload(name, await red.png().toBuffer());
  expect(stored.error).toBeNull();
  expect((await client.from("pictures").insert({ name, title: "Red", alt: "A red square." })).error).toBeNull();
}

async function liveIn({ newsroom }: Place) {
  return (await newsroom.client.from("entries").select(COLUMNS).order("collection")).data;
}

const download = ({ site }: Place, name: string) => fetch(`${site.url}/storage/v1/object/public/images/${name}`);

function content(verb: "export" | "import", file: string, { supabase }: Place) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...inheritedEnvironment(), ...supabase };
    const child = execFile(process.execPath, [command, "content", verb, file], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}
