import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadApiKeys } from "./api-keys.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-keys-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("keys are created once, with file mode 600, and stay the same", async () => {
  const first = await loadApiKeys({ folder });
  expect(first.anonKey).not.toBe(first.serviceRoleKey);
  expect(await loadApiKeys({ folder })).toEqual(first);
  expect((await stat(join(folder, "keys.json"))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["keys.json"]);
});

test("processes that start at the same time use the same keys", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => loadApiKeys({ folder })));
  expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1);
  expect(JSON.parse(await readFile(join(folder, "keys.json"), "utf8"))).toEqual(all[0]);
});

test("a key file that other users can read gets mode 600 again", async () => {
  await loadApiKeys({ folder });
  await chmod(join(folder, "keys.json"), 0o644);
  await loadApiKeys({ folder });
  expect((await stat(join(folder, "keys.json"))).mode & 0o777).toBe(0o600);
});

test("keys from the environment are used and not written to disk", async () => {
  const given = { anonKey: "a".repeat(30), serviceRoleKey: "b".repeat(30) };
  expect(await loadApiKeys({ folder, given })).toEqual(given);
  expect(await readdir(folder)).toEqual([]);
});

test("a missing key, equal keys and a damaged file are refused, not replaced", async () => {
  await expect(loadApiKeys({ folder, given: { anonKey: "a".repeat(30) } })).rejects.toThrow("together");
  const same = "a".repeat(30);
  await expect(loadApiKeys({ folder, given: { anonKey: same, serviceRoleKey: same } })).rejects.toThrow("differ");
  await writeFile(join(folder, "keys.json"), "{}");
  await expect(loadApiKeys({ folder })).rejects.toThrow("anonKey");
  expect(await readFile(join(folder, "keys.json"), "utf8")).toBe("{}");
});
