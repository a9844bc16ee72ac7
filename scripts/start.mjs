// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24 } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
ensureBuilt();
process.env.NODE_ENV ??= "production";
await import("../server/main.ts");
