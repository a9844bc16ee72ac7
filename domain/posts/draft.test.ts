import { expect, test } from "vitest";
import { loadWords } from "../words.ts";
import {
  checkDraft,
  countWords,
  EMPTY_DRAFT,
  instantOfDay,
  isEmptyDraft,
  POST_FIELD,
  postField,
  splitTags,
} from "./draft.ts";
import { postFieldWords } from "./draft/words.ts";

const whole = {
  ...EMPTY_DRAFT,
  title: " Eleven of forty ",
  excerpt: "What the others taught us.",
  content: "<p>We keep a drawer.</p>",
  category: "Strategy",
  tags: "experiments, measurement",
  author_name: "Maud Ellery",
};

test("tags are split on commas, trimmed, and the empty ones dropped", () => {
  expect(splitTags(" tools, ,habits ,, two words ,")).toEqual(["tools", "habits", "two words"]);
  expect(splitTags("")).toEqual([]);
});

test("a complete draft becomes a post with trimmed fields", () => {
  const unused = { search_title: "", search_description: "", canonical_url: "", card_url: "", authors: [] };
  expect(checkDraft(whole)).toEqual({
    post: {
      ...unused,
      slug: "",
      published_on: "",
      title: "Eleven of forty",
      excerpt: "What the others taught us.",
      content: "<p>We keep a drawer.</p>",
      category: "Strategy",
      tags: ["experiments", "measurement"],
      author_name: "Maud Ellery",
      author_bio: "",
      image_url: "",
    },
  });
});

test("a past day becomes noon UTC, today is at most now, and a future day is refused", () => {
  expect(instantOfDay("2025-03-04", "Pacific/Auckland")).toBe("2025-03-03T23:00:00.000Z");
  expect(instantOfDay("2025-03-04", "UTC", Date.parse("2025-03-04T07:30:00Z"))).toBe("2025-03-04T07:30:00.000Z");
  expect(checkDraft({ ...whole, published_on: "2999-01-01" })).toMatchObject({
    errors: { published_on: expect.stringContaining("Schedule") },
  });
});

test("each empty required field has an error", () => {
  const checked = checkDraft({ ...EMPTY_DRAFT, title: "  " });
  expect(checked).toMatchObject({ isIncomplete: true });
  expect("errors" in checked && Object.keys(checked.errors)).toEqual([
    "title",
    "excerpt",
    "content",
    "category",
    "author_name",
  ]);
});

test("a field that is too long has an error and is not called incomplete", () => {
  const tooMany = Array.from({ length: 21 }, (_, number) => `tag ${number}`).join(",");
  for (const wrong of [{ title: "t".repeat(201) }, { tags: tooMany }, { tags: "t".repeat(61) }]) {
    const checked = checkDraft({ ...whole, ...wrong });
    expect(checked).toMatchObject({ isIncomplete: false, errors: expect.anything() });
    expect("errors" in checked && Object.keys(checked.errors)).toEqual(Object.keys(wrong));
  }
});

test("a draft with only white space is empty", () => {
  expect(isEmptyDraft({ ...EMPTY_DRAFT, content: "\n " })).toBe(true);
  expect(isEmptyDraft({ ...EMPTY_DRAFT, tags: "a" })).toBe(false);
});

test("the writer reads labels and errors in the language of the site", async () => {
  const german = await loadWords(postFieldWords, "de");
  expect(postField(german).fields.title.label).toBe("Titel");
  expect(checkDraft({ ...whole, title: "" }, german)).toMatchObject({
    errors: { title: "Bitte geben Sie dem Beitrag einen Titel." },
  });
});

test("words are counted without markup and punctuation", () => {
  expect(countWords("<p>We keep&nbsp;a <em>drawer</em> — “tuition”.</p><ul><li>Minus 4%.</li></ul>")).toBe(7);
  expect(countWords("<p></p>")).toBe(0);
});

test("each field of a post has a label, and an empty draft has every field", () => {
  expect(Object.keys(EMPTY_DRAFT)).toEqual(Object.keys(POST_FIELD.fields));
  expect(Object.values(POST_FIELD.fields).every(({ label }) => label !== "")).toBe(true);
  expect(POST_FIELD.fields.title).toEqual({ kind: "text", label: "Title", max: 200 });
  expect(POST_FIELD.fields.author_bio).toMatchObject({ label: "Author bio", max: 2_000, isOptional: true });
});
