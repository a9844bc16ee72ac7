import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { UserError } from "../../../backend/index.ts";
import { containsStore, ownedByAnother } from "./data-location.ts";
import type { PostgresHome } from "./postgres-home.ts";
import { isAlive, isErrno } from "./processes.ts";

/** Owns the product's database; not a superuser, as on a managed PostgreSQL. */
export const OWNER = "plumbline";

/** Creates the cluster under another name and renames it, so that an interrupted start leaves no incomplete cluster. */
export async function createCluster(home: PostgresHome): Promise<void> {
  if (await containsStore(home.folder)) return requireMajor(home);
  if (!home.user) requireUserName();
  await removeUnfinished(home.folder);
  const unfinished: PostgresHome = { ...home, folder: `${home.folder}.new-${process.pid}` };
  const cluster = join(unfinished.folder, "data");
  const password = randomBytes(24).toString("base64url");
  await mkdir(cluster, { recursive: true });
  // Set explicitly, whatever the umask: PostgreSQL's user must be able to traverse this folder.
  await chmod(unfinished.folder, 0o711);
  await writeFile(join(unfinished.folder, "password"), password, { mode: 0o600 });
  const passwordForInit = join(unfinished.folder, "initial-password");
  await writeFile(passwordForInit, password, { mode: 0o600 });
  if (home.user) {
    await chown(cluster, home.user.uid, home.user.gid);
    await chown(passwordForInit, home.user.uid, home.user.gid);
  }
  await run(unfinished, "initdb", [
    `--pgdata=${cluster}`,
    "--username=postgres",
    `--pwfile=${passwordForInit}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Built into PostgreSQL: the sort order does not change with system libraries.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--data-checksums",
  ]);
  await rm(passwordForInit);
  await run(
    unfinished,
    "postgres",
    ["--single", "-D", cluster, "postgres"],
    `create role ${OWNER} login createrole password '${password}'\ncreate database ${OWNER} owner ${OWNER}\n`,
  );
  await moveIntoPlace(unfinished.folder, home.folder);
}

/** The major version that a cluster was made by; another one cannot read it. */
export async function readMajor(folder: string): Promise<number> {
  try {
    return Number.parseInt(await readFile(join(folder, "data", "PG_VERSION"), "utf8"), 10);
  } catch (cause) {
    if (!isErrno(cause, "EACCES")) throw cause;
    throw ownedByAnother(folder, cause);
  }
}

async function requireMajor({ folder, major }: PostgresHome): Promise<void> {
  const made = await readMajor(folder);
  if (made === major) return;
  const toDo =
    made < major
      ? "Stop the site, run npm run upgrade-store, which keeps the old data, and start it again."
      : "Start the newer version of the site again.";
  throw new UserError(
    `${folder} was made by PostgreSQL ${made}, and this version of the site brings PostgreSQL ${major}. ${toDo} Nothing was changed.`,
  );
}

export async function readPassword(home: PostgresHome): Promise<string> {
  try {
    return (await readFile(join(home.folder, "password"), "utf8")).trim();
  } catch (cause) {
    if (!isErrno(cause, "EACCES")) throw cause;
    throw ownedByAnother(home.folder, cause);
  }
}

/** initdb needs a user name, and containers may run as a UID without one. */
function requireUserName(): void {
  try {
    userInfo();
  } catch (cause) {
    const uid = process.getuid?.();
    throw new UserError(
      `PostgreSQL cannot be set up by user ${uid}, who has no name here. Add a line such as "plumbline:x:${uid}:${process.getgid?.()}::/:/bin/false" to /etc/passwd, run as another user, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/** The rename fails if another process has created the cluster meanwhile; then its cluster is used. */
async function moveIntoPlace(unfinished: string, folder: string): Promise<void> {
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await containsStore(folder))) throw error;
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`;
  const entries = await readdir(dirname(folder)).catch(() => []);
  for (const entry of entries) {
    if (!entry.startsWith(prefix)) continue;
    const pid = Number(entry.slice(prefix.length));
    if (pid === process.pid || !isAlive(pid)) await rm(join(dirname(folder), entry), { recursive: true, force: true });
  }
}

function describeFailure(binary: string, code: number | null, output: string): Error {
  const text = output.trim();
  if (!text.includes("No space left on device")) return new Error(`${binary} failed (${code}): ${text}`);
  return new UserError("The disk of DATA_DIR is full: a new database needs about 60 MB.");
}

function run(home: PostgresHome, binary: string, options: readonly string[], input = ""): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(home.binaries, binary), options, {
      ...home.user,
      cwd: join(home.folder, "data"),
      env: { LC_ALL: "C" },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", (cause) => reject(new Error(`${binary} cannot be run`, { cause })));
    child.once("close", (code) => {
      if (code === 0 && !output.includes("ERROR:")) resolve();
      else reject(describeFailure(binary, code, output));
    });
    child.stdin.end(input);
  });
}
