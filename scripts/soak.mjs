// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24, run } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
ensureBuilt();
const { requirePrograms } = await import("./programs.mjs");
run("vitest", ["run", "--project", "chaos*", "--no-file-parallelism"], {
  SOAK: "1",
  ...requirePrograms(),
});
