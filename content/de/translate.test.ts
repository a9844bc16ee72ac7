import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { collections, type CollectionName, SINGLE_KEY } from "../../domain/content/collections.ts";
import { fieldOf, type Field } from "../../domain/content/fields.ts";
import { readBlocks } from "../../domain/content/legal-text.ts";
import { richBlocks } from "../../domain/content/rich-blocks.ts";
import { plainText } from "../../domain/content/rich-text.ts";
import { factsOf, forPublishing } from "../../domain/content/site-facts.ts";
import { prepareArticle } from "../../domain/posts/article.ts";
import { tagSlug } from "../../domain/posts/tags.ts";
import { handbook } from "../handbook.ts";
import { instruments } from "../instruments.ts";
import { aboutApplications, aboutNumbers, READING, WRITING } from "../legal.ts";
import { posts } from "../posts.ts";
import { samplePages } from "../sample-pages.ts";
import { shipped } from "../shipped.ts";
import { handbook as handbookDe } from "./handbook.ts";
import { instruments as instrumentsDe } from "./instruments.ts";
import * as legalDe from "./legal.ts";
import { samplePages as samplePagesDe } from "./sample-pages.ts";
import { postsDe, shippedDe } from "./translate.ts";

const ENGLISH = {
  shipped,
  posts,
  samplePages,
  handbook,
  instruments,
  numbers: aboutNumbers,
  applications: aboutApplications,
};
const GERMAN = {
  shipped: shippedDe,
  posts: postsDe,
  samplePages: samplePagesDe,
  handbook: handbookDe,
  instruments: instrumentsDe,
  numbers: legalDe.aboutNumbers,
  applications: legalDe.aboutApplications,
};

/** Fields that are no words, whatever is in them. */
const SHARED =
  /\.(?:id|name|picture|src|tint|href|to|device|kind|look|group|type|service|posted|date|updated|client|company|before|unit|avatar|linkedin|twitter|authors\.\d+|cities\.\d+)$/;
const SHARED_PARTS =
  /^shipped\.(?:contact|languages|facts|form|design)\.|\.image$|\.links\.|^shipped\.newsletter\.form$/;
const IS_FIGURE = /\.(?:figure|was|now)$/;

/** Words that German has, too, and names. Paths are of pages that have the same name in both. */
const ALIKE = new Set([
  "Blog",
  "Conversion",
  "Design",
  "Marketing",
  "New York",
  "PostgreSQL",
  "React, TypeScript",
  "TypeScript, Kotlin",
  "TypeScript, Node.js",
  "HL7 FHIR",
  "OpenTelemetry",
  "Passkeys",
  "Impressum",
  "/impressum",
  "Links",
  "Videos",
]);

test("every English text has a German one, and no other", () => {
  const german = textsOf(GERMAN);
  const missing = [...textsOf(ENGLISH)].filter(
    ([path, text]) => isWords(path) && german.get(path) === text && !ALIKE.has(text),
  );
  expect(missing).toEqual([]);
  expect([...german.keys()].filter((path) => !path.endsWith(".slug"))).toEqual(
    expect.arrayContaining([...textsOf(ENGLISH).keys()].filter((path) => !path.endsWith(".slug"))),
  );
  const added = [...german.keys()].filter((path) => !textsOf(ENGLISH).has(path));
  expect(added.filter((path) => !/^shipped\.(?:services|case-studies|jobs)\.\d+\.slug$/.test(path))).toEqual([]);
});

test("keys, numbers, pictures and links are those of the English entry, and figures have its digits", () => {
  const german = textsOf(GERMAN);
  const shared = [...textsOf(ENGLISH)].filter(([path]) => !isWords(path));
  const digitsOf = (path: string, text = "") => (IS_FIGURE.test(path) ? text.replace(/\D/g, "") : text);
  expect(shared.map(([path]) => [path, digitsOf(path, german.get(path))])).toEqual(
    shared.map(([path, text]) => [path, digitsOf(path, text)]),
  );
  expect(numbersOf(GERMAN)).toEqual(numbersOf(ENGLISH));
});

test("a German text has the numbers of the English one", () => {
  const german = textsOf(GERMAN);
  const numbersIn = (text = "") =>
    Array.from(wordsOf(text).matchAll(/\d+(?:[.,]\d+)*/g), ([one]) => one.replace(/\D/g, ""));
  for (const [path, text] of textsOf(ENGLISH)) {
    const found = numbersIn(german.get(path));
    expect([path, numbersIn(text).filter((one) => !found.includes(one))]).toEqual([path, []]);
  }
});

describe("the schemas accept", () => {
  test.each(Object.keys(collections) as CollectionName[])("%s", (name) => {
    for (const { id, slug, ...data } of entriesOf(name)) {
      const { issues } = v.safeParse(forPublishing(collections[name].schema, name), data);
      expect({ id, slug, issues: issues?.map(({ message }) => message) }).toEqual({ id, slug, issues: undefined });
    }
  });

  test("the sample pages", () => {
    for (const { id: _, ...data } of samplePagesDe) {
      v.parse(forPublishing(collections.pages.schema, "pages"), data);
    }
  });
});

test("a German text names the same facts in braces", () => {
  const german = textsOf(GERMAN);
  const factNames = (text = "") =>
    [...new Set(Array.from(text.matchAll(/\{(\w+)/g), ([, name = ""]) => name.toLowerCase()))].toSorted();
  for (const [path, text] of textsOf(ENGLISH)) {
    expect([path, factNames(german.get(path))]).toEqual([path, factNames(text)]);
  }
});

test("nouns beside a number have a singular and a plural, and all facts are known", () => {
  const known = new Set(Object.keys(factsOf(shippedDe, 90)).map((name) => name.toLowerCase()));
  const braces = [...textsOf(GERMAN).values()].flatMap((text) => text.match(/\{[^{}\n]*\}/g) ?? []);
  const facts = braces.filter((fact) => known.has(/\w+/.exec(fact)?.[0]?.toLowerCase() ?? ""));
  expect(facts.length).toBeGreaterThan(30);
  expect(facts.filter((fact) => !/^\{\w+(?::[^:|{}]+\|[^:|{}]+)?\}$/.test(fact))).toEqual([]);
});

test("headlines are at most 1.25 times as long, other texts but legal ones 1.4 times", () => {
  const german = textsOf(GERMAN);
  // The shortest headlines have room for a word of 20 letters everywhere.
  const isLong = (path: string, english: string) =>
    isHeadline(path)
      ? lengthOf(german.get(path)) > Math.max(20, 1.25 * lengthOf(english))
      : !path.includes(".sections.") && lengthOf(german.get(path)) > Math.max(60, 1.4 * lengthOf(english));
  const long = [...textsOf(ENGLISH)].filter(([path, english]) => isWords(path) && isLong(path, english));
  expect(long.map(([path, english]) => [path, english, german.get(path)])).toEqual([]);
});

test("words of more than 22 letters in a headline can be broken", () => {
  const headlines = [...textsOf(GERMAN)].filter(([path]) => isHeadline(path));
  expect(headlines.filter(([, text]) => /[\p{L}]{23}/u.test(text))).toEqual([]);
});

test("quotation marks, numbers and percent signs are German", () => {
  const wrong = [...textsOf(GERMAN)]
    .filter(([path]) => isWords(path) || IS_FIGURE.test(path))
    .map(([path, text]) => [path, wordsOf(text)] as const)
    .filter(([, text]) =>
      /[”‘’«»]|"|\d,\d{3}\b|\d\.\d{1,2}\b(?!\.)|\d%|\d %|—|  /.test(
        text.replace("2.2 AA", "").replace("Version 4.1", ""),
      ),
    );
  expect(wrong).toEqual([]);
  for (const text of textsOf(GERMAN).values()) {
    expect(text.split("„").length, text).toBe(text.split("“").length);
  }
});

test("slugs and addresses are readable and unique", () => {
  const slugged = [shippedDe.services, shippedDe["case-studies"], shippedDe.jobs, postsDe];
  for (const list of slugged) {
    const slugs = list.map(({ slug }) => slug ?? "");
    expect(new Set(slugs).size).toBe(list.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
  }
  const german = new Set([...shippedDe.services, ...shippedDe["case-studies"]].map(({ slug = "" }) => slug));
  const keys = [...shipped.services, ...shipped["case-studies"]].filter(({ id }) => german.has(id));
  expect(keys).toEqual([]);
  const paths = samplePagesDe.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test("legal texts and the handbook have the paragraphs and lists of the English ones", () => {
  const shapeOf = (text: string) =>
    readBlocks(text).map((block) => (typeof block === "string" ? "text" : block.length));
  const shapesOf = (texts: readonly { readonly text: string }[]) => texts.map(({ text }) => shapeOf(text));
  expect(shapesOf(shippedDe.privacy.sections)).toEqual(shapesOf(shipped.privacy.sections));
  expect(shapesOf(shippedDe.terms.sections)).toEqual(shapesOf(shipped.terms.sections));
  const { aboutNumbers: numbersDe, aboutApplications: applicationsDe } = legalDe;
  expect(shapesOf([numbersDe, applicationsDe])).toEqual(shapesOf([aboutNumbers, aboutApplications]));
  expect(shapesOf(handbookDe)).toEqual(shapesOf(handbook));
  const place = (sections: readonly { readonly title: string }[], title: string) =>
    sections.findIndex((section) => section.title === title);
  expect(place(shippedDe.privacy.sections, legalDe.READING)).toBe(place(shipped.privacy.sections, READING));
  expect(place(shippedDe.privacy.sections, legalDe.WRITING)).toBe(place(shipped.privacy.sections, WRITING));
});

test("posts have the structure, links, pictures and figures of the English ones, in categories that exist", () => {
  const marks = (html: string) => prepareArticle(html).html.match(/<\w+|href="[^"]*"|src="[^"]*"/g);
  const names = shippedDe.categories.map(({ name }) => name);
  for (const [index, post] of postsDe.entries()) {
    expect(marks(post.content)).toEqual(marks(posts[index]?.content ?? ""));
    expect(names).toContain(post.category);
    expect(new Set(post.tags.map(tagSlug)).size).toBe(post.tags.length);
    expect(post.tags.map(tagSlug)).not.toContain("");
    const minutes = prepareArticle(posts[index]?.content ?? "").minutes;
    expect(Math.abs(prepareArticle(post.content).minutes - minutes)).toBeLessThanOrEqual(1);
  }
});

test("formatted texts keep all that they say", () => {
  for (const name of Object.keys(collections) as CollectionName[]) {
    for (const entry of entriesOf(name)) {
      for (const [key, field] of Object.entries<Field>(fieldOf(collections[name].schema).fields ?? {})) {
        if (field.kind !== "rich") continue;
        const text = String(entry[key]);
        const shown = richBlocks(text, 3).map((block) => ("text" in block ? block.text : plainText(block.html)));
        expect(shown.join(" ")).toBe(plainText(text).replace(/\n\s*\n/g, " "));
      }
    }
  }
});

const isWords = (path: string) =>
  /categories\.\d+\.name$/.test(path) || ![IS_FIGURE, SHARED_PARTS, SHARED].some((one) => one.test(path));
const isHeadline = (path: string) =>
  /\.(?:title|heading|label|action|tagline|line)$/.test(path) && !/^posts|testimonials|leaders/.test(path);
const lengthOf = (text = "") => text.replaceAll("\u00ad", "").length;
/** Without markup and code. */
const wordsOf = (text: string) =>
  text
    .replace(/<pre[\s\S]*?<\/pre>/g, " ")
    .replace(/<[^<>]*>/g, " ")
    .replaceAll("&nbsp;", "\u00a0")
    .replace(/\s*\n\s*/g, "\n")
    .replace(/ {2,}/g, " ");

type Entry = { readonly id: string; readonly slug?: string; readonly [field: string]: unknown };

function entriesOf(name: CollectionName): readonly Entry[] {
  const content: unknown = shippedDe[name];
  return Array.isArray(content) ? content : [{ id: SINGLE_KEY, ...(content as object) }];
}

function textsOf(value: unknown): ReadonlyMap<string, string> {
  return new Map(leavesOf(value).filter((leaf): leaf is [string, string] => typeof leaf[1] === "string"));
}

const numbersOf = (value: unknown) => leavesOf(value).filter(([, leaf]) => typeof leaf === "number");

function leavesOf(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path ? `${path}.${key}` : key));
}
