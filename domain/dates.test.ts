import { expect, test } from "vitest";
import { dayOf, formatDate } from "./dates.ts";

test("a date without time is the same in every time zone", () => {
  expect(formatDate("2026-10-28")).toBe("October 28, 2026");
  expect(formatDate("2026-10-28", "Pacific/Honolulu")).toBe("October 28, 2026");
  expect(formatDate("2026-10-28", "Pacific/Kiritimati")).toBe("October 28, 2026");
});

test("a timestamp is shown in the given time zone", () => {
  expect(formatDate("2026-01-01T03:00:00Z", "America/New_York")).toBe("December 31, 2025");
});

test("formats are cached separately for each time zone", () => {
  const instant = "2026-01-01T03:00:00Z";
  expect(["America/New_York", "UTC", "America/New_York"].map((zone) => dayOf(instant, zone))).toEqual([
    "2025-12-31",
    "2026-01-01",
    "2025-12-31",
  ]);
});
