import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../backend/index.ts";
import { createSnapshot } from "./snapshot.ts";

test("rows that were read are there after a restart, also if they cannot be read any more", async () => {
  const dataDir = await createFolder();
  const first = open(dataDir, async () => [1, 2]);
  expect(first.snapshot.rows()).toBeUndefined();
  await first.snapshot.renew();
  await first.snapshot.renew();
  expect(first.changes).toEqual([[1, 2]]);

  const second = open(dataDir, () => Promise.reject(new Error("No response")));
  expect(second.snapshot.rows()).toEqual([1, 2]);
  await second.snapshot.renew();
  expect(second.snapshot.rows()).toEqual([1, 2]);
  expect(second.lines.join()).toContain("numbers could not be read");
});

test("a change during a read is read by another one", async () => {
  const stored = [1];
  const { snapshot } = open(await createFolder(), async () => {
    const found = [...stored];
    await new Promise(setImmediate);
    return found;
  });
  const reading = snapshot.renew();
  stored.push(2);
  await snapshot.renew();
  await reading;
  expect(snapshot.rows()).toEqual([1, 2]);
});

test("a damaged file is logged and replaced", async () => {
  const dataDir = await createFolder();
  const file = join(dataDir, "numbers.json");
  await writeFile(file, "[1,");
  const { snapshot, lines } = open(dataDir, async () => [3]);
  expect(snapshot.rows()).toBeUndefined();
  expect(lines.join()).toContain("the kept numbers cannot be read");
  await snapshot.renew();
  expect(await readFile(file, "utf8")).toBe("[3]");
});

function open(dataDir: string, read: () => Promise<readonly number[]>) {
  const [changes, lines]: [(readonly number[])[], string[]] = [[], []];
  const snapshot = createSnapshot<number>({
    name: "numbers",
    dataDir,
    read,
    onChange: (rows) => changes.push(rows),
    intervalMs: 0,
    log: createLog((line) => lines.push(line)),
  });
  return { snapshot, changes, lines };
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-snapshot-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
