// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, ensureNode24, run, runForStatus } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
const { requireChromium, requirePrograms } = await import("./programs.mjs");
const CHROMIUM_PATH = requireChromium();

const MIN_FREE_BYTES = 4 * 1024 ** 3;
/** More failures than this are not caused by a busy machine. */
const MAX_RERUN_FILES = 25;
const isAll = process.argv[2] === "--all";
/** Runs only these files, without the static checks: `npm test -- tests/e2e/keyboard.test.ts`. */
const files = process.argv.slice(isAll ? 3 : 2);
const isQuick = !isAll && files.length === 0;
const needsPrograms =
  isAll ||
  files.some((file) =>
    /chaos\/(?:pooler|proxied|rolling|$)|security\/(?:raw|$)|operation\/deploy|answers|contact\/$/.test(file),
  );
const programs = needsPrograms ? requirePrograms() : {};
if (files.length === 0) {
  run("oxfmt", ["--check", "."]);
  run("react-router", ["typegen"]);
  run("oxlint", ["--type-aware"]);
  run("tsc", []);
  run("tsc", ["--project", "tsconfig.server.json"]);
  run("knip", []);
}
ensureBuilt();
/** One for the whole run: a failed file that is run once more makes the same choices. */
const FAULT_SEED = process.env.FAULT_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
const environment = { CHROMIUM_PATH, ...programs, TEST_QUICK: isQuick ? "1" : "0", FAULT_SEED, ...memoryTmpdir() };
if (isAll) runAll();
else run("vitest", ["run", ...files], environment);

/**
 * Runs the files that failed once more, one at a time. Other load on a shared machine can starve a test for minutes;
 * a test that also fails alone is broken.
 */
function runAll() {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-report-"));
  const report = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const status = runForStatus("vitest", ["run", ...files, ...reporters], environment);
  const failed = status === 0 || !existsSync(report) ? [] : failedFiles(readFileSync(report, "utf8"));
  rmSync(folder, { recursive: true });
  if (failed.length === 0 || failed.length > MAX_RERUN_FILES) process.exit(status);
  console.log(`\nRunning the ${failed.length} failed files once more, one at a time:\n${failed.join("\n")}\n`);
  run("vitest", ["run", ...failed, "--maxWorkers=1"], environment);
}

function failedFiles(/** @type {string} */ report) {
  /** @type {{ testResults: { name: string, status: string }[] }} */
  const { testResults } = JSON.parse(report);
  return testResults.filter(({ status }) => status !== "passed").map(({ name }) => name);
}

/** The tests create over a hundred databases, which is faster in memory than on disk. */
function memoryTmpdir() {
  const folder = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(folder)) return {};
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > MIN_FREE_BYTES ? { TMPDIR: folder } : {};
}
