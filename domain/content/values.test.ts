import { expect, test } from "vitest";
import { type DraftText, EMPTY_DRAFT, POST_FIELD } from "../posts/draft.ts";
import { describe, mergeEdits, nameOf, shape } from "./values.ts";

const base: DraftText = { ...EMPTY_DRAFT, title: "Line", excerpt: "Short.", content: "<p>Straight.</p>" };

test("each field of a post is taken from the side that changed it, and one that both changed stays mine", () => {
  const mine = { ...base, title: "My line", content: "<p>Mine.</p>" };
  const theirs = { ...base, excerpt: "Theirs.", content: "<p>Theirs.</p>" };
  expect(mergeEdits(POST_FIELD, { base, mine, theirs })).toEqual({
    merged: { ...mine, excerpt: "Theirs." },
    taken: ["excerpt"],
    conflicts: { content: "<p>Theirs.</p>" },
  });
});

test("the same change on both sides is no conflict", () => {
  const same = { ...base, title: "New" };
  expect(mergeEdits(POST_FIELD, { base, mine: same, theirs: same })).toEqual({
    merged: same,
    taken: [],
    conflicts: {},
  });
});

test("without a common version, each field that differs counts as changed by both", () => {
  const theirs = { ...base, title: "Theirs", slug: "theirs" };
  const { merged, taken, conflicts } = mergeEdits(POST_FIELD, { base: {} as DraftText, mine: base, theirs });
  expect({ merged, taken, conflicts }).toEqual({
    merged: base,
    taken: [],
    conflicts: { title: "Theirs", slug: "theirs" },
  });
});

test("a stored draft gets the fields that it lacks, and loses those that posts no longer have", () => {
  expect(shape(POST_FIELD, { title: "Line", image_url: null, mood: "good" })).toEqual({
    ...EMPTY_DRAFT,
    title: "Line",
  });
});

test("a field is named by its label, and its content is told in a few words", () => {
  expect(nameOf(POST_FIELD, "search_title")).toBe("Headline for search engines");
  expect(["text", 3, [], ["a", "b"], { city: "Oslo", note: "" }, undefined].map((each) => describe(each))).toEqual([
    "text",
    "3",
    "None",
    "a; b",
    "Oslo",
    "",
  ]);
});
