// @ts-check
import { ensureBuilt, ensureInstalled, ensureNode24 } from "./set-up.mjs";

ensureInstalled();
await ensureNode24();
ensureBuilt();
await import("../bench/bench.ts");
