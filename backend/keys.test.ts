import { expect, test } from "vitest";
import { isSameSecret } from "./keys.ts";

test("a key equals only exactly itself", () => {
  expect(isSameSecret("abc", "abc")).toBe(true);
  for (const other of ["", "ab", "abcd", "abd", "abc\0", "ABC", "äbc"])
    expect(isSameSecret(other, "abc"), other).toBe(false);
});
