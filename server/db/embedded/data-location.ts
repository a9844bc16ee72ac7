import { readFile, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { UserError } from "../../../backend/index.ts";
import { isErrno, processesIn } from "./processes.ts";

export const defaultLocation = (dataDir: string) => join(dataDir, "postgres");
const recordPath = (dataDir: string) => join(dataDir, "postgres-location");

/** The folder with the database files of this DATA_DIR, if they exist. */
export async function findStore(dataDir: string): Promise<string | undefined> {
  const usual = defaultLocation(dataDir);
  const recorded = await readRecord(dataDir);
  const linked = await readlink(usual).catch(() => undefined);
  if (recorded) await requireStore(recorded, recordPath(dataDir));
  else if (linked) await requireStore(resolve(dataDir, linked), usual);
  const folder = recorded ?? usual;
  return (await containsStore(folder)) ? folder : undefined;
}

/** Checking one file is enough: a store is renamed into place once it is complete. */
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

/** Call after the store exists, so that an interrupted start leaves no record of a missing store. */
export async function recordLocation(dataDir: string, folder: string): Promise<void> {
  if (folder === defaultLocation(await realpath(dataDir)) || folder === (await readRecord(dataDir))) return;
  const path = relative(await realpath(dataDir), folder);
  // Relative inside of DATA_DIR, which may be moved. A renamed file is complete, whenever the process ends.
  await writeFile(`${recordPath(dataDir)}.new`, `${path.startsWith("..") ? folder : path}\n`);
  await rename(`${recordPath(dataDir)}.new`, recordPath(dataDir));
}

/** Removes the database files of a DATA_DIR and their record, and ends what a killed process left running on them. */
export async function removeStore(dataDir: string): Promise<void> {
  const store = await findStore(dataDir).catch(() => undefined);
  for (const pid of store ? processesIn(join(store, "data")) : []) process.kill(pid, "SIGKILL");
  for (const path of [store, recordPath(dataDir)]) {
    if (path) await rm(path, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function ownedByAnother(folder: string, cause: unknown): UserError {
  return new UserError(`${folder} belongs to another user of this machine. Run as that user, or as root.`, {
    cause,
  });
}

/** A recorded store existed once; creating an empty one instead would hide that the data is missing. */
async function requireStore(folder: string, namedBy: string): Promise<void> {
  if (await containsStore(folder)) return;
  throw new UserError(
    `${namedBy} says that the site's data is in ${folder}, but there is none. Bring it back, or delete ${namedBy} to begin anew.`,
  );
}

async function readRecord(dataDir: string): Promise<string | undefined> {
  try {
    const recorded = (await readFile(recordPath(dataDir), "utf8")).trim();
    return recorded ? resolve(dataDir, recorded) : undefined;
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}
