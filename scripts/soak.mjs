// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24, run } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
ensureBuilt();
const { requireChromium, requireFaketime, requirePrograms } = await import("./programs.mjs");
const environment = { SOAK: "1", CHROMIUM_PATH: requireChromium(), ...requirePrograms(), ...requireFaketime() };
run("vitest", ["run", "--project", "chaos*", "--no-file-parallelism"], environment);
run("vitest", ["run", "tests/e2e/controls", "tests/e2e/every-layout"], environment);
