// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24, run } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
ensureBuilt();
run("vitest", ["run", "--project", "chaos*", "--no-file-parallelism"], { SOAK: "1" });
