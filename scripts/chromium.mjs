// @ts-check
import { existsSync } from "node:fs";
import { canInstall, fail, installPackages } from "./debian-packages.mjs";

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

/** Finds Chromium, or installs Debian's package as root; browser tests are never skipped. */
export function requireChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) fail(`CHROMIUM_PATH is ${given}, and there is no file.`);
  const found = given || CHROMIUM_PATHS.find(existsSync);
  if (found && (existsSync(FALLBACK_FONT) || !canInstall)) return found;
  if (!canInstall) {
    fail(
      "The browser tests need Chromium. Install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH to it.",
    );
  }
  installPackages(
    [...(found ? [] : ["chromium"]), "fonts-liberation"],
    "Install Chromium by hand or set CHROMIUM_PATH to it.",
  );
  return (
    found ||
    CHROMIUM_PATHS.find(existsSync) ||
    fail("Chromium was installed, but not where it usually is. Set CHROMIUM_PATH.")
  );
}
