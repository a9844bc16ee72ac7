// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24, stopWithParent } from "./set-up.mjs";

stopWithParent();
ensureInstalled();
await ensureNode24();
ensureBuilt();
process.env.NODE_ENV ??= "production";
await import("../server/main.ts");
