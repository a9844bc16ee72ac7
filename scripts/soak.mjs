// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24, run } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
ensureBuilt();
const { requirePgBouncer } = await import("./pgbouncer.mjs");
run("vitest", ["run", "--project", "chaos*", "--no-file-parallelism"], {
  SOAK: "1",
  PGBOUNCER_PATH: requirePgBouncer(),
});
