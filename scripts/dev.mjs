// @ts-check
import { ensureInstalled, ensureNode24, stopWithParent } from "./set-up.mjs";

stopWithParent();
ensureInstalled();
await ensureNode24();
process.argv.push("dev");
await import("../server/main.ts");
