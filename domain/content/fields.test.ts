import * as v from "valibot";
import { expect, test } from "vitest";
import { date, emptyValue, fieldOf, group, link, number, optionalDate, optionalLink } from "./fields.ts";

test.each([
  ["/work", true],
  ["https://agency.example/work?x=1#y", true],
  ["//elsewhere.example", false],
  ["javascript:alert(1)", false],
  ["http://agency.example", false],
  ["https://[", false],
  ["https://a:b", false],
  ["https://agency.example:99999", false],
])("%s is accepted as a link: %s", (text, isAccepted) => {
  for (const field of [link, optionalLink]) expect(v.is(field({ label: "Link" }), text)).toBe(isAccepted);
});

test("a new entry begins with today where it needs a date or a year", () => {
  const schema = group("Entry", {
    posted: date({ label: "Published on" }),
    closes: optionalDate({ label: "Last day" }),
    year: number({ label: "Year", min: 1990, max: 2100, isYear: true }),
    count: number({ label: "Count", min: 1, max: 9 }),
  });
  const empty = { posted: "", closes: "", year: 1990, count: 1 };
  expect(emptyValue(fieldOf(schema))).toEqual(empty);
  expect(emptyValue(fieldOf(schema), "2026-11-17")).toEqual({ ...empty, posted: "2026-11-17", year: 2026 });
});
