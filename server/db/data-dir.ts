import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../../backend/index.ts";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its file system is read-only",
  ENOSPC: "its disk is full",
  EDQUOT: "its disk quota is used up",
  EEXIST: "it is a file",
  ENOTDIR: "it is a file, or below one",
  ENOENT: "no folder can be created there",
};

/** One block: a full disk may still create an empty file. */
const PROBE_BYTES = 4096;

/** Creates the folder and writes a file there, so that one that cannot be used is told in a sentence. */
export async function prepareFolder(setting: "DATA_DIR" | "BACKUP_DIR", folder: string): Promise<void> {
  const probe = join(folder, `.write-test-${randomUUID()}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, "x".repeat(PROBE_BYTES));
  } catch (cause) {
    const reason = REASONS[(cause as NodeJS.ErrnoException).code ?? ""];
    if (!reason) throw cause;
    const content = setting === "DATA_DIR" ? "its data" : "backups";
    throw new UserError(`${setting} is ${folder}, and the site cannot keep ${content} there: ${reason}.`, { cause });
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

/** Node's own recursive mkdir never returns on file systems such as /proc that create no folders. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o711 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isFolder = code === "EEXIST" && (await stat(path)).isDirectory();
    const isParentMissing = code === "ENOENT" && !existsSync(dirname(path));
    if (isParentMissing) {
      await makeFolder(dirname(path));
      await mkdir(path, { mode: 0o711 });
    } else if (!isFolder) throw error;
  }
}
