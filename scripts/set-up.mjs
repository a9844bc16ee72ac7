// @ts-check
// Prepares a fresh clone: packages, Node 24, the build. This file runs on Node 20 or later before anything is
// installed, so it is plain JavaScript without dependencies.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("..", import.meta.url));
export const inProject = (/** @type {string} */ path) => join(project, path);
const installedFile = inProject("node_modules/.installed");

const SOURCES = [
  "app",
  "backend",
  "content",
  "domain",
  "server",
  "supabase/functions",
  "public",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
];

/** Installs the packages if package-lock.json has changed since the last installation. */
export function ensureInstalled() {
  const current = hash([inProject("package-lock.json")]);
  if (existsSync(installedFile) && readFileSync(installedFile, "utf8") === current) return;
  console.log("Installing packages …");
  // NODE_ENV=production would omit the packages that the build needs.
  run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  markInstalled();
}

export function markInstalled() {
  writeFileSync(installedFile, hash([inProject("package-lock.json")]));
}

const hasNode24 = Number.parseInt(process.versions.node) >= 24;

/** The current Node if it is recent enough, otherwise the one in node_modules. */
export const findNode24 = () => (hasNode24 ? process.execPath : inProject("node_modules/.bin/node"));

/** Runs the calling script again under node_modules' Node 24 if the current version is older. */
export async function ensureNode24() {
  if (hasNode24) return;
  const child = spawn(findNode24(), process.argv.slice(1), { stdio: "inherit" });
  // A terminal sends Ctrl+C to both processes; a service manager signals only this one.
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  const [code] = await once(child, "exit");
  process.exit(code ?? 1);
}

/** The shell that npm starts does not forward signals, so this process stops when its parent is gone. */
export function stopWithParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGTERM"), 250).unref();
}

/** Builds if a source has changed since the last build. */
export function ensureBuilt() {
  const current = hash(SOURCES.flatMap((source) => listFiles(inProject(source))));
  replaceBuild(project, current, (BUILD_DIRECTORY) => {
    console.log("Building …");
    run(inProject("node_modules/.bin/react-router"), ["build"], { NODE_ENV: "production", BUILD_DIRECTORY });
    writeFileSync(inProject(`${BUILD_DIRECTORY}/version.json`), JSON.stringify(describeVersion()));
  });
}

/**
 * Builds in a folder of its own and swaps it in, so that a failed build leaves the old one in place. The previous build
 * is kept: going back to its sources needs no build.
 */
export function replaceBuild(
  /** @type {string} */ folder,
  /** @type {string} */ sources,
  /** @type {(name: string) => void} */ build,
) {
  const current = join(folder, "build");
  const next = join(folder, "build.new");
  const previous = join(folder, "build.previous");
  const isBuiltFrom = (/** @type {string} */ path) =>
    existsSync(join(path, ".built-from")) && readFileSync(join(path, ".built-from"), "utf8") === sources;
  if (isBuiltFrom(current)) return;
  rmSync(next, { recursive: true, force: true });
  if (isBuiltFrom(previous)) renameSync(previous, next);
  else {
    build("build.new");
    writeFileSync(join(next, ".built-from"), sources);
  }
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(current)) renameSync(current, previous);
  renameSync(next, current);
}

/** For /healthz. An image is built without its git history, so it is told the commit. */
function describeVersion() {
  const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const { stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: project, encoding: "utf8" });
  return { version, commit: stdout?.trim() || process.env.COMMIT || "unknown" };
}

/** Runs a command; if it fails, exits with its code. */
export function run(/** @type {string} */ command, /** @type {string[]} */ args, environment = {}) {
  const status = runForStatus(command, args, environment);
  if (status !== 0) process.exit(status);
}

export function runForStatus(/** @type {string} */ command, /** @type {string[]} */ args, environment = {}) {
  const bin = inProject("node_modules/.bin");
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...environment };
  const { status, error } = spawnSync(command, args, { cwd: project, stdio: "inherit", env });
  if (error) throw error;
  return status ?? 1;
}

/** @returns {string[]} */
function listFiles(/** @type {string} */ path) {
  if (!existsSync(path)) return [];
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.flatMap((entry) => listFiles(join(path, entry.name)));
  } catch {
    return [path];
  }
}

function hash(/** @type {string[]} */ files) {
  const sum = createHash("sha256");
  for (const file of files) sum.update(file.slice(project.length)).update("\0").update(readFileSync(file)).update("\0");
  return sum.digest("hex");
}
