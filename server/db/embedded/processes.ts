import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename } from "node:path";

/** Whether a process runs. A zombie has ended already, it only waits for a parent that does not ask (a lazy PID 1). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isErrno(error, "EPERM") && !isZombie(pid);
  }
  return !isZombie(pid);
}

/** PostgreSQL's living processes of this data folder: each works in it, as a shell or a copying program may, too. */
export function processesIn(folder: string): number[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  const place = realPath(folder);
  return pids.map(Number).filter((pid) => worksIn(pid, place) && isPostgres(pid) && isAlive(pid));
}

/** Whether this process is a PostgreSQL that serves the folder, and not another that got the number later. */
export function serves(pid: number, folder: string): boolean {
  if (!isAlive(pid) || !isPostgres(pid)) return false;
  return process.platform === "linux" ? worksIn(pid, realPath(folder)) : ask(pid, "command").includes(folder);
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function isZombie(pid: number): boolean {
  if (process.platform === "linux") return /^State:\s+[ZX]/m.test(readProc(pid, "status"));
  return process.platform !== "win32" && ask(pid, "stat").startsWith("Z");
}

/** The system tells where a process works without links, so the folder has to come without them, too. */
function worksIn(pid: number, place: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === place;
  } catch {
    return false;
  }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** By its name: the file it was started from may have been replaced since. */
function isPostgres(pid: number): boolean {
  const name = process.platform === "linux" ? readProc(pid, "comm") : ask(pid, "comm");
  return basename(name.trim()) === "postgres";
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function ask(pid: number, field: string): string {
  try {
    return execFileSync("ps", ["-o", `${field}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
