import { expect, test } from "vitest";
import { tagSlug, tagsOf } from "./tags.ts";

test.each([
  ["Design Systems", "design-systems"],
  [" Größe ", "grosse"],
  ["日本", ""],
  ["- -", ""],
])("the slug of %j is %j", (tag, slug) => {
  expect(tagSlug(tag)).toBe(slug);
});

test("spellings of one tag count once; tags without a slug are kept", () => {
  expect(tagsOf(["Home Pages", "home pages", "日本", "中国"])).toEqual([
    { label: "home pages", slug: "home-pages" },
    { label: "日本", slug: "" },
    { label: "中国", slug: "" },
  ]);
});
