import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Whether a process runs. A zombie has ended already, it only waits for a parent that does not ask (a lazy PID 1). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return isErrno(error, "EPERM") && !isZombie(pid);
  }
  return !isZombie(pid);
}

/** Living processes that work in this folder, as every PostgreSQL process does in its data folder. */
export function processesIn(folder: string): number[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  return pids.map(Number).filter((pid) => worksIn(pid, folder) && isAlive(pid));
}

/** Whether this process is a PostgreSQL that serves the folder, and not another that got the number later. */
export function serves(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  return process.platform === "linux" ? worksIn(pid, folder) : commandOf(pid).includes(folder);
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function isZombie(pid: number): boolean {
  if (process.platform === "linux") return /^State:\s+[ZX]/m.test(readProc(pid, "status"));
  return process.platform !== "win32" && ask(pid, "stat").startsWith("Z");
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

function commandOf(pid: number): string {
  return process.platform === "linux" ? readProc(pid, "cmdline") : ask(pid, "command");
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
