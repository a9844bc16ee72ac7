import { describe, expect, test } from "vitest";
import { shipped } from "../../content/shipped.ts";
import type { StoredContent } from "./collections.ts";
import { collections } from "./collections.ts";
import { fieldOf } from "./fields.ts";
import {
  addressIn,
  explainTakenTag,
  figureWriter,
  followOriginal,
  isLanguage,
  isWithoutLanguage,
  lacksTexts,
  placeOf,
  publicLocales,
} from "./languages.ts";
import { type EntryRow, mergeTranslation, type Misfit } from "./merge-content.ts";

describe("the tags of RFC 5646, appendix A", () => {
  const taken =
    "de fr ja zh-Hant zh-Hans sr-Cyrl sr-Latn cmn-Hans-CN yue-HK zh-Hans-CN sr-Latn-RS sl-rozaj sl-nedis de-CH-1901 sl-IT-nedis de-DE en-US es-419 de-Qaaa sr-Latn-QM sr-Qaaa-RS";
  test.each(taken.split(" ").filter((tag) => Intl.getCanonicalLocales(tag)[0] === tag))("%s is a language", (tag) => {
    expect(isLanguage(tag)).toBe(true);
  });

  test("most of them are canonical", () => {
    const others = taken.split(" ").filter((tag) => Intl.getCanonicalLocales(tag)[0] !== tag);
    expect(others).toEqual(["cmn-Hans-CN"]);
    expect(others.some(isLanguage)).toBe(false);
  });

  const refused =
    "i-enochian zh-cmn-Hans-CN zh-yue-HK de-CH-x-phonebk az-Arab-x-AZE-derbend x-whatever qaa-Qaaa-QM-x-southern en-US-u-islamcal zh-CN-a-myext-x-private en-a-myext-b-another de-419-DE a-DE ar-a-aaa-b-bbb-a-ccc";
  test.each(refused.split(" "))("%s is refused: grandfathered, private, extended or wrong", (tag) => {
    expect(isLanguage(tag)).toBe(false);
  });

  test.each(["DE", "en-us", "pt_BR", "", "de-", "../de", "de/x", "english-and-more-than-that"])(
    "%s is refused",
    (tag) => {
      expect(isLanguage(tag)).toBe(false);
    },
  );
});

test.each([
  ["art", [], "/art"],
  ["api", [], "/api"],
  ["de", ["/imprint", "/de/imprint"], "/de/imprint"],
  ["pt-BR", ["/pt-br"], "/pt-br"],
])("%s cannot be the start of addresses beside %j", (tag, paths, taken) => {
  expect(explainTakenTag(tag, paths)).toContain(`${taken} is an address of this site`);
});

test("a free tag is not refused", () => {
  expect(explainTakenTag("de", ["/deutsch", "/imprint/de"])).toBeUndefined();
});

test.each([
  ["/de", { locale: "de", path: "/" }],
  ["/de/about", { locale: "de", path: "/about" }],
  ["/pt-br/about", { locale: "pt-BR", path: "/about" }],
  ["/DE/about", { locale: "", path: "/DE/about" }],
  ["/den/about", { locale: "", path: "/den/about" }],
  ["/about/de", { locale: "", path: "/about/de" }],
  ["/", { locale: "", path: "/" }],
])("%s is in its place, and the place at this address", (path, place) => {
  const found = placeOf(path, ["", "de", "pt-BR"]);
  expect(found).toEqual(place);
  expect(addressIn(found)).toBe(path);
});

test("the data of a home page is in its language, other files of that name are not", () => {
  expect(placeOf("/de.data", ["", "de"])).toEqual({ locale: "de", path: "/" });
  expect(placeOf("/de.xml", ["", "de"])).toEqual({ locale: "", path: "/de.xml" });
});

test("the newsroom, the editor and previews have no language; everything else has", () => {
  for (const path of [
    "/newsroom",
    "/newsroom/site",
    "/newsroom.data",
    "/blog/new",
    "/blog/a-post/edit",
    "/preview/x",
  ]) {
    expect(isWithoutLanguage(path), path).toBe(true);
  }
  for (const path of ["/", "/auth", "/account", "/contact", "/blog", "/blog/newest", "/newsrooms"]) {
    expect(isWithoutLanguage(path), path).toBe(false);
  }
});

describe("a site in two languages", () => {
  const original = withGerman("yes");
  const [first, second] = original.services;

  test("only public languages are shown", () => {
    expect(publicLocales(original)).toEqual(["", "de"]);
    expect(publicLocales(withGerman("no"))).toEqual([""]);
  });

  test("lists have what is translated, in the order of the original", () => {
    if (!first || !second) throw new Error("There are services");
    const rows = [second, first].map((service) => rowOf("services", service, { title: `${service.title} (de)` }));
    const { services, missing, language } = mergeTranslation(original, rows, "de", fail);
    expect(services.map(({ title }) => title)).toEqual([`${first.title} (de)`, `${second.title} (de)`]);
    expect(services[0]?.slug).toBe("auf-deutsch");
    expect(language).toBe("de");
    expect(missing).toContain("page-about");
  });

  test("pictures, numbers, links and names follow the original, whatever the translation has stored", () => {
    if (!first) throw new Error("There are services");
    const stale = { ...first, title: "Titel", tint: "other", image: { picture: "post-cairn", alt: "Ein Bild" } };
    const { services } = mergeTranslation(original, [rowOf("services", stale, {})], "de", fail);
    expect(services[0]).toMatchObject({
      title: "Titel",
      tint: first.tint,
      image: { picture: first.image.picture, alt: "Ein Bild" },
    });
    const identity = { ...original.identity, name: "Lotschnur", tagline: "Senkrecht seit Jahren" };
    const merged = mergeTranslation(
      original,
      [{ ...ROW, collection: "identity", key: "main", data: identity }],
      "de",
      fail,
    );
    expect(merged.identity).toMatchObject({ name: original.identity.name, tagline: "Senkrecht seit Jahren" });
  });

  test("figures are written as the language does", () => {
    const write = figureWriter("en", "de");
    expect(["4.5", "1,200+", "38", "€1.5"].map(write)).toEqual(["4,5", "1.200+", "38", "€1,5"]);
    expect(figureWriter("en", "en-GB")("4.5")).toBe("4.5");
  });

  test("items of a list that has another length are the translation's own", () => {
    const field = fieldOf(collections.navigation.schema);
    const en = { header: [{ label: "Work", href: "/work" }], company: [] };
    const follow = (header: object[]) => followOriginal(field, String, en, { header, company: [] });
    expect(follow([{ label: "Arbeiten", href: "/old" }])).toMatchObject({
      header: [{ label: "Arbeiten", href: "/work" }],
    });
    const longer = [
      { label: "Arbeiten", href: "/work" },
      { label: "Mehr", href: "/more" },
    ];
    expect(follow(longer)).toMatchObject({ header: longer });
  });

  test("a page whose texts are not translated is missing; one without texts of its own is not", () => {
    const content = mergeTranslation(original, [], "de", fail);
    for (const path of ["/about", "/privacy", "/services/:serviceId", "/blog/:post", "/services/strategy"]) {
      expect(lacksTexts(content, path), path).toBe(true);
    }
    for (const path of ["/auth", "/account", "/blog/tag/:tag", "/authors/:key"]) {
      expect(lacksTexts(content, path), path).toBe(false);
    }
    expect(content.services).toEqual([]);
    expect(content.newsletter.form).toBe("hidden");
    expect(content.contact).toEqual(original.contact);
  });

  test("a translation that does not fit, or is hidden, is missing and named", () => {
    const misfits: Misfit[] = [];
    const wrong = { ...ROW, collection: "page-about", key: "main", data: { ...original["page-about"], heading: 7 } };
    const hidden = { ...ROW, collection: "privacy", key: "main", data: original.privacy, hidden: true };
    const content = mergeTranslation(original, [wrong, hidden], "de", (misfit) => misfits.push(misfit));
    expect(content.missing).toEqual(expect.arrayContaining(["page-about", "privacy"]));
    expect(misfits).toMatchObject([{ collection: "page-about" }]);
  });
});

const ROW = { position: 1, hidden: false, live_from: "2026-01-01T00:00:00Z", version: 1, locale: "de" };

function rowOf(collection: string, { id, ...data }: { readonly id: string }, words: object): EntryRow {
  return { ...ROW, collection, key: id, slug: "auf-deutsch", data: { ...data, ...words } };
}

function withGerman(isPublic: "yes" | "no"): StoredContent {
  return { ...shipped, languages: { first: "en", others: [{ tag: "de", public: isPublic }] } };
}

function fail(misfit: Misfit): never {
  throw new Error(JSON.stringify(misfit));
}
