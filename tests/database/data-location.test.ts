import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createDataFolder, type Holder, isRoot, query, run, start, stop } from "../fixtures/database/embedded.ts";

test.runIf(isRoot)("a start is refused while PostgreSQL's user cannot reach the existing store", async () => {
  const dataDir = await createFilledFolder();
  const parent = dirname(dataDir);
  await chmod(parent, 0o750);
  const refused = await run(dataDir);
  expect(refused.facts.error).toContain(`${join(dataDir, "postgres")} holds the site's data`);
  expect(refused.facts.error).toContain(`chmod a+x ${parent}`);
  expect(await exists(join(dataDir, "postgres-location"))).toBe(false);
  await chmod(parent, 0o755);
  await expectFilled(await start(dataDir));
});

test("a recorded location is used, and every start prints it", async () => {
  const dataDir = await createFilledFolder();
  const elsewhere = await moveStore(dataDir);
  await writeFile(join(dataDir, "postgres-location"), `${elsewhere}\n`);
  for (let round = 0; round < 2; round += 1) {
    const holder = await start(dataDir);
    expect(holder.lines).toEqual([expect.stringContaining(`kept in ${elsewhere}`)]);
    await expectFilled(holder);
  }
});

test("a missing recorded store is replaced only after its record is deleted", async () => {
  const dataDir = await createFilledFolder();
  const elsewhere = await moveStore(dataDir);
  const record = join(dataDir, "postgres-location");
  await writeFile(record, `${elsewhere}\n`);
  await rename(elsewhere, `${elsewhere}-away`);
  const refused = await run(dataDir);
  expect(refused.facts.error).toContain(`the site's data is in ${elsewhere}, but there is none`);
  expect(refused.facts.error).toContain(`delete ${record}`);
  expect(await exists(elsewhere)).toBe(false);

  await rename(`${elsewhere}-away`, elsewhere);
  await expectFilled(await start(dataDir));
  await rm(record);
  const fresh = await start(dataDir);
  expect(await query(fresh, "select to_regclass('kept') as kept")).toEqual([{ kept: null }]);
  await stop(fresh);
});

test.runIf(isRoot)("a start that was interrupted before it recorded the location is resumed", async () => {
  const dataDir = await createDataFolder();
  await chmod(dirname(dataDir), 0o700);
  const first = await start(dataDir);
  const { folder } = first.started;
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await query(first, "create table kept as select 42 as answer");
  await stop(first);
  const record = join(dataDir, "postgres-location");
  await rm(record);
  const next = await start(dataDir);
  expect((await readFile(record, "utf8")).trim()).toBe(folder);
  await expectFilled(next);
});

test("a moved store is used through a symbolic link", async () => {
  const dataDir = await createFilledFolder();
  await symlink(await moveStore(dataDir), join(dataDir, "postgres"));
  await expectFilled(await start(dataDir));
});

test("a start is refused when the symbolic link to the store is broken", async () => {
  const dataDir = await createFilledFolder();
  const elsewhere = await moveStore(dataDir);
  await symlink(`${elsewhere}-unmounted`, join(dataDir, "postgres"));
  const refused = await run(dataDir);
  expect(refused.facts.error).toContain(`the site's data is in ${elsewhere}-unmounted, but there is none`);
});

/** Creating a store is slow, so it is created once and copied. */
let master: Promise<string> | undefined;
async function createFilledFolder(): Promise<string> {
  master ??= createMaster();
  const dataDir = await createDataFolder();
  await promisify(execFile)("cp", ["-a", await master, dataDir]);
  return dataDir;
}
afterAll(async () => {
  if (master) await rm(dirname(await master), { recursive: true, force: true });
});

async function createMaster(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-location-"));
  await chmod(folder, 0o755);
  const holder = await start(join(folder, "data"));
  await query(holder, "create table kept as select 42 as answer");
  await stop(holder);
  return join(folder, "data");
}

async function moveStore(dataDir: string): Promise<string> {
  const elsewhere = join(dirname(dataDir), "elsewhere");
  await rename(join(dataDir, "postgres"), elsewhere);
  return elsewhere;
}

async function expectFilled(holder: Holder): Promise<void> {
  expect(await query(holder, "select answer from kept")).toEqual([{ answer: 42 }]);
  await stop(holder);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
