import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { ApiKeys } from "../backend/keys.ts";
import { isErrno } from "./processes.ts";

const StoredKeys = v.pipe(v.string(), v.parseJson(), v.object({ anonKey: v.string(), serviceRoleKey: v.string() }));

/** The keys that stand in this folder. Unlike the server, a backup makes none where there are none. */
export async function findStoredKeys(folder: string): Promise<ApiKeys | undefined> {
  try {
    return v.parse(StoredKeys, await readFile(join(folder, "keys.json"), "utf8"));
  } catch (cause) {
    if (isErrno(cause, "ENOENT")) return undefined;
    throw new Error(`Reading ${join(folder, "keys.json")} failed`, { cause });
  }
}

/** Never replaces a file. Returns how to undo it. */
export async function storeKeys(folder: string, keys: ApiKeys): Promise<() => Promise<void>> {
  const path = join(folder, "keys.json");
  const draft = `${path}.restored`;
  await mkdir(folder, { recursive: true });
  await rm(draft, { force: true });
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(keys, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return () => rm(path, { force: true });
}
