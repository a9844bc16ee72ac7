// @ts-check
import { ensureInstalled, ensureNode24 } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
await import("./content.ts");
