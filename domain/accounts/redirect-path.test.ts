import { expect, test } from "vitest";
import { safeRedirectPath } from "./redirect-path.ts";

test.each(["/", "/blog/new", "/newsroom/people?page=2", "/blog#end"])("%s is accepted", (path) => {
  expect(safeRedirectPath(path)).toBe(path);
});

test.each([
  "//elsewhere.example",
  "/\\elsewhere.example",
  "/\t/elsewhere.example",
  "/\n\\elsewhere.example",
  "https://elsewhere.example/",
  "javascript:alert(1)",
  "blog",
  "",
  "/auth",
  "/auth?forgotten",
  "/x/../auth",
  null,
  undefined,
  { pathname: "/" },
])("%j is refused", (path) => {
  expect(safeRedirectPath(path)).toBeUndefined();
});
