import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename } from "node:path";

/** Whether a process runs. A zombie does not: it only remains because its parent (often PID 1) has not reaped it. */
export const isAlive = (pid: number): boolean => exists(pid) && !isZombie(pid);

/** Whether the PID is taken, if only by a zombie. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, "EPERM");
  }
}

/** The port in the command line of a PostgreSQL; 0 if there is none. */
export function readPort(pid: number): number {
  const command = process.platform === "linux" ? readProc(pid, "cmdline") : readPs(pid, "command");
  return Number(/\bport=(\d+)/.exec(command)?.[1] ?? 0);
}

/** The running PostgreSQL processes whose working directory is this data folder. */
export function processesIn(folder: string): number[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  const cwd = realPath(folder);
  return pids.map(Number).filter((pid) => hasCwd(pid, cwd) && isPostgres(pid) && isAlive(pid));
}

/** Whether this PID is the PostgreSQL that serves the folder; the system may have given the number to another process. */
export function isPostgresOf(folder: string, pid: number): boolean {
  if (!isAlive(pid) || !isPostgres(pid)) return false;
  return process.platform === "linux" ? hasCwd(pid, realPath(folder)) : readPs(pid, "command").includes(folder);
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function isZombie(pid: number): boolean {
  if (process.platform === "linux") return /^State:\s+[ZX]/m.test(readProc(pid, "status"));
  return process.platform !== "win32" && readPs(pid, "stat").startsWith("Z");
}

/** /proc shows the working directory with symbolic links resolved, so `cwd` must have them resolved too. */
function hasCwd(pid: number, cwd: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cwd;
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

/** Compares the name, because an update may have replaced the executable since the process started. */
function isPostgres(pid: number): boolean {
  const name = process.platform === "linux" ? readProc(pid, "comm") : readPs(pid, "comm");
  return basename(name.trim()) === "postgres";
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function readPs(pid: number, field: string): string {
  try {
    return execFileSync("ps", ["-o", `${field}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
