// @ts-check
import { existsSync } from "node:fs";
import { canInstall, fail, installPackages } from "./debian-packages.mjs";

const LIBRARIES = ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime`);
const FOLDERS = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", ...LIBRARIES];

/** Finds a program, or installs Debian's package as root; the tests that need it are never skipped. */
function requireProgram(/** @type {string} */ name, package_ = name) {
  const find = () => FOLDERS.map((folder) => `${folder}/${name}`).find(existsSync);
  const remedy = `Install ${name} (on Debian: apt-get install ${package_}).`;
  const found = find();
  if (found) return found;
  if (!canInstall) fail(`The tests need ${name}. ${remedy}`);
  installPackages([package_], remedy);
  return find() ?? fail(`${name} was installed, but not where it usually is.`);
}

/** The programs that the tests of pooler, proxies and alerts run. */
export function requirePrograms() {
  return {
    PGBOUNCER_PATH: requireProgram("pgbouncer"),
    NGINX_PATH: requireProgram("nginx"),
    CADDY_PATH: requireProgram("caddy"),
    SYSTEMD_ANALYZE_PATH: requireProgram("systemd-analyze", "systemd"),
    PROMTOOL_PATH: requireProgram("promtool", "prometheus"),
  };
}

/** For the soak test that moves the clock. */
export const requireFaketime = () => ({ LIBFAKETIME_PATH: requireProgram("libfaketimeMT.so.1", "libfaketime") });
