// @ts-check
import { existsSync, statfsSync } from "node:fs";
import { ensureBuilt, ensureInstalled, ensureNode24, run } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
const { requireChromium } = await import("./chromium.mjs");
const CHROMIUM_PATH = requireChromium();

const MIN_FREE_BYTES = 4 * 1024 ** 3;
const isAll = process.argv[2] === "--all";
/** Runs only these files, without the static checks: `npm test -- tests/e2e/keyboard.test.ts`. */
const files = process.argv.slice(isAll ? 3 : 2);
const isQuick = !isAll && files.length === 0;
if (files.length === 0) {
  run("oxfmt", ["--check", "."]);
  run("oxlint", ["--type-aware"]);
  run("react-router", ["typegen"]);
  run("tsc", []);
  run("knip", []);
}
ensureBuilt();
run("vitest", ["run", ...files], { CHROMIUM_PATH, TEST_QUICK: isQuick ? "1" : "0", ...memoryTmpdir() });

/** The tests create over a hundred databases, which is faster in memory than on disk. */
function memoryTmpdir() {
  const folder = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(folder)) return {};
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > MIN_FREE_BYTES ? { TMPDIR: folder } : {};
}
