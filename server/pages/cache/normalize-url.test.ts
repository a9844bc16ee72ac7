import { describe, expect, test } from "vitest";
import { createNormalizeUrl, scriptsUrl } from "./normalize-url.ts";

const normalizeUrl = createNormalizeUrl([
  { path: "/", handle: {} },
  { path: "/blog", handle: { query: { category: /./, page: /^[1-9]\d*$/ } } },
  { path: "/contact", handle: { hydrate: "draft", query: { service: /./ }, prefills: true }, action: () => null },
  { path: "/messages/:token", handle: { cache: false } },
  { path: "*", handle: {} },
]);

describe("the cache key", () => {
  test.each([
    ["/blog", "/blog"],
    ["/blog?utm_source=x", "/blog"],
    ["/blog?page=2&category=Design", "/blog?category=Design&page=2"],
    ["/blog?category=", "/blog"],
    ["/blog?category=%20Design%20", "/blog?category=Design"],
    ["/blog?category=A&category=B", "/blog?category=A"],
    ["/blog.data?category=Design&_routes=root", "/blog.data?category=Design"],
    ["/other?category=Design", "/other"],
    ["/blog?category=%00De%0d%0asign%00", "/blog?category=De++sign"],
    ["/blog?category=%00", "/blog"],
    ["/blog?category=Design&page=two", "/blog?category=Design"],
  ])("of %s is %s", (url, key) => {
    expect(normalizeUrl(url)).toMatchObject({ key });
  });

  test("contains at most 200 characters of a value", () => {
    const normalized = normalizeUrl(`/blog?category=${"x".repeat(1_000)}`);
    expect("key" in normalized && normalized.key.length).toBe("/blog?category=".length + 200);
  });
});

test("the canonical URL of a page whose query only prefills a form is its path", () => {
  expect(normalizeUrl("/contact?service=Design")).toMatchObject({
    key: "/contact?service=Design",
    canonical: "/contact",
  });
  expect(normalizeUrl("/blog?page=2&utm_source=x")).toMatchObject({ canonical: "/blog?page=2" });
});

test("a route declares when it hydrates and whether it has an action", () => {
  expect(normalizeUrl("/contact")).toMatchObject({ hydrate: "draft", hasAction: true });
  expect(normalizeUrl("/blog")).toMatchObject({ hydrate: "intent", hasAction: false });
});

test("a route declares whether its page and data are cached", () => {
  expect(normalizeUrl("/blog")).toMatchObject({ isCacheable: true });
  expect(normalizeUrl("/messages/abc")).toMatchObject({ isCacheable: false });
  expect(normalizeUrl("/messages/abc.data")).toMatchObject({ isCacheable: false });
});

test.each([
  ["/", "/_root.hydrate.js"],
  ["/blog", "/blog.hydrate.js"],
  ["/blog?category=Design&page=2", "/blog.hydrate.js?category=Design&page=2"],
])("the scripts of %s are at %s, which normalizes to the same page", (key, url) => {
  expect(scriptsUrl(key)).toBe(url);
  expect(normalizeUrl(url)).toMatchObject({ key: url, scriptsFor: key });
  expect(normalizeUrl(key)).toMatchObject({ scriptsFor: undefined });
});

test("trailing slashes redirect, and two leading slashes do not redirect to another host", () => {
  expect(normalizeUrl("/blog/?page=2")).toEqual({ location: "/blog?page=2" });
  expect(normalizeUrl("//evil.example/")).toEqual({ location: "/evil.example" });
});

test.each(["/x/../blog", "/./blog", "/x/%2e%2e/blog", "/%62log", "//blog", "/blog//", "/blog/."])(
  "%s redirects to /blog",
  (url) => {
    expect(normalizeUrl(url)).toEqual({ location: "/blog" });
  },
);

test.each(["/%zz", "/%00", "/a%5cb", "/blog#x", "/a%E2%80%A8b", "x", "*"])("%s is refused", (url) => {
  expect(normalizeUrl(url)).toMatchObject({ status: 400 });
});
