// @ts-check
import { ensureInstalled, ensureNode24 } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
process.argv.push("dev");
await import("../server/main.ts");
