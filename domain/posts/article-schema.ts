import type { Schema } from "hast-util-sanitize";

const INLINE =
  "a abbr b bdi bdo br cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr";
const BLOCKS = "blockquote dd details div dl dt figcaption figure h2 h3 h4 h5 h6 hr img li ol p pre summary ul";
const TABLES = "caption col colgroup table tbody td tfoot th thead tr";
/** Removed with their content: they run or load something, ask for input, or have no readable text. */
const REMOVED =
  "applet audio base button canvas embed frame frameset head iframe input link map math meta noembed noframes " +
  "noscript object option plaintext portal script select style svg template textarea title video xmp";

const INTEGER = /^\d{1,5}$/;
const WIDTH: [string, RegExp] = ["width", /^\d{1,4}%?$/];
/** For blocks of text; pictures with left or right float beside it. */
const ALIGNMENT = ["align-left", "align-center", "align-right", "align-justify"];
const LANGUAGE_CLASS: [string, RegExp] = ["className", /^language-[\w+#.-]{1,40}$/];

/** The markup that posts may use. Other elements are replaced by their text; ids and names are always removed. */
export const ARTICLE_SCHEMA: Schema = {
  tagNames: [INLINE, BLOCKS, TABLES].flatMap((names) => names.split(" ")),
  strip: REMOVED.split(" "),
  attributes: {
    "*": [
      ["className", ...ALIGNMENT],
      ["dir", "ltr", "rtl", "auto"],
      ["lang", /^[a-zA-Z-]{2,20}$/],
    ],
    a: ["href"],
    abbr: ["title"],
    code: [LANGUAGE_CLASS],
    col: [["span", INTEGER], WIDTH],
    colgroup: [["span", INTEGER]],
    details: ["open"],
    dfn: ["title"],
    div: [["className", "tbl", ...ALIGNMENT], "ariaLabel"],
    figure: [["className", "wide", ...ALIGNMENT]],
    img: ["src", "alt", ["width", INTEGER], ["height", INTEGER]],
    li: [["value", INTEGER]],
    ol: [["start", INTEGER], "reversed", ["type", "1", "a", "A", "i", "I"]],
    pre: [LANGUAGE_CLASS],
    table: [WIDTH],
    td: [WIDTH, ["colSpan", INTEGER], ["rowSpan", INTEGER]],
    th: [WIDTH, ["colSpan", INTEGER], ["rowSpan", INTEGER], ["scope", "col", "row", "colgroup", "rowgroup"]],
    time: ["dateTime"],
  },
  protocols: { href: ["http", "https", "mailto", "tel"], src: ["http", "https"] },
  clobber: [],
  required: { img: { alt: "" } },
};

/** Obsolete and structural elements and their replacements. */
export const RENAMED: Readonly<Record<string, string>> = {
  h1: "h2",
  article: "div",
  section: "div",
  header: "div",
  footer: "div",
  main: "div",
  aside: "div",
  nav: "div",
  address: "div",
  center: "div",
  strike: "s",
  tt: "code",
  acronym: "abbr",
};
