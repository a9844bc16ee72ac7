import { expect, test } from "vitest";
import { readPageContents, parseStylesheet, criticalCss, dropUnreadTokens } from "./critical-css.ts";

const PAGE = readPageContents(
  '<html><body><p class="lead large-text" aria-busy="true">Tom &amp; Jane&#x27;s caf&eacute;</p><svg></svg><input type="radio"/></body></html>',
);

test.each([
  ["p{color:red}", "p{color:red}"],
  ["em{color:red}", ""],
  ["input{top:0}[type=radio]{top:0}", "[type=radio]{top:0}"],
  [".lead{color:red}", ".lead{color:red}"],
  [".lead.large-text>svg{color:red}", ".lead.large-text>svg{color:red}"],
  [".lead.small{color:red}", ""],
  ["p:hover,em,.lead:not(.other){color:red}", "p:hover,.lead:not(.other){color:red}"],
  ['p:is(.x,.lead)::before{content:"}.z{"}', 'p:is(.x,.lead)::before{content:"}.z{"}'],
  [":is(.x,.y) p{top:0}:where(em,.lead :is(.x)){top:0}:is(.lead:not(.x)){top:0}", ":is(.lead:not(.x)){top:0}"],
  [
    "p[aria-invalid]{top:0}[aria-busy=true]{top:0}p:not([aria-current]){top:0}",
    "[aria-busy=true]{top:0}p:not([aria-current]){top:0}",
  ],
  ['[data-x="a.b"]{top:0}:root{top:0}*{top:0}', '[data-x="a.b"]{top:0}:root{top:0}*{top:0}'],
  ["@media (width<48rem){.lead{top:0}.gone{top:0}}", "@media (width<48rem){.lead{top:0}}"],
  ["@layer parts{@media print{.gone{top:0}}}", ""],
  ["@layer a,b;@layer a{p{top:0}}", "@layer a,b;@layer a{p{top:0}}"],
  ["@keyframes fade{from{opacity:0}to{opacity:1}}", "@keyframes fade{from{opacity:0}to{opacity:1}}"],
  [".lead{top:0;&:hover{top:1px}.gone{top:2px}}", ".lead{top:0;&:hover{top:1px}}"],
  ["p,.gone{top:0;&:hover{top:1px}}", "p,.gone{top:0;&:hover{top:1px}}"],
  [".\\31 0{top:0}p{background:url(data:x;{})}", "p{background:url(data:x;{})}"],
  ["\n@layer a{p{top:0}}\n", "@layer a{p{top:0}}"],
])("the critical CSS of %s is %s", (css, used) => {
  expect(criticalCss(parseStylesheet(css), PAGE)).toBe(used);
});

test("a font face is critical if the text contains a character of its range", () => {
  const face = (range: string) => `@font-face{font-family:A;unicode-range:${range}}`;
  const used = (range: string) => criticalCss(parseStylesheet(face(range)), PAGE) !== "";
  expect(used("U+26")).toBe(true);
  expect(used("U+C0-FF,U+54")).toBe(true);
  expect(used("U+23,U+3C-3E")).toBe(false);
  expect(criticalCss(parseStylesheet("@font-face{font-family:A}"), PAGE)).toBe("@font-face{font-family:A}");
});

test("without page contents a stylesheet stays unchanged", () => {
  const css = "@layer a{.x,.y{top:0}@font-face{unicode-range:U+1}}@media print{i{top:0}}";
  expect(criticalCss(parseStylesheet(css), undefined)).toBe(css);
});

test("spaces around separators are left out, but not those in strings", () => {
  expect(dropUnreadTokens('p{font:1em / 2 a, b;content:"a, b / c"}')).toBe('p{font:1em/2 a,b;content:"a, b / c"}');
});

test("custom properties that nothing reads are left out, also those that only unread ones read", () => {
  const css = ":root{--a:1px;--b:var(--a);--c:2px;--d:calc(var(--c) * 2)}p{margin:var(--d)}.x--y:hover{color:red}";
  expect(dropUnreadTokens(css)).toBe(":root{--c:2px;--d:calc(var(--c) * 2)}p{margin:var(--d)}.x--y:hover{color:red}");
  const nested = "@layer a{}@media print{.a{--a:1px}}p{top:0}.b{--b:2px}";
  expect(dropUnreadTokens(nested), "rules without declarations, but no layer").toBe("@layer a{}p{top:0}");
});
