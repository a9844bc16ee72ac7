import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, copyFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import { readConfig } from "../../server/config.ts";
import { migrate } from "../../server/db/migrate.ts";
import { type Backend, startBackend } from "../../server/start-backend.ts";
import { createFolder, createStore, rewriteBackup } from "../fixtures/database/backup.ts";
import { project, start, stop } from "../fixtures/database/embedded.ts";
import { query } from "../fixtures/database/query.ts";

const SITE = "http://localhost:4321";
const ADA = { email: "ada@people.example", password: "correct horse battery" };

test("a restored site accepts the old password, session and API keys", async () => {
  const [source, target] = [await createStore(), await createStore()];
  const folder = await createFolder();
  const [oldData, newData, file] = [join(folder, "old"), join(folder, "new"), join(folder, "one.gz")];
  const old = await serve(source.url, oldData);
  const created = await old.service.auth.admin.createUser({ ...ADA, email_confirm: true });
  expect(created.error).toBeNull();
  const browser = visit(old, old.keys.anonKey);
  const { data } = await browser.auth.signInWithPassword(ADA);
  const [accessToken, refreshToken] = [data.session?.access_token, data.session?.refresh_token ?? ""];

  const backup = await run("backup", [file], { DATABASE_URL: source.url, DATA_DIR: oldData });
  expect(backup).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Backed up to .*one\.gz, with the API keys: \d+ rows in \d+ tables, 0\.\d+ MB, \d+\.\d s\.\n$/,
    ),
  });
  const restored = await run("restore", [file], { DATABASE_URL: target.url, DATA_DIR: newData });
  expect(restored).toEqual({
    code: 0,
    output: expect.stringMatching(/^Restored .*one\.gz of 2\S+Z: \d+ rows in \d+ tables, 0\.\d+ MB, \d+\.\d s\.\n$/),
  });

  const restoredSite = await serve(target.url, newData);
  expect(restoredSite.keys).toEqual(old.keys);
  const visitor = visit(restoredSite, old.keys.anonKey);
  expect((await visitor.auth.getUser(accessToken)).data.user?.email).toBe(ADA.email);
  expect((await visitor.auth.refreshSession({ refresh_token: refreshToken })).error).toBeNull();
  expect((await visit(restoredSite, old.keys.anonKey).auth.signInWithPassword(ADA)).error).toBeNull();
  const wrong = await visit(restoredSite, old.keys.anonKey).auth.signInWithPassword({ ...ADA, password: "guess" });
  expect(wrong.error?.code).toBe("invalid_credentials");
});

test("a backup runs beside a running server, and a restore creates its data folder", async () => {
  const folder = await createFolder();
  await chmod(folder, 0o755);
  const [dataDir, otherDir, file] = [join(folder, "data"), join(folder, "other"), join(folder, "one.gz")];
  const server = await start(dataDir);
  const { url } = server.started;
  await migrate(url);
  await query(url, "insert into blog_posts (title, excerpt, content) values ('Kept', 'e', 'c')");
  const backup = await run("backup", [file], { DATA_DIR: dataDir });
  expect(backup).toEqual({ code: 0, output: expect.stringContaining("without API keys, as no keys.json is here") });
  expect(await query(url, "select title from blog_posts"), "still running").toEqual([{ title: "Kept" }]);
  const refused = await run("restore", [file], { DATA_DIR: dataDir });
  expect(refused).toEqual({
    code: 1,
    output: expect.stringContaining("This store is not empty (public.blog_posts, public.journal"),
  });
  await stop(server);

  const broken = join(folder, "broken.gz");
  await copyFile(file, broken);
  await rewriteBackup(broken, (text) => text.replace('"type":"bigint"', '"type":"integer"'));
  expect(await run("restore", [broken], { DATA_DIR: otherDir })).toMatchObject({ code: 1 });
  await expect(stat(otherDir), "a refused restore leaves nothing behind").rejects.toThrow("ENOENT");
  expect(await run("restore", [file], { DATA_DIR: otherDir })).toMatchObject({ code: 0 });
  expect(await run("backup", [join(folder, "two.gz")], { DATA_DIR: otherDir })).toMatchObject({ code: 0 });
  const other = await start(otherDir);
  expect(await query(other.started.url, "select title, slug from blog_posts")).toEqual([
    { title: "Kept", slug: "kept" },
  ]);
});

test("a store that has nothing but samples is restored into, and the restored one is not seeded again", async () => {
  const folder = await createFolder();
  const [source, target] = [await createStore(), await createStore()];
  const [file, keys] = [join(folder, "one.gz"), { DATA_DIR: join(folder, "data") }];
  for (const { url } of [source, target]) expect(await query(url, seeding)).toEqual([{ seed_samples: true }]);
  await query(source.url, "update blog_posts set title = 'Edited' where id = 1");
  await query(source.url, "delete from entries");
  expect(await run("backup", [file], { ...keys, DATABASE_URL: source.url })).toMatchObject({ code: 0 });
  expect(await run("restore", [file], { ...keys, DATABASE_URL: target.url })).toMatchObject({ code: 0 });
  expect(await query(target.url, seeding)).toEqual([{ seed_samples: false }]);
  expect(await query(target.url, "select title from blog_posts")).toEqual([{ title: "Edited" }]);
  expect(await query(target.url, "select from entries")).toEqual([]);
  const refused = await run("restore", [file], { ...keys, DATABASE_URL: target.url });
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("This store is not empty (") });
});

const seeding = `select seed_samples('{"name": "posts",
  "entries": [{"collection": "categories", "key": "design", "position": 1000, "data": {"name": "Design"}}],
  "posts": [{"id": 1, "slug": "one", "title": "One", "excerpt": "e", "content": "c", "category": "Other", "tags": [],
    "author_name": "", "author_bio": "", "authors": [], "published_at": "2026-09-30T12:00:00Z"}]}')`;

test("both commands explain a missing, existing or invalid file argument", async () => {
  const folder = await createFolder();
  const file = join(folder, "there.gz");
  await writeFile(file, "kept");
  const environment = { DATA_DIR: join(folder, "data") };
  expect(await run("backup", [], environment)).toEqual({
    code: 1,
    output: "Say where to: npm run backup -- plumbline.backup.gz\n",
  });
  expect(await run("restore", [file, "two"], environment)).toEqual({
    code: 1,
    output: "Say from what: npm run restore -- plumbline.backup.gz\n",
  });
  expect(await run("backup", [file], environment)).toEqual({
    code: 1,
    output: `${file} exists already. Name a file that does not.\n`,
  });
  expect(await readFile(file, "utf8")).toBe("kept");
  expect(await run("restore", [join(folder, "none.gz")], environment)).toEqual({
    code: 1,
    output: `There is no file ${join(folder, "none.gz")}.\n`,
  });
  expect(await run("restore", [folder], environment)).toEqual({ code: 1, output: `${folder} is not a file.\n` });
  expect(await run("backup", [join(folder, "new.gz")], environment)).toEqual({
    code: 1,
    output: expect.stringContaining("There is nothing to back up"),
  });
  await expect(stat(join(folder, "data"))).rejects.toThrow("ENOENT");
  expect(await readdir(folder)).toEqual(["there.gz"]);
});

test("both commands refuse to run when SUPABASE_URL is set", async () => {
  const folder = await createFolder();
  const environment = {
    SUPABASE_URL: "https://project.supabase.example",
    SUPABASE_ANON_KEY: "anon",
    SUPABASE_SERVICE_ROLE_KEY: "service",
  };
  for (const command of ["backup", "restore"] as const) {
    const { code, output } = await run(command, [join(folder, "x.gz")], environment);
    expect([code, output]).toEqual([1, expect.stringContaining("Supabase keeps the data")]);
  }
  expect(await readdir(folder)).toEqual([]);
});

test("a store without migrations cannot be backed up", async () => {
  const folder = await createFolder();
  const store = await createStore();
  await store.database.sql`drop schema supabase_migrations cascade`;
  const { code, output } = await run("backup", [join(folder, "x.gz")], { DATABASE_URL: store.url });
  expect([code, output]).toEqual([1, "There is nothing to back up: no site has run on this store yet.\n"]);
  expect(await readdir(folder)).toEqual([]);
});

test("content moves from one site to another, checked whole", async () => {
  const folder = await createFolder();
  const [dataDir, file, wrong] = [join(folder, "data"), join(folder, "content.json"), join(folder, "wrong.json")];
  const source = await createStore();
  const target = (await start(dataDir)).started;
  await migrate(target.url);
  const [leader] = shipped.leaders;
  const entry = (collection: string, key: string, data: object) =>
    `insert into entries (collection, key, position, data) values ('${collection}', '${key}', 4500, '${JSON.stringify(data)}')`;
  await query(source.url, entry("leaders", "fifth", { ...leader, name: "Ada Fifth" }));
  await query(source.url, entry("closing", "main", { ...shipped.closing, title: "Later" }));
  await query(source.url, entry("categories", "craft", { name: "Craft" }));
  const [study] = shipped["case-studies"];
  const name = `pictures/${randomUUID()}-3x2.webp`;
  const bytes = await sharp({ create: { width: 3, height: 2, channels: 3, background: "#c33" } })
    .webp()
    .toBuffer();
  await query(source.url, entry("case-studies", "pictured", { ...study, image: { picture: name, alt: "Red." } }));
  await query(source.url, `insert into pictures (name, title, alt) values ('${name}', 'Red', 'A red square.')`);
  await query(
    source.url,
    `with added as (insert into storage.objects (bucket_id, name, metadata)
       values ('images', '${name}', '{ "eTag": "\\"red\\"", "mimetype": "image/webp" }') returning id)
     insert into storage.object_bytes select id, decode('${bytes.toString("hex")}', 'hex') from added`,
  );
  await query(target.url, entry("closing", "main", { ...shipped.closing, title: "Before" }));
  await query(target.url, entry("figures", "main", shipped.figures));

  const exported = await run("content", ["export", file], { DATABASE_URL: source.url, DATA_DIR: join(folder, "none") });
  expect(exported).toEqual({ code: 0, output: `Wrote 4 entries and 1 picture to ${file}.\n` });
  const again = await run("content", ["export", file], { DATABASE_URL: source.url, DATA_DIR: join(folder, "none") });
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("EEXIST") });

  const live = "select collection, key, position, data from entries order by collection";
  const library = `select picture.name, title, alt, encode(bytes, 'hex') as bytes, mime
    from pictures as picture join (select name, id, metadata ->> 'mimetype' as mime from storage.objects) as object using (name)
    join storage.object_bytes on object_id = object.id`;
  const before = await query(target.url, live);
  const text = await readFile(file, "utf8");
  for (const [from, to, sentence] of [
    ['"Ada Fifth"', "7", /: leaders, fifth: name: This is needed\.\n$/],
    [
      '"Ada Fifth"',
      '"Ada {foo}"',
      /: leaders, fifth: name: \{foo\} would be shown as it stands\. Words in braces can be /,
    ],
    ['"closing"', '"nothing"', /: entries\.\d\.collection is no collection/],
    [
      `"picture": "${name}"`,
      `"picture": "${name.replace("3x2", "4x2")}"`,
      /: the picture \S+4x2\.webp is not in it\.\n$/,
    ],
    [`"bytes": "`, `"bytes": "AAAA`, /-3x2\.webp: Only AVIF, WebP, JPEG, PNG and GIF pictures are accepted\.\n$/],
  ] as const) {
    await writeFile(wrong, text.replace(from, to));
    const refused = await run("content", ["import", wrong], { DATA_DIR: dataDir });
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(sentence) });
  }
  expect(await query(target.url, live)).toEqual(before);
  expect(await query(target.url, library)).toEqual([]);

  expect(await run("content", ["import", file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  expect(await query(target.url, live)).toEqual(await query(source.url, live));
  expect(await query(target.url, library)).toEqual([
    { name, title: "Red", alt: "A red square.", bytes: bytes.toString("hex"), mime: "image/webp" },
  ]);
  expect(await run("content", ["import", file], { DATA_DIR: dataDir }), "again").toMatchObject({ code: 0 });
  const removed = await query(target.url, "select collection from entry_versions where change = 'removed'");
  expect(removed).toEqual([{ collection: "figures" }]);

  const { entries, ...rest } = JSON.parse(text) as { entries: { collection: string }[] };
  const others = entries.filter(({ collection }) => collection !== "categories");
  await writeFile(wrong, JSON.stringify({ ...rest, entries: others }));
  expect(await run("content", ["import", wrong], { DATA_DIR: dataDir }), "without categories").toMatchObject({
    code: 0,
  });
  const categories = await query(
    target.url,
    "select key from entries where collection = 'categories' order by position",
  );
  expect(categories).toEqual(shipped.categories.map(({ id: key }) => ({ key })));
  expect((await run("content", ["import"], {})).output).toContain("npm run content -- export content.json");
});

async function serve(url: string, dataDir: string): Promise<Backend> {
  const backend = await startBackend({
    config: readConfig({ DATABASE_URL: url, DATA_DIR: dataDir }),
    siteUrl: SITE,
    log: { info: () => {}, warn: () => {}, error: (event, facts) => console.error(event, facts) },
    onChange: () => {},
  });
  onTestFinished(backend.stop);
  return backend;
}

function visit(backend: Backend, anonKey: string): SupabaseClient {
  return createClient(SITE, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: async (input, init) => backend.fetch(new Request(input, init)) },
  });
}

async function run(command: "backup" | "restore" | "content", args: string[], environment: Record<string, string>) {
  const script = join(project, `scripts/${command}.ts`);
  return new Promise<{ code: number; output: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...environment };
    const child = execFile(process.execPath, [script, ...args], { cwd: project, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}
