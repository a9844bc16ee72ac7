import { expect, test } from "vitest";
import { slugify } from "./slug.ts";

test("a title becomes lower case with a hyphen for every run of white space", () => {
  expect(slugify("Every action has  a\tmeasurable\nreaction")).toBe("every-action-has-a-measurable-reaction");
});

test("what is neither a word character nor a hyphen is removed", () => {
  expect(slugify("UX/UI Designer")).toBe("uxui-designer");
  expect(slugify("Q&A: 5.5% of what, exactly?")).toBe("qa-55-of-what-exactly");
  expect(slugify("snake_case-stays")).toBe("snake_case-stays");
});

test("a title of other letters leaves nothing but its hyphens", () => {
  expect(slugify("Ölçü ve denge")).toBe("l-ve-denge");
  expect(slugify("測る")).toBe("");
});
