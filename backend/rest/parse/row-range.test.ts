import { expect, test } from "vitest";
import { catchRestError } from "../../../tests/fixtures/catch-rest-error.ts";
import { contentRange, rangeStatus, readRange } from "./row-range.ts";

const range = (query: string, header: string | null = null) => readRange(new URLSearchParams(query), header);

test("limit and offset are read, and values that are not integers are ignored", () => {
  expect(range("")).toEqual({ offset: 0, limit: undefined });
  expect(range("limit=5&offset=10")).toEqual({ offset: 10, limit: 5 });
  expect(range("limit=many&offset=1.5")).toEqual({ offset: 0, limit: undefined });
  expect(range(`offset=${"9".repeat(30)}`)).toEqual({ offset: Number.MAX_SAFE_INTEGER, limit: undefined });
});

test("a Range header narrows limit and offset", () => {
  expect(range("", "0-24")).toEqual({ offset: 0, limit: 25 });
  expect(range("", "10-")).toEqual({ offset: 10, limit: undefined });
  expect(range("limit=5&offset=2", "4-100")).toEqual({ offset: 4, limit: 3 });
  expect(range("limit=5", "8-9")).toEqual({ offset: 8, limit: 0 });
  expect(range("limit=5", "bytes=0-1")).toEqual({ offset: 0, limit: 5 });
});

test("negative and reversed ranges are refused", () => {
  expect(catchRestError(() => range("limit=-1"))).toMatchObject({ code: "PGRST103" });
  expect(catchRestError(() => range("offset=-1"))).toMatchObject({ code: "2201X" });
  expect(catchRestError(() => range("", "5-4"))).toMatchObject({ code: "PGRST103" });
});

test("Content-Range names the rows and the total", () => {
  expect(contentRange(0, 25, 3573)).toBe("0-24/3573");
  expect(contentRange(10, 5, undefined)).toBe("10-14/*");
  expect(contentRange(0, 0, undefined)).toBe("*/*");
  expect(contentRange(0, 0, 0)).toBe("*/0");
});

test("the status says whether the rows are complete, partial or out of range", () => {
  expect(rangeStatus(0, 5, undefined)).toBe(200);
  expect(rangeStatus(0, 5, 5)).toBe(200);
  expect(rangeStatus(0, 5, 6)).toBe(206);
  expect(rangeStatus(5, 0, 5)).toBe(206);
  expect(catchRestError(() => rangeStatus(6, 0, 5))).toMatchObject({ code: "PGRST103" });
});
