import { expect, test } from "vitest";
import { deferScripts, inlineScripts, moveImports, moveScripts } from "./defer-scripts.ts";

test("executable scripts become inert in place and keep their attributes as data-*", () => {
  expect(deferScripts('<script>go()</script><script type="module" async="" src="/a.js"></script>')).toBe(
    '<script type="x/deferred">go()</script><script type="x/deferred" data-type="module" data-async="" data-src="/a.js"></script>',
  );
});

test("data scripts do not change", () => {
  const data =
    '<script type="application/ld+json">{}</script><script type="application/json" id="site-config">{}</script>';
  expect(deferScripts(data)).toBe(data);
});

test("links to modules and stylesheets are deferred, others are not", () => {
  expect(deferScripts('<link rel="modulepreload" href="/a.js"/><link rel="icon" href="/i.svg"/>')).toBe(
    '<link rel="deferred" data-rel="modulepreload" href="/a.js"/><link rel="icon" href="/i.svg"/>',
  );
  expect(deferScripts('<link rel="stylesheet" href="/a.css"/>')).toBe(
    '<link rel="deferred" data-rel="stylesheet" href="/a.css"/>',
  );
});

test("the texts of inert scripts move into one module; the elements and data scripts stay", () => {
  const html = deferScripts('<script>one()</script><script type="module" async="">two()</script>');
  const data = '<script type="application/ld+json">{}</script>';
  expect(moveScripts(html + data, "/a.hydrate.js")).toEqual({
    html:
      '<script type="x/deferred"></script>' +
      '<script type="x/deferred" data-type="module" data-src="/a.hydrate.js"></script>' +
      data,
    module: "one()\n;two()",
  });
});

test("links to small modules become imports of that module", () => {
  const html = deferScripts('<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>');
  expect(moveImports(html, new Set(["/b.js"]))).toEqual({
    html: '<link rel="deferred" data-rel="modulepreload" href="/a.js"/>',
    module: 'import"/b.js";',
  });
});

test("the policy allows every inline script that may run, and no data script", () => {
  const html = deferScripts('<script>one()</script><script type="application/json">{}</script><script>two()</script>');
  expect(inlineScripts(html)).toEqual(["one()", "two()"]);
});
