import { describe, expect, test } from "vitest";
import { createNormalizeUrl, scriptsUrl } from "./normalize-url.ts";

const readTarget = createNormalizeUrl([
  { path: "/", handle: {} },
  { path: "/blog", handle: { query: { category: /./, page: /^[1-9]\d*$/ } } },
  { path: "/contact", handle: { hydrate: "draft", query: { service: /./ }, prefills: true }, action: () => null },
  { path: "/messages/:token", handle: { cache: false } },
  { path: "*", handle: {} },
]);

describe("the identity of a page", () => {
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
  ])("%s is %s", (url, key) => {
    expect(readTarget(url)).toMatchObject({ key });
  });

  test("a value is cut, so that keys stay short", () => {
    const target = readTarget(`/blog?category=${"x".repeat(1_000)}`);
    expect("key" in target && target.key.length).toBe("/blog?category=".length + 200);
  });
});

test("a page whose query only fills in a form is known by its path", () => {
  expect(readTarget("/contact?service=Design")).toMatchObject({
    key: "/contact?service=Design",
    canonical: "/contact",
  });
  expect(readTarget("/blog?page=2&utm_source=x")).toMatchObject({ canonical: "/blog?page=2" });
});

test("a route says when it hydrates and whether it takes posts", () => {
  expect(readTarget("/contact")).toMatchObject({ hydrate: "draft", takesPosts: true });
  expect(readTarget("/blog")).toMatchObject({ hydrate: "intent", takesPosts: false });
});

test("a route says whether its page may be kept for others; its data follows", () => {
  expect(readTarget("/blog")).toMatchObject({ isCached: true });
  expect(readTarget("/messages/abc")).toMatchObject({ isCached: false });
  expect(readTarget("/messages/abc.data")).toMatchObject({ isCached: false });
});

test.each([
  ["/", "/_root.hydrate.js"],
  ["/blog", "/blog.hydrate.js"],
  ["/blog?category=Design&page=2", "/blog.hydrate.js?category=Design&page=2"],
])("the scripts of %s are at %s, and lead back to it", (key, address) => {
  expect(scriptsUrl(key)).toBe(address);
  expect(readTarget(address)).toMatchObject({ key: address, scriptsOf: key });
  expect(readTarget(key)).toMatchObject({ scriptsOf: undefined });
});

test("a trailing slash is a detour, and two leading ones lead nowhere else", () => {
  expect(readTarget("/blog/?page=2")).toEqual({ location: "/blog?page=2" });
  expect(readTarget("//evil.example/")).toEqual({ location: "/evil.example" });
});

test.each(["/x/../blog", "/./blog", "/x/%2e%2e/blog", "/%62log", "//blog", "/blog//", "/blog/."])(
  "%s is a detour to the one address of its page",
  (url) => {
    expect(readTarget(url)).toEqual({ location: "/blog" });
  },
);

test.each(["/%zz", "/%00", "/a%5cb", "/blog#x", "/a%E2%80%A8b", "x", "*"])("%s is refused", (url) => {
  expect(readTarget(url)).toMatchObject({ status: 400 });
});
