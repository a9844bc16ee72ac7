import { expect, test } from "vitest";
import { differences } from "./differences.ts";

test("a text and its change share the words that stayed", () => {
  expect(differences("We removed four fields.", "We took four fields away.")).toEqual([
    { kind: "same", text: "We " },
    { kind: "gone", text: "removed " },
    { kind: "new", text: "took " },
    { kind: "same", text: "four " },
    { kind: "gone", text: "fields." },
    { kind: "new", text: "fields away." },
  ]);
});

test.each([
  ["", "New"],
  ["Old", ""],
  ["a b c d", "d c b a"],
  ["word ".repeat(1_500), "other ".repeat(1_200)],
])("both texts can be read out of their differences", (before, after) => {
  const parts = differences(before, after);
  const textOf = (unwanted: string) => parts.map(({ kind, text }) => (kind === unwanted ? "" : text)).join("");
  expect(textOf("new")).toBe(before);
  expect(textOf("gone")).toBe(after);
});
