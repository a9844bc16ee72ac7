import { expect, test } from "vitest";
import { toRestError } from "../to-rest-error.ts";
import { readPreferences } from "./preferences.ts";

test("what supabase-js sends", () => {
  expect(readPreferences("count=exact,missing=default, return=representation,resolution=merge-duplicates")).toEqual({
    answer: "representation",
    count: "exact",
    duplicates: "merge",
    missing: "default",
    mostAffected: undefined,
    applied: ["count=exact", "missing=default", "return=representation", "resolution=merge-duplicates"],
  });
});

test("the first counts, the unknown is ignored", () => {
  expect(readPreferences("return=minimal, return=representation, count=roughly, x")).toMatchObject({
    answer: "minimal",
    count: undefined,
  });
  expect(readPreferences(null)).toMatchObject({ answer: undefined, applied: [] });
});

test("strictness refuses the unknown and makes the limit count", () => {
  expect(readPreferences("max-affected=3").mostAffected).toBeUndefined();
  expect(readPreferences("handling=strict, max-affected=3").mostAffected).toBe(3);
  expect(toRestError(() => readPreferences("handling=strict, a=b"))).toMatchObject({ code: "PGRST122" });
});

test("a transaction that is to be undone is refused rather than committed", () => {
  expect(toRestError(() => readPreferences("return=minimal, tx=rollback"))).toMatchObject({
    code: "PGRST127",
    message: "Prefer: tx=rollback is not supported",
  });
  expect(readPreferences("tx=commit").applied).toEqual([]);
});
