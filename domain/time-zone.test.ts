import { expect, test } from "vitest";
import { instantOfLocal, isTimeZone, localTime } from "./time-zone.ts";

test.each([
  ["Europe/Berlin", true],
  ["America/Argentina/Buenos_Aires", true],
  ["UTC", true],
  ["+02:00", false],
  ["Europe/Nowhere", false],
  ["", false],
  ["Hamburg", false],
])("%j is a time zone: %s", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

test.each([
  ["2026-11-18T05:52", "Europe/Berlin", "2026-11-18T04:52:00.000Z"],
  ["2026-07-01T09:00", "America/New_York", "2026-07-01T13:00:00.000Z"],
  ["2026-01-01T12:00", "Pacific/Auckland", "2025-12-31T23:00:00.000Z"],
  ["1999-12-31T23:30", "Asia/Kolkata", "1999-12-31T18:00:00.000Z"],
  // An hour before and after the clock goes forward, and back.
  ["2026-03-29T01:30", "Europe/Berlin", "2026-03-29T00:30:00.000Z"],
  ["2026-03-29T03:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
  ["2026-10-25T04:30", "Europe/Berlin", "2026-10-25T03:30:00.000Z"],
])("%s in %s is %s, and back", (local, zone, instant) => {
  expect(instantOfLocal(local, zone).toISOString()).toBe(instant);
  expect(localTime(instant, zone)).toBe(local);
});

test("a text that is no time has no instant", () => {
  expect(Number.isNaN(instantOfLocal("", "Europe/Berlin").getTime())).toBe(true);
});
