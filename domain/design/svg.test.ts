import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Drawing, liftSvg, MAX_SVG_BYTES, sanitizeSvg, sizeOfSvg } from "./svg.ts";

const svg = (inner: string, root = 'viewBox="0 0 10 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`;
const SHAPE = '<path d="M0 0L5 5z" fill="#112233"/>';
const take = (text: string) => sanitizeSvg(text) as Drawing;

/** Each has a shape beside the attack, so that a drawing is left. */
const INERT: Readonly<Record<string, string>> = {
  script: svg(`<script>alert(1)</script>${SHAPE}`),
  "script of another namespace": svg(
    `<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>${SHAPE}`,
  ),
  "script in capitals": svg(`<SCRIPT>alert(1)</SCRIPT>${SHAPE}`),
  "nested script": svg(`<g><g><script href="https://evil.example/x.js"/></g></g>${SHAPE}`),
  handlers: svg(`<path onclick="alert(1)" OnLoad='alert(1)' d="M0 0z"/>`, 'viewBox="0 0 1 1" onload="alert(1)"'),
  "foreign content": svg(`<foreignObject><iframe src="https://evil.example"/></foreignObject>${SHAPE}`),
  "style element": svg(`<style>@import "https://evil.example/x.css";</style>${SHAPE}`),
  "style attribute": svg(`<path style="fill:url(https://evil.example/#a);background:url(//evil.example)" d="M0 0z"/>`),
  references: svg(`<use href="https://evil.example/#x"/><image xlink:href="file:///etc/passwd"/>${SHAPE}`),
  "data in a reference": svg(`<image href="data:image/svg+xml,&lt;svg/>"/>${SHAPE}`),
  "paint server": svg(`<path fill="url(https://evil.example/#a)" filter="url(#f)" d="M0 0z"/>`),
  animation: svg(`<set attributeName="href" to="javascript:alert(1)"/><animate attributeName="fill"/>${SHAPE}`),
  link: svg(`<a href="javascript:alert(1)"><path d="M0 0z"/></a>${SHAPE}`),
  "entity in a value": svg(`<path d="M0 0z" fill="&#x6a;avascript:alert(1)"/>`),
  "document type": `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://evil.example/svg.dtd">${svg(SHAPE)}`,
  "processing instruction": `<?xml-stylesheet href="https://evil.example/x.css"?>${svg(SHAPE)}`,
};
const REFUSED: Readonly<Record<string, string>> = {
  entities: `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg(SHAPE)}`,
  "external entity": `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg(SHAPE)}`,
  CDATA: svg(`<![CDATA[<script>alert(1)</script>]]>${SHAPE}`),
  text: svg(`<text>Nordlicht</text>${SHAPE}`),
  "an HTML page": `<html><body>${svg(SHAPE)}</body></html>`,
  "two drawings": svg(SHAPE) + svg(SHAPE),
  "an open element": `<svg viewBox="0 0 1 1"><g>${SHAPE}</svg>`,
  "nothing to draw": svg("<script>alert(1)</script>"),
  "no size": svg(SHAPE, ""),
  "a huge frame": svg(SHAPE, 'viewBox="0 0 1e9 1e9"'),
  "a huge path": svg('<path d="M0 0L1e300 5z"/>'),
  "a huge file": svg(`<path d="M0 0${"L1 1".repeat(MAX_SVG_BYTES / 4)}"/>`),
  "many elements": svg('<path d="M0 0z"/>'.repeat(600)),
  "deep elements": svg(`${"<g>".repeat(200)}${SHAPE}${"</g>".repeat(200)}`),
  "a thread": svg(SHAPE, 'viewBox="0 0 10000 1"'),
};
const DANGER = /script|style|url|href|javascript|evil|on(?:click|load)|foreign|image|&|<!|<\?|data:/i;

test.each(Object.entries(INERT))("%s is taken out, the drawing stays", (_, text) => {
  const { svg: safe } = take(text);
  expect(safe).toContain("<path");
  expect(safe.replace("http://www.w3.org/2000/svg", "")).not.toMatch(DANGER);
});

test.each(Object.entries(REFUSED))("%s is refused with a sentence", (_, text) => {
  expect(sanitizeSvg(text)).toEqual({ refused: expect.stringMatching(/^[A-Z].+\.$/) });
});

test("text says what to do, and what is taken out is named", () => {
  expect(sanitizeSvg(REFUSED.text ?? "")).toEqual({ refused: expect.stringContaining("convert it to paths") });
  expect(take(INERT.script ?? "").removed).toEqual(["script"]);
  expect(take(INERT.handlers ?? "").removed).toContain("onload");
});

test("colors of a style attribute become attributes, and a sanitized drawing stays as it is", () => {
  const { svg: safe } = take(svg('<path style="fill:#abc;stroke: rgb(1, 2, 3)" d="M0 0z"/>'));
  expect(safe).toContain('fill="#aabbcc" stroke="#010203"');
  expect(take(safe).svg).toBe(safe);
  expect(sizeOfSvg(safe)).toEqual({ width: 256, height: 512 });
});

test("the dark version lifts what night would swallow and stays sanitized", () => {
  const dark = liftSvg(take(svg('<path d="M0 0z"/><path d="M0 0z" fill="#0d4a4c"/>')).svg, "#051c1d", "#f2f4f0");
  expect(dark).toMatch(/^<svg fill="#f2f4f0" /);
  expect(dark).not.toContain("#0d4a4c");
  expect(sizeOfSvg(dark)).toEqual({ width: 256, height: 512 });
});

describe("whatever is given", () => {
  const PIECES = [
    "<svg ",
    'viewBox="0 0 1 1"',
    ">",
    "<path ",
    'd="M0 0"',
    "/>",
    "</svg>",
    "<script>",
    "&lt;",
    "<!--",
    "-->",
    "<![CDATA[",
    '"',
    "'",
    "=",
    "style",
    " ",
  ];

  test("the result is sanitized, and it comes soon", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 40 }), (parts) => {
        const result = sanitizeSvg(parts.join(""));
        if ("svg" in result) expect(take(result.svg).svg).toBe(result.svg);
      }),
      { numRuns: 2_000 },
    );
    const startedAt = performance.now();
    for (const piece of PIECES) sanitizeSvg(`<svg${piece.repeat(30_000 / piece.length)}`);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
