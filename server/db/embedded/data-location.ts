import { readFile, readlink, realpath, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isErrno } from "./processes.ts";
import { StoreUnusable } from "./store-unusable.ts";

export const defaultLocation = (dataDir: string) => join(dataDir, "postgres");
const recordPath = (dataDir: string) => join(dataDir, "postgres-location");

/** The folder that holds the store of this data folder, if there is one yet. */
export async function findStore(dataDir: string): Promise<string | undefined> {
  const usual = defaultLocation(dataDir);
  const recorded = await readRecord(dataDir);
  const linked = await readlink(usual).catch(() => undefined);
  if (recorded) await requireStore(recorded, recordPath(dataDir));
  else if (linked) await requireStore(resolve(dataDir, linked), usual);
  const folder = recorded ?? usual;
  return (await containsStore(folder)) ? folder : undefined;
}

/** Complete as soon as it is there at all: it was renamed into place. */
export async function containsStore(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, "password"));
    return true;
  } catch (error) {
    if (isErrno(error, "EACCES")) throw ownedByAnother(folder, error);
    if (isErrno(error, "ENOENT") || isErrno(error, "ENOTDIR")) return false;
    throw error;
  }
}

/** Comes after the store: a start that is cut short must not leave a record of what is not there. */
export async function recordLocation(dataDir: string, folder: string): Promise<void> {
  if (folder === defaultLocation(await realpath(dataDir)) || folder === (await readRecord(dataDir))) return;
  await writeFile(recordPath(dataDir), `${folder}\n`);
}

export function ownedByAnother(folder: string, cause: unknown): StoreUnusable {
  return new StoreUnusable(`${folder} belongs to another user of this machine. Run as that user, or as root.`, {
    cause,
  });
}

/** What is named was there once: an empty store in its place would pass for the site. */
async function requireStore(folder: string, namedBy: string): Promise<void> {
  if (await containsStore(folder)) return;
  throw new StoreUnusable(
    `${namedBy} says that the site's data is in ${folder}, but there is none. Bring it back, or delete ${namedBy} to begin anew.`,
  );
}

async function readRecord(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(recordPath(dataDir), "utf8")).trim() || undefined;
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}
