import { expect, test } from "vitest";
import { searchScore, searchWords } from "./search-match.ts";

const thing = { title: "Four fields fewer at the checkout", text: "Oakmere packs gift boxes. Café, naïve." };

test("every word must begin a word, in title or text", () => {
  expect(searchScore(searchWords("check"), thing)).toBe(3);
  expect(searchScore(searchWords("check oak"), thing)).toBe(4);
  expect(searchScore(searchWords("heck"), thing)).toBe(0);
  expect(searchScore(searchWords("checkout absent"), thing)).toBe(0);
});

test("case, accents and signs make no difference", () => {
  expect(searchScore(searchWords("CAFE!"), thing)).toBe(1);
  expect(searchScore(searchWords("“naive”"), thing)).toBe(1);
});

test("a query of signs has no words, and a long one is cut", () => {
  expect(searchWords("((( ---")).toEqual([]);
  expect(searchWords("a ".repeat(500))).toHaveLength(8);
});
