// @ts-check
// The production start: no installation and no build, so `npm ci --omit=dev` beside a finished build is enough.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { supervise } from "./supervise.mjs";

if (!existsSync(fileURLToPath(new URL("../build/server/index.js", import.meta.url)))) {
  console.error("There is no build: run npm run build first, here or on another machine, and copy the folder build.");
  process.exit(1);
}
process.env.NODE_ENV ??= "production";
await supervise();
