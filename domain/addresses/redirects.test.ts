import { describe, expect, test } from "vitest";
import { type AddressRule, canonicalPath, createRedirects, readPath, readTarget, withQuery } from "./redirects.ts";

const ORIGIN = "https://site.example";
const rule = (path: string, target: string, more: Partial<AddressRule> = {}): AddressRule => ({
  path,
  target,
  status: 301,
  own: true,
  ...more,
});
const find = async (rules: readonly AddressRule[], path: string, pages: readonly string[] = []) =>
  (await createRedirects(rules).find(path, (at) => pages.includes(at)))?.target;

// RFC 3986, sections 5.4.1 and 5.4.2: references of this authority, with the path that remains.
test.each([
  ["g", "/b/c/g"],
  ["./g", "/b/c/g"],
  ["g/", "/b/c/g"],
  ["/g", "/g"],
  ["?y", "/b/c/d%3Bp"],
  ["g?y", "/b/c/g"],
  ["#s", "/b/c/d%3Bp"],
  [";x", "/b/c/%3Bx"],
  ["g;x?y#s", "/b/c/g%3Bx"],
  ["", undefined],
  [".", "/b/c"],
  ["./", "/b/c"],
  ["..", "/b"],
  ["../g", "/b/g"],
  ["../..", "/"],
  ["../../g", "/g"],
  ["../../../g", "/g"],
  ["../../../../g", "/g"],
  ["/./g", "/g"],
  ["/../g", "/g"],
  ["g.", "/b/c/g."],
  [".g", "/b/c/.g"],
  ["g..", "/b/c/g.."],
  ["./../g", "/b/g"],
  ["./g/.", "/b/c/g"],
  ["g/./h", "/b/c/g/h"],
  ["g/../h", "/b/c/h"],
  ["g;x=1/../y", "/b/c/y"],
  ["//g", undefined],
  ["g:h", undefined],
])("the reference %s below /b/c/d;p?q is the path %s", (reference, path) => {
  const url = reference && URL.parse(reference, `${ORIGIN}/b/c/d;p?q`);
  expect(url ? readPath(url.href, ORIGIN) : undefined).toBe(path);
});

test.each([
  ["/a//b/", "/a/b"],
  ["/%7Euser/%61", "/~user/a"],
  ["/caf%c3%a9", "/caf%C3%A9"],
  ["/café", "/caf%C3%A9"],
  ["/a%2Fb", "/a%2Fb"],
  ["/a%2e%2e/b", "/a../b"],
  ["/", "/"],
])("the path %s is %s", (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

test("an address is read as it is pasted: of this site as a path, of another as https only", () => {
  expect(readPath(" https://site.example/Old/?utm=1#x ", ORIGIN)).toBe("/Old");
  expect(readPath("https://other.example/a", ORIGIN)).toBeUndefined();
  expect(readPath("/%ff", ORIGIN)).toBeUndefined();
  expect(readPath("old/*", ORIGIN)).toBe("/old/*");
  expect(readTarget("/new/?a=1#b", ORIGIN)).toBe("/new?a=1#b");
  expect(readTarget("https://other.example/ä", ORIGIN)).toBe("https://other.example/%C3%A4");
  for (const refused of [
    "http://other.example",
    "javascript:alert(1)",
    "//other.example",
    "https://a:b@c.example",
    " ",
  ])
    expect(readTarget(refused, refused.startsWith("//") ? "http://site.example" : ORIGIN), refused).toBeUndefined();
});

test.each([
  ["/new", "?a=1", "/new?a=1"],
  ["/new?x=1", "?a=1", "/new?x=1&a=1"],
  ["/new#part", "?a=1", "/new?a=1#part"],
  ["/new#part", "", "/new#part"],
])("%s takes the query %s along", (target, search, whole) => {
  expect(withQuery(target, search)).toBe(whole);
});

describe("a way", () => {
  test("ends where no rule goes on, at a page, or outside", async () => {
    const rules = [rule("/a", "/b"), rule("/b", "/c"), rule("/c", "https://x.example/"), rule("/d", "/a#x")];
    expect(await find(rules, "/a")).toBe("https://x.example/");
    expect(await find(rules, "/a", ["/b"])).toBe("/b");
    expect(await find(rules, "/none")).toBeUndefined();
    expect(await find(rules, "/a/")).toBeUndefined();
    expect(await find(rules, "/A")).toBeUndefined();
  });

  test("follows the most exact rule, and an own rule before a former address", async () => {
    const rules = [
      rule("/*", "/"),
      rule("/old/*", "/new/*"),
      rule("/old/a/*", "/a"),
      rule("/old/a/b", "/b"),
      rule("/moved", "/former", { own: false }),
      rule("/moved", "/chosen"),
    ];
    expect(await find(rules, "/old/x/y", ["/new/x/y"])).toBe("/new/x/y");
    expect(await find(rules, "/old/a/x", ["/a"])).toBe("/a");
    expect(await find(rules, "/old/a/b", ["/b"])).toBe("/b");
    expect(await find(rules, "/old", ["/"])).toBe("/");
    expect(await find(rules, "/moved", ["/chosen"])).toBe("/chosen");
  });

  test("in a circle leads nowhere, however long it is", async () => {
    expect(await find([rule("/a", "/b"), rule("/b", "/a")], "/a")).toBeUndefined();
    expect(await find([rule("/a", "/b"), rule("/b", "/c"), rule("/c", "/b")], "/a")).toBeUndefined();
    expect(await find([rule("/a/*", "/a/b/*")], "/a/x")).toBeUndefined();
    expect(await find([rule("/work/*", "/work/all")], "/work/x", ["/work/all"])).toBe("/work/all");
  });

  test("with one step for now is for now", async () => {
    const redirects = createRedirects([rule("/a", "/b"), rule("/b", "/c", { status: 302 })]);
    expect(await redirects.find("/a", () => false)).toEqual({ target: "/c", status: 302 });
  });
});

test("10,000 rules are looked up as fast as ten", async () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    index % 2 ? rule(`/old/${index}`, `/new/${index}`) : rule(`/old/${index}/*`, `/new/${index}/*`),
  );
  const [all, few] = [createRedirects(many), createRedirects(many.slice(0, 10))];
  time(few);
  time(all);
  expect(await find(many, "/old/9998/x/y")).toBe("/new/9998/x/y");
  expect(await find(many, "/old/9999")).toBe("/new/9999");
  expect(time(all)).toBeLessThan(20 * time(few) + 50);
});

function time(redirects: ReturnType<typeof createRedirects>): number {
  const start = performance.now();
  for (let index = 0; index < 20_000; index++) redirects.match(`/old/${index % 10}/a/b/c`);
  return performance.now() - start;
}
