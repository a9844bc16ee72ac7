import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { isErrno } from "../embedded/processes.ts";

/** API keys have the form of JWTs, but are compared as opaque strings; their signatures are never verified. */
export type ApiKeys = { readonly anonKey: string; readonly serviceRoleKey: string };

const key = v.pipe(v.string(), v.minLength(20));
const StoredKeys = v.pipe(v.string(), v.parseJson(), v.object({ anonKey: key, serviceRoleKey: key }));

/** Unlike the server, a backup does not create keys when the folder has none. */
export async function findStoredKeys(folder: string): Promise<ApiKeys | undefined> {
  const path = join(folder, "keys.json");
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    if (isErrno(cause, "ENOENT")) return undefined;
    throw new Error(`Reading ${path} failed`, { cause });
  }
  return v.parse(StoredKeys, text);
}

/** Writes a temporary file and links it, which never replaces an existing file. Returns the undo function. */
export async function storeKeys(folder: string, keys: ApiKeys): Promise<() => Promise<void>> {
  const path = join(folder, "keys.json");
  const draft = `${path}.${randomUUID()}`;
  await mkdir(folder, { recursive: true });
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
