// @ts-check
// Runs a script that needs packages and Node 24: `node scripts/run.mjs backup FILE` runs scripts/backup.ts.
import { ensureBuilt, ensureInstalled, ensureNode24 } from "./set-up.mjs";

const name = process.argv[2];
// The doctor examines an installation and changes nothing.
if (name !== "doctor") ensureInstalled();
await ensureNode24();
process.argv.splice(2, 1);
if (name === "build" || name === "bench") ensureBuilt();
if (name === "bench") await import("../bench/bench.ts");
else if (name !== "build") await import(`./${name}.ts`);
