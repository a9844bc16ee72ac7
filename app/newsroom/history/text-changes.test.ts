import { expect, test } from "vitest";
import { findChanges } from "./text-changes.tsx";

test("a text and its change share the words that stayed", () => {
  const parts = findChanges("We removed four fields at once.", "We took four of the fields at once.");
  const textOf = (kind: "added" | "removed") => parts.filter((part) => part[kind]).map(({ value }) => value.trim());
  expect(textOf("removed")).toEqual(["removed"]);
  expect(textOf("added")).toEqual(["took", "of the"]);
});

test("a text that was replaced is one change, although both have spaces", () => {
  expect(findChanges("Forty slow pages", "<b>5 & C").map(({ value }) => value)).toEqual([
    "Forty slow pages",
    "<b>5 & C",
  ]);
});

test.each([
  ["", "New"],
  ["Old", ""],
  ["a b c d", "d c b a"],
  [
    Array.from({ length: 3_000 }, (_, n) => `old${n}`).join(" "),
    Array.from({ length: 3_000 }, (_, n) => `new${n}`).join("\n"),
  ],
])("both texts can be read out of their differences", (before, after) => {
  const parts = findChanges(before, after);
  const textWithout = (kind: "added" | "removed") => parts.map((part) => (part[kind] ? "" : part.value)).join("");
  expect(textWithout("added")).toBe(before);
  expect(textWithout("removed")).toBe(after);
});
