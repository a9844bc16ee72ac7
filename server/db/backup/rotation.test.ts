import { expect, test } from "vitest";
import { backupName, dueDay, listExpired } from "./rotation.ts";

const DAY_MS = 86_400_000;

/** The folder after a backup on each of these days, oldest first. */
function rotateDaily(first: string, days: number): string[] {
  let files: string[] = [];
  for (let day = 0; day < days; day += 1) {
    files.push(backupName(new Date(Date.parse(first) + day * DAY_MS).toISOString().slice(0, 10)));
    const expired = listExpired(files);
    files = files.filter((file) => !expired.includes(file));
  }
  return files;
}

test("after a hundred days there are seven daily backups and the last ones of the four weeks before them", () => {
  const weekly = ["2026-03-15", "2026-03-22", "2026-03-29", "2026-04-03"];
  const daily = ["2026-04-04", "2026-04-05", "2026-04-06", "2026-04-07", "2026-04-08", "2026-04-09", "2026-04-10"];
  expect(rotateDaily("2026-01-01", 100)).toEqual([...weekly, ...daily].map(backupName));
});

test("on every day at most eleven are kept, the oldest for less than five weeks", () => {
  for (let days = 60; days < 75; days += 1) {
    const files = rotateDaily("2026-01-01", days);
    const today = Date.parse("2026-01-01") + (days - 1) * DAY_MS;
    expect(files).toHaveLength(11);
    expect((files[0] ?? "") > backupName(new Date(today - 35 * DAY_MS).toISOString().slice(0, 10))).toBe(true);
  }
});

test("other files and the newest seven are never deleted, however old they are", () => {
  const seven = ["01", "02", "03", "04", "05", "06", "07"].map((month) => backupName(`2020-${month}-01`));
  expect(listExpired([...seven, "last-backup.json", "plumbline-2019-01-01.gz.partial", "holiday.gz"])).toEqual([]);
});

test("a backup is due from its hour on, and until then the one of the day before", () => {
  expect(dueDay(new Date("2026-03-01T02:59:59Z"), 3)).toBe("2026-02-28");
  expect(dueDay(new Date("2026-03-01T03:00:00Z"), 3)).toBe("2026-03-01");
  expect(dueDay(new Date("2026-03-01T23:59:59Z"), 0)).toBe("2026-03-01");
});
