import { expect, test } from "vitest";
import { searchScore, searchWords } from "./search-match.ts";

const entry = { title: "Four fields fewer at the checkout", text: "Oakmere packs gift boxes. Café, naïve." };

test("every query word must be the beginning of a word in title or text", () => {
  expect(searchScore(searchWords("check"), entry)).toBe(3);
  expect(searchScore(searchWords("check oak"), entry)).toBe(4);
  expect(searchScore(searchWords("heck"), entry)).toBe(0);
  expect(searchScore(searchWords("checkout absent"), entry)).toBe(0);
});

test("case, accents and punctuation are ignored", () => {
  expect(searchScore(searchWords("CAFE!"), entry)).toBe(1);
  expect(searchScore(searchWords("“naive”"), entry)).toBe(1);
});

test("a query of punctuation has no words, and a long query is shortened", () => {
  expect(searchWords("((( ---")).toEqual([]);
  expect(searchWords("a ".repeat(500))).toHaveLength(8);
});
