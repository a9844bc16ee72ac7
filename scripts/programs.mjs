// @ts-check
// The programs that tests and benches need: found, or installed as root on Debian. No test is skipped without one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const LIBRARIES = ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime`);
const FOLDERS = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", ...LIBRARIES];
const CHROMIUM_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
/** The fallback font, metric-compatible with Arial. Debian's Chromium only recommends this package. */
const FALLBACK_FONT = "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf";
const canInstall = process.getuid?.() === 0 && existsSync("/etc/debian_version");

export function requireChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) fail(`CHROMIUM_PATH is ${given}, and there is no file.`);
  const remedy = "Install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH to it.";
  const chromium = requireOne("Chromium", given ? [given] : CHROMIUM_PATHS, "chromium", remedy);
  if (canInstall && !existsSync(FALLBACK_FONT)) installPackage("fonts-liberation", remedy);
  return chromium;
}

const MALFORMED_MAILS = ["3.11", "3.12", "3.13"].map((version) => `/usr/lib/python${version}/test/test_email/data`);

/** The programs that the tests of pooler, proxies, alerts and answers by mail run, and mails that Python is tested with. */
export function requirePrograms() {
  const remedy = "Install it (on Debian 12: apt-get install libpython3.11-testsuite).";
  return {
    PGBOUNCER_PATH: requireProgram("pgbouncer"),
    NGINX_PATH: requireProgram("nginx"),
    CADDY_PATH: requireProgram("caddy"),
    SYSTEMD_ANALYZE_PATH: requireProgram("systemd-analyze", "systemd"),
    PROMTOOL_PATH: requireProgram("promtool", "prometheus"),
    DOVECOT_PATH: requireProgram("dovecot", "dovecot-imapd"),
    MALFORMED_MAILS: requireOne("Python's tests", MALFORMED_MAILS, "libpython3.11-testsuite", remedy),
  };
}

/** For the soak test that moves the clock. */
export const requireFaketime = () => ({ LIBFAKETIME_PATH: requireProgram("libfaketimeMT.so.1", "libfaketime") });

function requireProgram(/** @type {string} */ name, package_ = name) {
  const paths = FOLDERS.map((folder) => `${folder}/${name}`);
  return requireOne(name, paths, package_, `Install it (on Debian: apt-get install ${package_}).`);
}

/** @type {(name: string, paths: readonly string[], package_: string, remedy: string) => string} */
function requireOne(name, paths, package_, remedy) {
  const find = () => paths.find((path) => existsSync(path));
  const found = find();
  if (found) return found;
  if (!canInstall) fail(`The tests need ${name}. ${remedy}`);
  installPackage(package_, remedy);
  return find() ?? fail(`${name} was installed, but not where it usually is. ${remedy}`);
}

function installPackage(/** @type {string} */ name, /** @type {string} */ remedy) {
  console.log(`Installing ${name} …`);
  // In run level 1 Debian does not start the services that it installs.
  const env = { ...process.env, RUNLEVEL: "1", DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", name]]) {
    const { status } = spawnSync("apt-get", [...args, "-qq"], { env, stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) fail(`apt-get ${args.join(" ")} failed. ${remedy}`);
  }
}

/** @returns {never} */
function fail(/** @type {string} */ message) {
  console.error(message);
  process.exit(1);
}
