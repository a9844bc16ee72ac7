// @ts-check
// Runs a script that needs packages and Node 24: `node scripts/run.mjs backup FILE` runs scripts/backup.ts.
import { ensureInstalled, ensureNode24 } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
const [name] = process.argv.splice(2, 1);
await import(`./${name}.ts`);
