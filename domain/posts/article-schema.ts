import type { Schema } from "hast-util-sanitize";

const INLINE =
  "a abbr b bdi bdo br cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr";
const BLOCKS = "blockquote dd details div dl dt figcaption figure h2 h3 h4 h5 h6 hr img li ol p pre summary ul";
const TABLES = "caption col colgroup table tbody td tfoot th thead tr";
/** What goes with everything in it: it would run, load or ask for something, or its text is not meant to be read. */
const GONE =
  "applet audio base button canvas embed frame frameset head iframe input link map math meta noembed noframes " +
  "noscript object option plaintext portal script select style svg template textarea title video xmp";

const WHOLE_NUMBER = /^\d{1,5}$/;
const LANGUAGE_CLASS: [string, RegExp] = ["className", /^language-[\w+#.-]{1,40}$/];

/** The formatting a writer may use. Anything else is taken away around its text; ids and names always are. */
export const ARTICLE_SCHEMA: Schema = {
  tagNames: [INLINE, BLOCKS, TABLES].flatMap((names) => names.split(" ")),
  strip: GONE.split(" "),
  attributes: {
    "*": [
      ["dir", "ltr", "rtl", "auto"],
      ["lang", /^[a-zA-Z-]{2,20}$/],
    ],
    a: ["href"],
    abbr: ["title"],
    code: [LANGUAGE_CLASS],
    col: [["span", WHOLE_NUMBER]],
    colgroup: [["span", WHOLE_NUMBER]],
    details: ["open"],
    dfn: ["title"],
    div: [["className", "tbl"], "ariaLabel"],
    figure: [["className", "wide"]],
    img: ["src", "alt", ["width", WHOLE_NUMBER], ["height", WHOLE_NUMBER]],
    li: [["value", WHOLE_NUMBER]],
    ol: [["start", WHOLE_NUMBER], "reversed", ["type", "1", "a", "A", "i", "I"]],
    pre: [LANGUAGE_CLASS],
    td: [
      ["colSpan", WHOLE_NUMBER],
      ["rowSpan", WHOLE_NUMBER],
    ],
    th: [
      ["colSpan", WHOLE_NUMBER],
      ["rowSpan", WHOLE_NUMBER],
      ["scope", "col", "row", "colgroup", "rowgroup"],
    ],
    time: ["dateTime"],
  },
  protocols: { href: ["http", "https", "mailto", "tel"], src: ["http", "https"] },
  clobber: [],
  required: { img: { alt: "" } },
};

/** Old or structural names for what an article has its own name for. */
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
