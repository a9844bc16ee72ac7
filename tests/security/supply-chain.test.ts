import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Manifest = {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
};
type Locked = {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: true;
  readonly dev?: true;
};

const manifest = read("package.json") as Manifest;
const locked = Object.entries((read("package-lock.json") as { packages: Record<string, Locked> }).packages)
  .filter(([path]) => path !== "")
  .map(([path, entry]) => Object.assign(entry, { name: path.slice(path.lastIndexOf("node_modules/") + 13) }));

/** Permissive licenses. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unlicense",
  "Zlib",
];
/** Dynamically linked and unmodified, as the LGPL allows. */
const SHARED_LIBRARIES = { names: /^@img\/sharp-/, license: "LGPL-3.0-or-later" };
/** Development tools, which are not distributed, may have further licenses. */
// "MIT License" is how xml-escape, a dependency of samlify, spells MIT.
const ALLOWED_FOR_TOOLS = [...ALLOWED, "CC-BY-4.0", "CC0-1.0", "MIT License", "MPL-2.0", "Python-2.0"];

test("every dependency has an exact version and a checksum and comes from npm's configured registry", () => {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides };
  expect(Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  // A `resolved` URL would bypass the configured registry.
  const loose = locked.filter(({ resolved, integrity }) => resolved || !integrity?.startsWith("sha512-"));
  expect(loose.map(({ name }) => name)).toEqual([]);
  expect(locked.length).toBeGreaterThan(100);
});

test("the reason for every dependency is documented", () => {
  const reasons = readText("docs/decisions/0004-dependencies.md");
  const named = [...reasons.matchAll(/^\| ([^|]+)/gm)].flatMap(
    ([, names = ""]) => names.match(/[\w@][\w@/.*-]+/g) ?? [],
  );
  const isNamed = (name: string) =>
    named.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one));
  const ours = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides });
  expect(ours.filter((name) => !name.startsWith("@types/") && !isNamed(name))).toEqual([]);
});

test("every package with an install script is explicitly allowed or denied", () => {
  const withScripts = new Set(locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  expect(Object.keys(manifest.allowScripts).toSorted()).toEqual([...withScripts].toSorted());
});

test("every license is acceptable", () => {
  const unacceptable = locked.filter(({ name, license = "", dev }) => {
    const parts = license.replaceAll(/[()]/g, "").split(/ (?:AND|OR) /);
    const allowed = dev ? ALLOWED_FOR_TOOLS : ALLOWED;
    const isShared = (part: string) => part === SHARED_LIBRARIES.license && SHARED_LIBRARIES.names.test(name);
    return !parts.every((part) => allowed.includes(part) || isShared(part));
  });
  expect(unacceptable.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

function read(name: string): unknown {
  return JSON.parse(readText(name));
}

function readText(name: string): string {
  return readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
}
