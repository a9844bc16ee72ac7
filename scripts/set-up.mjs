// @ts-check
// What a fresh clone lacks, this brings: packages, Node 24, the build. It runs on any Node from 20 on and before
// anything is installed, so it is plain JavaScript and uses nothing but Node.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("..", import.meta.url));
const inProject = (/** @type {string} */ path) => join(project, path);

/** What the build is made from. */
const SOURCES = [
  "app",
  "content",
  "domain",
  "server",
  "supabase/functions",
  "public",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
];

/** Installs the packages when package-lock.json is not the one that was installed last. */
export function ensureInstalled() {
  const stamp = inProject("node_modules/.installed");
  const wanted = hash([inProject("package-lock.json")]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing packages …");
  // NODE_ENV=production would leave out what the build needs.
  run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(stamp, wanted);
}

/** Starts the calling script again under the Node 24 of node_modules, unless it already runs there. */
export async function ensureNode24() {
  if (Number.parseInt(process.versions.node) >= 24) return;
  const again = spawn(inProject("node_modules/.bin/node"), process.argv.slice(1), { stdio: "inherit" });
  // A terminal sends Ctrl+C to both; a service manager tells only this process.
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"])) {
    process.on(signal, () => again.kill(signal));
  }
  const [code] = await once(again, "exit");
  process.exit(code ?? 1);
}

/** The shell between npm and this process keeps signals to itself, so whoever stops npm is noticed by its absence. */
export function stopWithParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGTERM"), 250).unref();
}

/** Builds when a source has changed since the last build. */
export function ensureBuilt() {
  const stamp = inProject("build/.built-from");
  const wanted = hash(SOURCES.flatMap((source) => listFiles(inProject(source))));
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Building …");
  run(inProject("node_modules/.bin/react-router"), ["build"], { NODE_ENV: "production" });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Runs a command to its end; a failure ends this process with the same code. */
export function run(/** @type {string} */ command, /** @type {string[]} */ words, environment = {}) {
  const bin = inProject("node_modules/.bin");
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...environment };
  const { status, error } = spawnSync(command, words, { cwd: project, stdio: "inherit", env });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
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
