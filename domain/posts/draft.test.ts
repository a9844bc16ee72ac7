import { expect, test } from "vitest";
import { checkDraft, countWords, describeExcerpt, EMPTY_DRAFT, isEmptyDraft, isSameDraft, splitTags } from "./draft.ts";

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

test("a whole draft becomes a post, without the white space around it", () => {
  expect(checkDraft(whole)).toEqual({
    post: {
      title: "Eleven of forty",
      excerpt: "What the others taught us.",
      content: "<p>We keep a drawer.</p>",
      category: "Strategy",
      tags: ["experiments", "measurement"],
      author_name: "Maud Ellery",
      author_bio: "",
    },
  });
});

test("each required field that is empty, or only white space, is named", () => {
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

test("what is too long is named too, and is not called incomplete", () => {
  const tooMany = Array.from({ length: 21 }, (_, number) => `tag ${number}`).join(",");
  for (const wrong of [{ title: "t".repeat(201) }, { tags: tooMany }, { tags: "t".repeat(61) }]) {
    const checked = checkDraft({ ...whole, ...wrong });
    expect(checked).toMatchObject({ isIncomplete: false, errors: expect.anything() });
    expect("errors" in checked && Object.keys(checked.errors)).toEqual(Object.keys(wrong));
  }
});

test("a draft is empty as long as nothing but white space was typed", () => {
  expect(isEmptyDraft({ ...EMPTY_DRAFT, content: "\n " })).toBe(true);
  expect(isEmptyDraft({ ...EMPTY_DRAFT, tags: "a" })).toBe(false);
});

test("an excerpt is told its length against the one that reads best", () => {
  expect(describeExcerpt("x".repeat(146))).toBe("146 characters. 150 to 200 read best.");
  expect(describeExcerpt(" x ")).toBe("1 character. 150 to 200 read best.");
});

test("words are counted without markup and without signs that stand alone", () => {
  expect(countWords("<p>We keep&nbsp;a <em>drawer</em> — “tuition”.</p><ul><li>Minus 4%.</li></ul>")).toBe(7);
  expect(countWords("<p></p>")).toBe(0);
});

test("two drafts are the same if every field is, whatever else comes with them", () => {
  expect(isSameDraft(whole, { ...whole, id: 1 } as typeof whole)).toBe(true);
  for (const field of Object.keys(EMPTY_DRAFT)) expect(isSameDraft(whole, { ...whole, [field]: "other" })).toBe(false);
});
