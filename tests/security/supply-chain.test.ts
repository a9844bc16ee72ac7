import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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

const project = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

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
    // Of "MIT OR EUPL" we choose the first.
    const choices = license
      .replaceAll(/[()]/g, "")
      .split(" OR ")
      .map((choice) => choice.split(" AND "));
    const allowed = dev ? ALLOWED_FOR_TOOLS : ALLOWED;
    const isShared = (part: string) => part === SHARED_LIBRARIES.license && SHARED_LIBRARIES.names.test(name);
    return !choices.some((parts) => parts.every((part) => allowed.includes(part) || isShared(part)));
  });
  expect(unacceptable.map(({ name, license }) => `${name}: ${license}`)).toEqual([]);
});

test("the bill of materials has the server's packages, the browser's and PostgreSQL's libraries, and no tools", async () => {
  const { stdout } = await run(process.execPath, [`${project}scripts/sbom.mjs`], { maxBuffer: 2 ** 24 });
  const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string; version: string }[] };
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5" });
  const versions = new Map(bill.components.map(({ name, version }) => [name, version]));
  const ours = Object.entries(manifest.dependencies);
  expect(ours.filter(([name, version]) => versions.get(name) !== version)).toEqual([]);
  // Development dependencies whose code is only in the browser's scripts, one of them through another.
  expect([...versions.keys()]).toEqual(
    expect.arrayContaining(["@tiptap/core", "prosemirror-view", "micromark", "diff"]),
  );
  expect(["vite", "vitest", "oxlint", "playwright-core"].filter((tool) => versions.has(tool))).toEqual([]);
  if (process.platform === "linux")
    expect(Object.fromEntries(versions)).toMatchObject({ openssl: "1.1.1", libxml2: "2.9.4", icu: "60.2" });
});

test("without a registry the audit of .ci/run is a note and no failure", async () => {
  const audit = /^timeout .*$/m.exec(readText(".ci/run"))?.[0] ?? "";
  const offline = { ...process.env, npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" };
  const { stdout } = await run("bash", ["-ec", audit], { cwd: project, env: offline });
  expect(stdout).toContain("Note: npm audit");
});

function read(name: string): unknown {
  return JSON.parse(readText(name));
}

function readText(name: string): string {
  return readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
}
