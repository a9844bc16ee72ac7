const DAILY_COUNT = 7;
const WEEKLY_COUNT = 4;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BACKUP_NAME = /^plumbline-(\d{4}-\d{2}-\d{2})\.gz$/;

export const backupName = (day: string) => `plumbline-${day}.gz`;

/** Of all files of the folder. */
export function newestBackup(files: readonly string[]): string | undefined {
  return files
    .filter((file) => BACKUP_NAME.test(file))
    .toSorted()
    .at(-1);
}

// The day (UTC) of the latest scheduled time. A backup that was missed at that time is made up for, and a new site has
// its first one at once.
export function dueDay(now: Date, hour: number): string {
  return new Date(now.getTime() - hour * HOUR_MS).toISOString().slice(0, 10);
}

/** The backups to delete: all but the newest seven, and the newest one of each of the four weeks before those. */
export function listExpired(files: readonly string[]): string[] {
  const newestFirst = files
    .filter((file) => BACKUP_NAME.test(file))
    .toSorted()
    .toReversed();
  const older = newestFirst.slice(DAILY_COUNT);
  const weeks = [...Map.groupBy(older, weekOf).values()].slice(0, WEEKLY_COUNT);
  const kept = new Set(weeks.map(([newest]) => newest));
  return older.filter((file) => !kept.has(file));
}

/** Weeks begin on Monday; January 1, 1970 was a Thursday. */
function weekOf(file: string): number {
  const [, day = ""] = BACKUP_NAME.exec(file) ?? [];
  return Math.floor((Date.parse(day) / DAY_MS + 3) / 7);
}
