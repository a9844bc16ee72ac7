import { expect, test } from "vitest";
import { matchesFilter, parseFilter } from "./changes.ts";

const RECORD = { id: 200, name: "Größe, M", price: 9.5, at: "2026-11-16T10:00:00+00:00", done: false, none: null };

test.each([
  ["id=eq.200", true],
  ["id=eq.20", false],
  ["id=neq.200", false],
  ["id=lt.1000", true],
  ["id=gte.200", true],
  ["price=gt.9.4", true],
  ["at=lt.2026-12-01", true],
  ['name=eq."Größe, M"', true],
  ['name=in.(a,"Größe, M")', true],
  ["id=in.(1,2)", false],
  ["id=not.in.(1,2)", true],
  ["name=like.Gr%M", true],
  ["name=like.gr%", false],
  ["name=ilike.gr%", true],
  ["name=like.%x", false],
  ["name=like.Gr__e%", true],
  ["none=is.null", true],
  ["none=eq.null", false],
  ["none=not.is.null", false],
  ["done=is.false", true],
  ["none=isdistinct.1", true],
  ["id=eq.200,done=is.false", true],
  ["id=eq.200,done=is.true", false],
])("%s", (filter, expected) => {
  const conditions = parseFilter(filter);
  expect(conditions && matchesFilter(conditions, RECORD)).toBe(expected);
});

test.each(["", "id", "id=eq", "id=between.1", "id=match.(a+)+", "id=in.1", "done=is.maybe", "id=eq.1,,"])(
  "%j is refused",
  (filter) => expect(parseFilter(filter)).toBeUndefined(),
);

test("a pattern with many wildcards is matched in linear time for each", () => {
  const [condition] = parseFilter(`name=like.${"%a".repeat(200)}b`) ?? [];
  expect(condition?.matches("a".repeat(20_000))).toBe(false);
});
