import { chown, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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

const Drill = v.object({
  /** The name of the file that was restored. */
  backup: v.string(),
  finishedAt: v.pipe(v.string(), v.isoTimestamp()),
  seconds: v.number(),
  /** Kept when a later drill fails. */
  passedAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  failure: v.optional(v.string()),
});

export type DrillReport = v.InferOutput<typeof Drill>;

/** The last result, by whichever process: several share the folder. */
export const readReport = (folder: string) => readFacts(join(folder, "last-backup.json"), Report);
export const writeReport = (folder: string, report: BackupReport) =>
  writeFacts(join(folder, "last-backup.json"), report);
export const readDrill = (folder: string) => readFacts(join(folder, "last-drill.json"), Drill);
export const writeDrill = (folder: string, report: DrillReport) => writeFacts(join(folder, "last-drill.json"), report);

async function readFacts<Facts>(file: string, schema: v.GenericSchema<unknown, Facts>): Promise<Facts | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  const facts = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return facts.success ? facts.output : undefined;
}

async function writeFacts(file: string, facts: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  // Root may run a drill, and the site's user reads its result.
  const { uid, gid } = await stat(dirname(file));
  if (process.getuid?.() === 0) await chown(`${file}.new`, uid, gid);
  await rename(`${file}.new`, file);
}

export function stateOf(report: BackupReport | undefined, now = Date.now()): BackupState {
  if (report?.failure) return "failed";
  if (!report?.verifiedAt) return "none";
  return now - Date.parse(report.verifiedAt) > LATE_AFTER_MS ? "late" : "ok";
}

export function createBackupMetrics(folder: string): MetricSource {
  return async () => [...describeBackup(await readReport(folder)), ...describeDrill(await readDrill(folder))];
}

function describeBackup(report: BackupReport | undefined) {
  if (!report) return [];
  const { verifiedAt, bytes = 0, seconds } = report;
  return [
    gauge(
      "plumbline_backup_last_verified_timestamp_seconds",
      "When the last good backup was made.",
      inSeconds(verifiedAt),
    ),
    gauge("plumbline_backup_size_bytes", "Size of the last good backup.", bytes),
    gauge("plumbline_backup_duration_seconds", "Time the last backup and its check took.", seconds),
  ];
}

function describeDrill(report: DrillReport | undefined) {
  if (!report) return [];
  const { passedAt, seconds, failure } = report;
  return [
    gauge("plumbline_drill_ok", "Whether the last drill passed.", failure ? 0 : 1),
    gauge("plumbline_drill_last_passed_timestamp_seconds", "When a drill passed last.", inSeconds(passedAt)),
    gauge("plumbline_drill_duration_seconds", "Time the last drill took.", seconds),
  ];
}

const inSeconds = (time: string | undefined) => (time ? Date.parse(time) / 1_000 : 0);
