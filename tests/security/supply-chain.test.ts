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

/** What is used, passed on and built upon without owing more than a notice. */
const FREE = [
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
/** Linked as they come, neither changed nor built in; their source is with their makers. */
const SHARED_LIBRARIES = { names: /^@img\/sharp-/, license: "LGPL-3.0-or-later" };
/** Tools that no visitor and no server gets to see may say more. */
const FREE_FOR_TOOLS = [...FREE, "CC-BY-4.0", "CC0-1.0", "MPL-2.0", "Python-2.0"];

test("every dependency is one exact version, from the registry that npm is set to, with its checksum", () => {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides };
  expect(Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  // An address of its own would lead past that registry.
  const loose = locked.filter(({ resolved, integrity }) => resolved || !integrity?.startsWith("sha512-"));
  expect(loose.map(({ name }) => name)).toEqual([]);
  expect(locked.length).toBeGreaterThan(100);
});

test("every dependency's reason is written down", () => {
  const reasons = readText("docs/decisions/0004-dependencies.md");
  const named = [...reasons.matchAll(/^\| ([^|]+)/gm)].flatMap(
    ([, names = ""]) => names.match(/[\w@][\w@/.*-]+/g) ?? [],
  );
  const isNamed = (name: string) =>
    named.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one));
  const ours = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides });
  expect(ours.filter((name) => !name.startsWith("@types/") && !isNamed(name))).toEqual([]);
});

test("whatever wants to run at installation is named, with a yes or a no", () => {
  const wanting = new Set(locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  expect(Object.keys(manifest.allowScripts).toSorted()).toEqual([...wanting].toSorted());
});

test("every license lets us do what we do", () => {
  const unclear = locked.filter(({ name, license = "", dev }) => {
    const parts = license.replaceAll(/[()]/g, "").split(/ (?:AND|OR) /);
    const free = dev ? FREE_FOR_TOOLS : FREE;
    const isShared = (part: string) => part === SHARED_LIBRARIES.license && SHARED_LIBRARIES.names.test(name);
    return !parts.every((part) => free.includes(part) || isShared(part));
  });
  expect(unclear.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

function read(name: string): unknown {
  return JSON.parse(readText(name));
}

function readText(name: string): string {
  return readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
}
