// @ts-check
import { existsSync } from "node:fs";
import { canInstall, fail, installPackages } from "./debian-packages.mjs";

const FOLDERS = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

/** Finds a program, or installs Debian's package of that name as root; the tests that need it are never skipped. */
function requireProgram(/** @type {string} */ name) {
  const find = () => FOLDERS.map((folder) => `${folder}/${name}`).find(existsSync);
  const remedy = `Install ${name} (on Debian: apt-get install ${name}).`;
  const found = find();
  if (found) return found;
  if (!canInstall) fail(`The tests need ${name}. ${remedy}`);
  installPackages([name], remedy);
  return find() ?? fail(`${name} was installed, but not where it usually is.`);
}

/** The programs that the tests of pooler and proxies run. */
export function requirePrograms() {
  return {
    PGBOUNCER_PATH: requireProgram("pgbouncer"),
    NGINX_PATH: requireProgram("nginx"),
    CADDY_PATH: requireProgram("caddy"),
  };
}
