// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24, run } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
const { requireChromium } = await import("./chromium.mjs");
const CHROMIUM_PATH = requireChromium();

/** Named, only these run: `npm test -- tests/browser/keyboard.test.ts`. */
const files = process.argv.slice(2);
if (files.length === 0) {
  run("oxfmt", ["--check", "."]);
  run("oxlint", ["--type-aware"]);
  run("react-router", ["typegen"]);
  run("tsc", []);
  run("knip", []);
}
ensureBuilt();
run("vitest", ["run", ...files], { CHROMIUM_PATH });
