import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Log } from "../../../backend/index.ts";
import { readReport, writeReport } from "./backup-report.ts";
import { backupName, dueDay } from "./rotation.ts";
import { NOT_NEEDED, type VerifiedBackupOptions } from "./verified-backup.ts";

type ScheduleOptions = Pick<VerifiedBackupOptions, "folder" | "keysFolder"> & {
  /** BACKUP_HOUR, in UTC. */
  readonly hour: number;
  readonly databaseUrl: () => string;
  readonly log: Log;
};

export type BackupSchedule = { readonly stop: () => Promise<void> };

const CHECK_INTERVAL_MS = 60_000;
const RETRY_AFTER_MS = 3_600_000;
const STOP_TIMEOUT_MS = 5_000;
const MAX_ERROR_LENGTH = 1_000;
const PROGRAM = fileURLToPath(new URL("backup-process.ts", import.meta.url));

/** Makes a verified backup when one is due, and tries again an hour after a failure. */
export function startBackups({ folder, keysFolder, hour, databaseUrl, log }: ScheduleOptions): BackupSchedule {
  let child: ReturnType<typeof spawnBackup> | undefined;
  let isStopping = false;

  async function check(): Promise<void> {
    const day = dueDay(new Date(), hour);
    if (child || isStopping || !(await isDue(folder, day))) return;
    child = spawnBackup({ folder, keysFolder, day, url: databaseUrl() });
    const { code, errors } = await child.ended;
    child = undefined;
    if (isStopping || code === NOT_NEEDED) return;
    if (code !== 0) await reportCrash(folder, day, code);
    const last = await readReport(folder);
    if (last?.failure) log.error("backup failed", { reason: last.failure, errors: errors.slice(-MAX_ERROR_LENGTH) });
    else log.info("backup verified", { ...last });
  }

  const tryCheck = () => void check().catch((error: unknown) => log.error("backup failed", { error }));
  const timer = setInterval(tryCheck, CHECK_INTERVAL_MS).unref();
  tryCheck();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      child?.process.kill("SIGTERM");
      await Promise.race([child?.ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      child?.process.kill("SIGKILL");
    },
  };
}

async function reportCrash(folder: string, day: string, code: number | null): Promise<void> {
  const last = await readReport(folder);
  const failure = `The backup process ended with ${code ?? "a signal"}; the log says why.`;
  await writeReport(folder, { ...last, day, finishedAt: new Date().toISOString(), seconds: 0, failure });
}

async function isDue(folder: string, day: string): Promise<boolean> {
  const last = await readReport(folder);
  if (last?.failure && Date.now() - Date.parse(last.finishedAt) < RETRY_AFTER_MS) return false;
  return !existsSync(join(folder, backupName(day)));
}

/** The options contain the database's password, so they are no arguments. */
function spawnBackup(options: VerifiedBackupOptions) {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ["pipe", "ignore", "pipe"] });
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(options));
  const ended = Promise.all([once(child, "exit"), text(child.stderr)]).then(([[code], errors]) => ({
    code: code as number | null,
    errors,
  }));
  return { process: child, ended };
}
