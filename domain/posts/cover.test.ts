import { expect, test } from "vitest";
import { MAX_COVER_ALT, readCover, writeCover } from "./cover.ts";

const src = "/storage/v1/object/public/images/pictures/00000000-0000-4000-8000-000000000001-2400x1600.webp";

test.each([
  { src, alt: "A funnel & a dish, 50 % #full", focus: "24" },
  { src, alt: "", focus: "51" },
  { src, alt: "Größe 中", focus: "" },
  { src, alt: "", focus: "" },
  { src: "", alt: "", focus: "" },
])("a cover is read as it was written: $alt $focus", (cover) => {
  expect(readCover(writeCover(cover))).toEqual(cover);
});

test("without facts the address is the picture's own, and without a picture there is none", () => {
  expect(writeCover({ src, alt: "", focus: "" })).toBe(src);
  expect(writeCover({ src: "", alt: "Nothing", focus: "24" })).toBe("");
});

test.each([`${src}#top`, `${src}#focus=99`, `${src}#focus=24x`, `${src}#focus="><b>`])(
  "what is no focal point is the middle: %s",
  (address) => expect(readCover(address)).toEqual({ src, alt: "", focus: "" }),
);

test("the longest text fits into the column in any script", () => {
  for (const letter of ["中", "𝒳".slice(0, 2), "%"]) {
    const alt = letter.repeat(MAX_COVER_ALT / letter.length);
    expect(writeCover({ src: `https://project-of-somebody.supabase.co${src}`, alt, focus: "24" }).length).toBeLessThan(
      2_000,
    );
  }
});
