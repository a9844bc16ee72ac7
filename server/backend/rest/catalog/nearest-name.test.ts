import { expect, test } from "vitest";
import { findNearestName } from "./nearest-name.ts";

const known = ["blog_posts", "user_roles", "contact_messages"];

test("a typing error finds the intended name, a different word finds none", () => {
  expect(findNearestName("blog_post", known)).toBe("blog_posts");
  expect(findNearestName("user_role", known)).toBe("user_roles");
  expect(findNearestName("invoices", known)).toBeUndefined();
  expect(findNearestName("", known)).toBeUndefined();
  expect(findNearestName("b".repeat(100_000), known)).toBeUndefined();
});
