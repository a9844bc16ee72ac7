import { expect, test } from "vitest";
import { toRestError } from "../to-rest-error.ts";
import { contentRange, rangeStatus, readRange } from "./row-range.ts";

const range = (query: string, header: string | null = null) => readRange(new URLSearchParams(query), header);

test("limit and offset; what is no number is ignored", () => {
  expect(range("")).toEqual({ offset: 0, limit: undefined });
  expect(range("limit=5&offset=10")).toEqual({ offset: 10, limit: 5 });
  expect(range("limit=many&offset=1.5")).toEqual({ offset: 0, limit: undefined });
  expect(range(`offset=${"9".repeat(30)}`)).toEqual({ offset: Number.MAX_SAFE_INTEGER, limit: undefined });
});

test("a Range header narrows them", () => {
  expect(range("", "0-24")).toEqual({ offset: 0, limit: 25 });
  expect(range("", "10-")).toEqual({ offset: 10, limit: undefined });
  expect(range("limit=5&offset=2", "4-100")).toEqual({ offset: 4, limit: 3 });
  expect(range("limit=5", "8-9")).toEqual({ offset: 8, limit: 0 });
  expect(range("limit=5", "bytes=0-1")).toEqual({ offset: 0, limit: 5 });
});

test("what can never be", () => {
  expect(toRestError(() => range("limit=-1"))).toMatchObject({ code: "PGRST103" });
  expect(toRestError(() => range("offset=-1"))).toMatchObject({ code: "2201X" });
  expect(toRestError(() => range("", "5-4"))).toMatchObject({ code: "PGRST103" });
});

test("which part of how many", () => {
  expect(contentRange(0, 25, 3573)).toBe("0-24/3573");
  expect(contentRange(10, 5, undefined)).toBe("10-14/*");
  expect(contentRange(0, 0, undefined)).toBe("*/*");
  expect(contentRange(0, 0, 0)).toBe("*/0");
});

test("whole, partial, or behind the end", () => {
  expect(rangeStatus(0, 5, undefined)).toBe(200);
  expect(rangeStatus(0, 5, 5)).toBe(200);
  expect(rangeStatus(0, 5, 6)).toBe(206);
  expect(rangeStatus(5, 0, 5)).toBe(206);
  expect(toRestError(() => rangeStatus(6, 0, 5))).toMatchObject({ code: "PGRST103" });
});
