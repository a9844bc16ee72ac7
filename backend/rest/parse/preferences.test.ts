import { expect, test } from "vitest";
import { catchRestError } from "../../../tests/fixtures/catch-rest-error.ts";
import { readPreferences } from "./preferences.ts";

test("the preferences that supabase-js sends are read", () => {
  expect(readPreferences("count=exact,missing=default, return=representation,resolution=merge-duplicates")).toEqual({
    return: "representation",
    count: "exact",
    duplicates: "merge",
    missing: "default",
    mostAffected: undefined,
    applied: ["count=exact", "missing=default", "return=representation", "resolution=merge-duplicates"],
  });
});

test("the first preference applies and unknown ones are ignored", () => {
  expect(readPreferences("return=minimal, return=representation, count=roughly, x")).toMatchObject({
    return: "minimal",
    count: undefined,
  });
  expect(readPreferences(null)).toMatchObject({ return: undefined, applied: [] });
});

test("handling=strict refuses unknown preferences and enables max-affected", () => {
  expect(readPreferences("max-affected=3").maxAffected).toBeUndefined();
  expect(readPreferences("handling=strict, max-affected=3").maxAffected).toBe(3);
  expect(catchRestError(() => readPreferences("handling=strict, a=b"))).toMatchObject({ code: "PGRST122" });
});

test("tx=rollback is refused rather than committed", () => {
  expect(catchRestError(() => readPreferences("return=minimal, tx=rollback"))).toMatchObject({
    code: "PGRST127",
    message: "Prefer: tx=rollback is not supported",
  });
  expect(readPreferences("tx=commit").applied).toEqual([]);
});
