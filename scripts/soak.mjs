// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24, run } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
ensureBuilt();
const { requireChromium, requireFaketime, requirePrograms } = await import("./programs.mjs");
const environment = { SOAK: "1", CHROMIUM_PATH: requireChromium(), ...requirePrograms(), ...requireFaketime() };
run("vitest", ["run", "--project", "chaos*", "--no-file-parallelism"], environment);
const pages = ["controls", "every-layout", "any-page", "design"].map((name) => `tests/e2e/${name}`);
run("vitest", ["run", "tests/contact/answers", "tests/contact/replies", ...pages], environment);
