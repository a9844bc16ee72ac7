import { readdirSync } from "node:fs";
import * as v from "valibot";
import { expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { samplePages } from "../../content/sample-pages.ts";
import { shipped } from "../../content/shipped.ts";
import { collections } from "./collections.ts";
import { emptyValue, fieldOf } from "./fields.ts";
import { mergeContent, type Misfit } from "./merge-content.ts";
import { fittingPage } from "./own-pages.ts";
import { RESERVED_SEGMENTS } from "./page-paths.ts";
import { forPublishing } from "./site-facts.ts";
import { check, nameOf, shape, type Value } from "./values.ts";

const { schema } = collections.pages;
const field = fieldOf(schema);
const text = { kind: "text", title: "Words", text: "<p>Straight.</p>" };
const page = { title: "Imprint", path: "/imprint", group: "legal", sections: [text] };
const errorOf = (data: object) => {
  const checked = check(schema, data);
  return "errors" in checked ? checked.errors : {};
};

test.each(["/imprint", "/legal/imprint", "/a/b/c/d", "/2026"])("a page may have the address %s", (path) => {
  expect(errorOf({ ...page, path })).toEqual({});
});

test.each(["imprint", "/", "/Imprint", "/a/b/c/d/e", "/imprint/", "/a//b", "/a.md", "/ä", "/a?b", "/a b", ""])(
  "a page may not have the address “%s”",
  (path) => {
    expect(Object.keys(errorOf({ ...page, path }))).toEqual(["path"]);
  },
);

test("a path that shadows a route, its children, a service of the server or a file is refused by name", () => {
  const segments = (each: (typeof routes)[number]): readonly string[] => [
    ...(each.path?.match(/^[a-z]+/) ?? []),
    ...(each.children ?? []).flatMap(segments),
  ];
  const folders = readdirSync("public").filter((name) => /^[a-z0-9-]+$/.test(name));
  for (const segment of [...routes.flatMap(segments), ...folders, "preview", "api", "auth", "newsroom"]) {
    expect(RESERVED_SEGMENTS).toContain(segment);
    for (const path of [`/${segment}`, `/${segment}/child`]) {
      expect(errorOf({ ...page, path })).toEqual({
        path: `${path} would shadow /${segment}, which the site itself uses. Choose another address.`,
      });
    }
  }
});

test("the form has ten kinds of sections, and each begins with a value for each of its fields", () => {
  const variants = field.fields?.sections?.item?.variants ?? {};
  expect(Object.keys(variants)).toEqual(
    "opening text picture services cases quotes figures steps posts closing".split(" "),
  );
  for (const [kind, group] of Object.entries(variants)) {
    expect(emptyValue(group)).toMatchObject({ kind });
    expect(shape(field, { sections: [{ kind }] })).toMatchObject({ sections: [emptyValue(group) as Value] });
  }
  expect(nameOf(field, "sections.1.lead")).toBe("Sections 2, Introduction");
});

test("a page has 1 to 20 sections, no two of them with one title, an opening only at first, and room for 60 KB", () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...text, title: `Words ${n}` }));
  expect(errorOf({ ...page, sections: many(20) })).toEqual({});
  expect(errorOf({ ...page, sections: [] })).toEqual({ sections: "At least 1." });
  expect(errorOf({ ...page, sections: many(21) })).toEqual({ sections: "At most 20." });
  expect(errorOf({ ...page, sections: [text, text] })).toEqual({ sections: "Two sections have the same title." });
  const opening = { kind: "opening", title: "A", lead: "B", look: "words", image: { picture: "post-cairn", alt: "C" } };
  expect(errorOf({ ...page, sections: [opening, text] })).toEqual({});
  expect(errorOf({ ...page, sections: [text, opening] })).toEqual({
    sections: "An opening can only be the first section.",
  });
  const long = many(4).map(({ kind, title }) => ({ kind, title, text: "x".repeat(16_000) }));
  expect(Object.keys(errorOf({ ...page, sections: long }))).toEqual(["sections"]);
  expect(errorOf({ ...page, sections: [{ ...text, kind: "video" }] })).toEqual({ "sections.0.kind": "Choose a kind." });
});

test("a section of an unknown kind is skipped and reported, and stays in the form", () => {
  const data = { ...page, sections: [{ kind: "video", id: "x" }, text] };
  const misfits: Misfit[] = [];
  const row = { collection: "pages", key: "imprint", position: 1, hidden: false, live_from: "2026-01-01", version: 1 };
  const { pages } = mergeContent(shipped, [{ ...row, data }], (misfit) => misfits.push(misfit));
  expect(pages).toEqual([{ id: "imprint", ...page }]);
  expect(misfits).toEqual([{ collection: "pages", key: "imprint", reason: "sections: the kind video is unknown" }]);
  expect(shape(field, data)).toMatchObject({ sections: [{ kind: "video", id: "x" }, text] });
});

test("of a draft that is not complete the parts that fit can be shown", () => {
  const draft = { title: "", path: "imprint", sections: [{ ...text, text: "" }, text] };
  expect(fittingPage(draft)).toMatchObject({ title: "Untitled", path: "/untitled", sections: [text] });
  for (const data of [draft, {}, null, page]) expect(v.is(schema, fittingPage(data))).toBe(true);
});

test.each(samplePages)("the sample $id can be published as it is", ({ id: _, ...data }) => {
  const checked = check(forPublishing(schema), data);
  expect("errors" in checked ? checked.errors : {}).toEqual({});
});
