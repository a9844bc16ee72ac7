import { expect, test } from "vitest";
import { dayOf, formatDate } from "./dates.ts";

test("a date is written in the language and the style of the site", () => {
  const written = (locale: string, style?: "medium" | "numbers" | "year first") =>
    formatDate("2026-10-28", "UTC", { locale, ...(style && { style }) });
  expect([written("de"), written("en-GB"), written("de", "numbers"), written("en", "medium")]).toEqual([
    "28. Oktober 2026",
    "28 October 2026",
    "28.10.2026",
    "Oct 28, 2026",
  ]);
  expect(formatDate("2026-01-01T04:52:00Z", "Europe/Berlin", { style: "year first" })).toBe("2026-01-01");
});

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
