import { expect, test } from "vitest";
import { loadWords, plural, prefixIn } from "./words.ts";

const en = { hello: "Hello" };
const de = { hello: "Guten Tag" };

test("a variant of a language finds its words, and a language without words finds English", async () => {
  const catalogue = { en, others: { de: async () => ({ words: de }) } };
  expect(await loadWords(catalogue, "de-AT")).toBe(de);
  expect(loadWords(catalogue, "fr")).toBe(en);
  expect(loadWords(catalogue, "en-GB")).toBe(en);
});

test("words are the same promise until they are loaded, and there at once afterwards", async () => {
  const catalogue = { en, others: { de: async () => ({ words: de }) } };
  const first = loadWords(catalogue, "de");
  expect(first).toBeInstanceOf(Promise);
  expect(loadWords(catalogue, "de")).toBe(first);
  await first;
  expect(loadWords(catalogue, "de")).toBe(de);
});

test("words that could not be loaded, as without a network, are loaded by the next call", async () => {
  let isOnline = false;
  const load = () => (isOnline ? Promise.resolve({ words: de }) : Promise.reject(new TypeError("Failed to fetch")));
  const catalogue = { en, others: { de: load } };
  await expect(loadWords(catalogue, "de")).rejects.toThrow("Failed to fetch");
  isOnline = true;
  expect(await loadWords(catalogue, "de")).toBe(de);
});

test("plurals follow the rules of the language", () => {
  const posts = { one: "post", few: "posty", other: "posts" };
  expect([plural("en", 1, posts), plural("en", 0, posts), plural("pl", 3, posts)]).toEqual(["post", "posts", "posty"]);
  expect(plural("de", 1, { other: "Beiträge" })).toBe("Beiträge");
});

test.each([
  ["en", ["", "de", "pt-BR"], { en: "", de: "/de", "de-AT": "/de", "pt-BR": "/pt-br", pt: "", fr: "", "": "" }],
  ["de-AT", ["", "de", "en"], { "de-AT": "", de: "/de", "de-CH": "/de", "en-GB": "/en" }],
  ["de", ["", "de-CH"], { "de-AT": "", "de-CH": "/de-ch" }],
  ["en", [""], { en: "", de: "" }],
])("on a site in %s and %j, readers of a language are led into it if it is there", (language, locales, prefixes) => {
  const found = Object.keys(prefixes).map((tag) => [tag, prefixIn({ language, locales }, tag)]);
  expect(Object.fromEntries(found)).toEqual(prefixes);
});
