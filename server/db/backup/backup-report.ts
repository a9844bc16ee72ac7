import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { gauge, type MetricSource } from "../../metrics.ts";

const Report = v.object({
  day: v.string(),
  finishedAt: v.pipe(v.string(), v.isoTimestamp()),
  seconds: v.number(),
  /** When the last backup was restored from without a fault, and its size; kept when a later one fails. */
  verifiedAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  bytes: v.optional(v.number()),
  /** A sentence for the operator; absent if the last backup is good. */
  failure: v.optional(v.string()),
});

export type BackupReport = v.InferOutput<typeof Report>;
export type BackupState = "ok" | "none" | "late" | "failed";

/** A day and two hours: large stores take a while. */
const LATE_AFTER_MS = 26 * 3_600_000;

const reportFile = (folder: string) => join(folder, "last-backup.json");

/** The last result, by whichever process: several share the folder. */
export async function readReport(folder: string): Promise<BackupReport | undefined> {
  const text = await readFile(reportFile(folder), "utf8").catch(() => "");
  const report = v.safeParse(v.pipe(v.string(), v.parseJson(), Report), text);
  return report.success ? report.output : undefined;
}

export async function writeReport(folder: string, report: BackupReport): Promise<void> {
  const draft = `${reportFile(folder)}.new`;
  await writeFile(draft, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, reportFile(folder));
}

export function stateOf(report: BackupReport | undefined, now = Date.now()): BackupState {
  if (report?.failure) return "failed";
  if (!report?.verifiedAt) return "none";
  return now - Date.parse(report.verifiedAt) > LATE_AFTER_MS ? "late" : "ok";
}

export function createBackupMetrics(folder: string): MetricSource {
  return async () => {
    const report = await readReport(folder);
    if (!report) return [];
    const { verifiedAt, bytes = 0, seconds } = report;
    const verified = verifiedAt ? Date.parse(verifiedAt) / 1_000 : 0;
    return [
      gauge("plumbline_backup_last_verified_timestamp_seconds", "When the last good backup was made.", verified),
      gauge("plumbline_backup_size_bytes", "Size of the last good backup.", bytes),
      gauge("plumbline_backup_duration_seconds", "Time the last backup and its check took.", seconds),
    ];
  };
}
