// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Whether missing programs can be installed: as root on Debian. */
export const canInstall = process.getuid?.() === 0 && existsSync("/etc/debian_version");

/** Installs packages of Debian; `remedy` is printed if that fails. */
export function installPackages(/** @type {string[]} */ packages, /** @type {string} */ remedy) {
  console.log(`Installing ${packages.join(" and ")} …`);
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", ...packages],
  ]) {
    // In run level 1 Debian does not start the services that it installs.
    const env = { ...process.env, RUNLEVEL: "1", DEBIAN_FRONTEND: "noninteractive" };
    const { status } = spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) fail(`apt-get ${args.join(" ")} failed. ${remedy}`);
  }
}

/** @returns {never} */
export function fail(/** @type {string} */ message) {
  console.error(message);
  process.exit(1);
}
