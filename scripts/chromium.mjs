// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const USUAL_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** What pages stand in before their typefaces come; elsewhere that is Arial itself. Debian's Chromium only recommends it. */
const STAND_IN = "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf";

/** Finds Chromium, or installs Debian's where that is possible; browser tests are never skipped. */
export function requireChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) fail(`CHROMIUM_PATH is ${given}, and there is no file.`);
  const found = given || USUAL_PLACES.find(existsSync);
  const onDebianAsRoot = process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (found && (existsSync(STAND_IN) || !onDebianAsRoot)) return found;
  if (!onDebianAsRoot) {
    fail(
      "The browser tests need Chromium. Install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH to it.",
    );
  }
  const packages = [...(found ? [] : ["chromium"]), "fonts-liberation"];
  console.log(`Installing ${packages.join(" and ")} …`);
  for (const words of [
    ["update", "-qq"],
    ["install", "-y", "-qq", ...packages],
  ]) {
    const { status } = spawnSync("apt-get", words, { stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0) fail(`apt-get ${words.join(" ")} failed. Install Chromium by hand or set CHROMIUM_PATH to it.`);
  }
  return (
    found ||
    USUAL_PLACES.find(existsSync) ||
    fail("Chromium was installed, but not where it usually is. Set CHROMIUM_PATH.")
  );
}

/** @returns {never} */
function fail(/** @type {string} */ sentence) {
  console.error(sentence);
  process.exit(1);
}
