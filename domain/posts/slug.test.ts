import * as fc from "fast-check";
import { expect, test } from "vitest";
import { slugify, titleSlug } from "./slug.ts";

test("a title becomes lower case with a hyphen for every run of white space", () => {
  expect(slugify("Every action has  a\tmeasurable\nreaction")).toBe("every-action-has-a-measurable-reaction");
});

test("characters other than word characters and hyphens are removed", () => {
  expect(slugify("UX/UI Designer")).toBe("uxui-designer");
  expect(slugify("Q&A: 5.5% of what, exactly?")).toBe("qa-55-of-what-exactly");
  expect(slugify("snake_case-stays")).toBe("snake_case-stays");
});

test.each([
  ["Größe und Straße", "grosse-und-strasse"],
  ["STRAẞE", "strasse"],
  ["Æsir, Œuvre & Ørsted", "aesir-oeuvre--orsted"],
  ["Łódź café naïve Đà Nẵng", "lodz-cafe-naive-da-nang"],
  ["Ölçü ve denge, İSTANBUL ılık", "olcu-ve-denge-istanbul-ilik"],
  ["Þingvellir, Azərbaycan", "thingvellir-azerbaycan"],
  ["ﬁne print, ５０%, №1™", "fine-print-50-no1tm"],
  ["Привет, Київ! Щёлково", "privet-kiiv-shchelkovo"],
  ["Αθήνα και Ψυχή", "athina-kai-psychi"],
])("letters beyond ASCII stay readable: %s becomes %s", (title, slug) => {
  expect(slugify(title)).toBe(slug);
});

test.each([
  ["Größe & Maß für Ölmühlen", "de", "groesse-mass-fuer-oelmuehlen"],
  ["Größe & Maß für Ölmühlen", "de-AT", "groesse-mass-fuer-oelmuehlen"],
  ["U\u0308ber uns", "de", "ueber-uns"],
  ["Größe & Maß", "en", "grosse-mass"],
  ["Œuvre – à l’été", "fr", "oeuvre-a-lete"],
  ["Łódź: żółć – i gęś", "pl", "lodz-zolc-i-ges"],
  ["„Zitat“", "de", "zitat"],
  ["Q & A", "de", "q--a"],
  ["測る", "ja", ""],
])("the address of %s on a site in %s is %s", (title, language, slug) => {
  expect(titleSlug(title, language)).toBe(slug);
});

test("letters without a transliteration are dropped, and a title of only such letters has an empty slug", () => {
  expect(slugify("測る 2026")).toBe("-2026");
  expect(slugify("測る")).toBe("");
});

test("a character that NFKD decomposes into a space and a mark adds no hyphen", () => {
  expect(slugify("don´t")).toBe("dont");
});

test("a title in ASCII follows the rule of three steps to the letter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (title) => {
      const byRule = title
        .toLowerCase()
        .replace(/\s+/g, "-")
        .replace(/[^\w-]/g, "");
      expect(slugify(title)).toBe(byRule);
      expect(titleSlug(title, "de")).toBe(byRule);
    }),
  );
});
