// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24, run } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
const { requireChromium } = await import("./chromium.mjs");
const CHROMIUM_PATH = requireChromium();

run("oxfmt", ["--check", "."]);
run("oxlint", ["--type-aware"]);
run("react-router", ["typegen"]);
run("tsc", []);
run("knip", []);
ensureBuilt();
run("vitest", ["run"], { CHROMIUM_PATH });
