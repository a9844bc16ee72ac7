import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { replaceBuild } from "./set-up.mjs";

test("a failed build leaves the old one, a good one replaces it, and the previous one comes back without a build", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const builds: string[] = [];
  const served = () => readFileSync(join(folder, "build/app"), "utf8");
  const build = (sources: string, fails = false) =>
    replaceBuild(folder, sources, (name) => {
      builds.push(sources);
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "app"), sources);
      if (fails) throw new Error("A source has a mistake");
    });

  build("one");
  expect(() => build("two", true)).toThrow("A source has a mistake");
  expect(served()).toBe("one");
  build("two");
  expect([served(), readdirSync(folder).toSorted()]).toEqual(["two", ["build", "build.previous"]]);
  build("one");
  expect([served(), builds]).toEqual(["one", ["one", "two", "two"]]);
  build("two");
  build("two");
  expect([served(), builds]).toEqual(["two", ["one", "two", "two"]]);
});
