import { expect, test } from "vitest";
import { mergeNotes } from "./message-notes.tsx";

const merge = (base: string, mine: string, theirs: string) =>
  mergeNotes({ base: { notes: base }, mine: { notes: mine }, theirs: { notes: theirs } });

test("words that another admin wrote meanwhile stand above", () => {
  expect(merge("Both saw this.", "Mine.", "Theirs.")).toMatchObject({
    merged: { notes: "Theirs.\n\nMine." },
    taken: ["notes"],
  });
});

test.each([
  ["Called.", "Mine.", "Called."],
  ["Called.", "Mine.", "Mine."],
  ["Called.", "Mine.", ""],
])("notes that nobody else changed, or that are the same, or erased, stay mine", (base, mine, theirs) => {
  expect(merge(base, mine, theirs)).toMatchObject({ merged: { notes: mine }, taken: [] });
});

test("notes that were not changed here become theirs", () => {
  expect(merge("Called.", "Called.", "Theirs.")).toMatchObject({ merged: { notes: "Theirs." } });
});
