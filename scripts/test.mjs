// @ts-check
import { existsSync, statfsSync } from "node:fs";
import { ensureBuilt, ensureInstalled, ensureNode24, run } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
const { requireChromium } = await import("./chromium.mjs");
const CHROMIUM_PATH = requireChromium();

const LEAST_BYTES = 4 * 1024 ** 3;
/** Named, only these run: `npm test -- tests/e2e/keyboard.test.ts`. */
const files = process.argv.slice(2);
if (files.length === 0) {
  run("oxfmt", ["--check", "."]);
  run("oxlint", ["--type-aware"]);
  run("react-router", ["typegen"]);
  run("tsc", []);
  run("knip", []);
}
ensureBuilt();
run("vitest", ["run", ...files], { CHROMIUM_PATH, ...inMemory() });

/** Over a hundred databases are made and thrown away: where there is room in memory, they wait for no disk. */
function inMemory() {
  const folder = "/dev/shm";
  if (process.env.TMPDIR || !existsSync(folder)) return {};
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > LEAST_BYTES ? { TMPDIR: folder } : {};
}
