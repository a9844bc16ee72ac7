import * as v from "valibot";
import {
  choice,
  figure,
  group,
  link,
  list,
  longText,
  many,
  number,
  optionalText,
  picture,
  richText,
  text,
  variant,
  variantGroup,
} from "./fields.ts";
import { explainShadowed, MAX_PATH_LENGTH, PAGE_PATH, PATH_WORDS } from "./page-paths.ts";
import { searchTexts } from "./search-fields.ts";

const MAX_SECTIONS = 20;
/** The database keeps at most 64 KB an entry. */
const MAX_BYTES = 60_000;

const head = {
  title: text({ label: "Title", max: 60 }),
  intro: optionalText({ label: "Introduction", max: 200 }),
};
const most = (max: number) => number({ label: "At most", min: 1, max });

/** The sections that a page is built from; each is drawn by what the site's own pages use. */
const section = variant("Section", [
  variantGroup("opening", "Opening", {
    title: text({ label: "Title", max: 60, hint: "The heading of the page." }),
    lead: longText({ label: "Introduction", max: 300 }),
    look: choice(["words", "picture"], { label: "Look", hint: "Words alone, or with the picture beside them." }),
    image: picture("Picture"),
  }),
  variantGroup("text", "Text", {
    title: optionalText({ label: "Title", max: 60 }),
    text: richText({ label: "Text" }),
  }),
  variantGroup("picture", "Picture", {
    image: picture("Picture"),
    caption: optionalText({ label: "Caption", max: 160 }),
    width: choice(["page", "text"], { label: "Width", hint: "From edge to edge of the page, or as wide as a text." }),
  }),
  variantGroup("services", "Services", { ...head, most: most(16) }),
  variantGroup("cases", "Case studies", { ...head, most: most(12) }),
  variantGroup("quotes", "Quotes", { ...head, most: most(7) }),
  variantGroup("figures", "Figures", {
    ...head,
    figures: list(
      group("Figure", {
        figure: v.pipe(
          figure(5, "38, 4.5 or 120+"),
          v.regex(/^[1-9]/, "Its line is drawn to scale: begin with 1 to 9."),
        ),
        label: text({ label: "Label", max: 24 }),
      }),
      { label: "Figures", one: "figure", min: 2, max: 4 },
    ),
  }),
  variantGroup("steps", "Steps", {
    ...head,
    steps: list(
      group("Step", { title: text({ label: "Title", max: 60 }), text: longText({ label: "Text", max: 200 }) }),
      { label: "Steps", one: "step", min: 2, max: 4 },
    ),
  }),
  variantGroup("posts", "Posts", { ...head, most: most(12) }),
  variantGroup("closing", "Closing call", {
    title: text({ label: "Title", max: 60 }),
    text: longText({ label: "Text", max: 240 }),
    action: text({ label: "Button", max: 30 }),
    to: link({ label: "Leads to" }),
  }),
]);

export const ownPages = {
  pages: many(
    { label: "Pages", one: "page", where: "Its own address, the sitemap and search", min: 0, max: 200, title: "title" },
    {
      title: text({ label: "Name", max: 60, hint: "In the browser's tab, in search results and in lists of pages." }),
      path: v.pipe(
        text({ label: "Address", max: MAX_PATH_LENGTH, hint: "Such as /imprint or /legal/imprint." }),
        v.regex(PAGE_PATH, PATH_WORDS),
        v.check(
          (path) => !explainShadowed(path),
          ({ input }) => explainShadowed(input) ?? "",
        ),
      ),
      group: choice(["main", "legal"], { label: "On the sitemap among", hint: "The main pages, or the legal ones." }),
      search: searchTexts,
      sections: v.pipe(
        list(section, { label: "Sections", one: "section", min: 1, max: MAX_SECTIONS }),
        v.check(
          (sections) => sections.every((each, index) => each.kind !== "opening" || index === 0),
          "An opening can only be the first section.",
        ),
        v.check((sections) => {
          const titles = sections.flatMap((each) => ("title" in each && each.title) || []);
          return new Set(titles).size === titles.length;
        }, "Two sections have the same title."),
        v.check(
          (sections) => new TextEncoder().encode(JSON.stringify(sections)).length <= MAX_BYTES,
          "This is too much text altogether: shorten it, or leave sections out.",
        ),
      ),
    },
  ),
};

/** What can be shown of a draft that is not complete: the sections that fit, under a name and an address that do. */
export function fittingPage(data: unknown): object {
  const { title, path, sections: allowed } = ownPages.pages.schema.entries;
  const given = (typeof data === "object" && data ? data : {}) as Readonly<Record<string, unknown>>;
  const sections = Array.isArray(given.sections) ? given.sections.filter((each) => v.is(section, each)) : [];
  const empty = { kind: "text", title: "", text: "<p></p>" };
  return {
    title: v.is(title, given.title) ? given.title : "Untitled",
    path: v.is(path, given.path) ? given.path : "/untitled",
    group: "main",
    sections: v.is(allowed, sections) ? sections : [empty],
  };
}
