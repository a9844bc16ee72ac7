import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { isErrno } from "../embedded/processes.ts";

/** What a client of the protocol presents: JWTs in form, passwords in use. They are compared whole and never verified. */
export type ApiKeys = { readonly anonKey: string; readonly serviceRoleKey: string };

const key = v.pipe(v.string(), v.minLength(20));
const StoredKeys = v.pipe(v.string(), v.parseJson(), v.object({ anonKey: key, serviceRoleKey: key }));

/** The keys that stand in this folder. Unlike the server, a backup makes none where there are none. */
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

/** Written whole under another name, then linked: never replaces a file. Returns how to undo it. */
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
