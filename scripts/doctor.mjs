// @ts-check
import { ensureNode24 } from "./set-up.mjs";

await ensureNode24();
await import("./doctor.ts");
