import * as v from "valibot";
import { date, group, list, longText, single, text } from "./fields.ts";

const title = text({ label: "Title", max: 60 });
const search = group("Search engines", {
  title: text({ label: "Title", max: 60, hint: "In the browser's tab and in results; the site's name follows." }),
  description: longText({ label: "Description", max: 200 }),
});
const opening = {
  search,
  heading: text({ label: "Heading", max: 60 }),
  lead: longText({ label: "Introduction", max: 300 }),
};
const intro = longText({ label: "Introduction", max: 200 });
const section = (label: string) => group(label, { title, intro });
const titled = (label: string) => text({ label, max: 60 });

export const closingCall = (label: string) =>
  group(label, {
    title,
    text: longText({ label: "Text", max: 240 }),
    action: text({ label: "Button", max: 30 }),
  });

/** The database keeps at most 64 KB an entry. */
const MAX_LEGAL_BYTES = 60_000;

const legal = (label: string) =>
  single(label, label, {
    ...opening,
    updated: date({ label: "Last updated" }),
    intro: longText({ label: "First paragraph", max: 1_000 }),
    sections: v.pipe(
      list(
        group("Section", {
          title: text({ label: "Title", max: 80 }),
          text: longText({
            label: "Text",
            max: 6_000,
            hint: "An empty line begins a paragraph; lines that begin with a hyphen are a list.",
          }),
        }),
        { label: "Sections", one: "section", min: 1, max: 30 },
      ),
      v.check(
        (sections) => new Set(sections.map((each) => each.title)).size === sections.length,
        "Two sections have the same title.",
      ),
      v.check(
        (sections) => new TextEncoder().encode(JSON.stringify(sections)).length <= MAX_LEGAL_BYTES,
        "This is too much text altogether: shorten it, or leave sections out.",
      ),
    ),
  });

const page = <Entries extends v.ObjectEntries>(where: string, entries: Entries) =>
  single(`${where}: texts`, where, entries);

/** The opening, the titles of the sections and the texts for search engines of each page. */
export const pages = {
  "page-home": page("Home", {
    lead: longText({ label: "Introduction", max: 240 }),
    services: section("Services"),
    work: section("Work"),
    why: section("Pillars"),
    testimonials: section("Testimonials"),
    insights: section("Posts"),
  }),
  "page-services": page("Services", {
    ...opening,
    list: section("Services"),
    approach: section("Approach"),
    testimonials: section("Testimonials"),
    closing: closingCall("Closing call"),
  }),
  "page-service": page("Every service", {
    help: group("Help", {
      title,
      intro,
      approach: titled("Title of the left list"),
      benefits: titled("Title of the right list"),
    }),
    offers: section("Parts"),
    process: section("Process"),
  }),
  "page-strategy": page("The strategy service", {
    search,
    help: section("Help"),
    offers: section("Parts"),
    process: section("Process"),
  }),
  "page-work": page("Work", { ...opening, services: section("Services"), closing: closingCall("Closing call") }),
  "page-case-study": page("Every case study", {
    overview: titled("Overview"),
    keyResults: titled("Key results"),
    services: titled("Services"),
    technologies: titled("Technologies"),
    challenge: titled("Challenge"),
    solution: titled("Solution"),
    results: titled("Results"),
  }),
  "page-blog": page("Blog", opening),
  "page-post": page("Every post", {
    share: titled("Share"),
    recent: titled("Recent posts"),
    categories: titled("Categories"),
    related: section("Related posts"),
    others: section("Posts of other categories"),
  }),
  "page-about": page("About", {
    ...opening,
    story: group("Story", {
      title,
      intro,
      paragraphs: list(longText({ label: "Paragraph", max: 800 }), {
        label: "Text",
        one: "paragraph",
        min: 2,
        max: 8,
      }),
    }),
    values: section("Values"),
    leaders: section("Leaders"),
    stats: section("Figures"),
    closing: closingCall("Closing call"),
  }),
  "page-careers": page("Careers", { ...opening, positions: section("Jobs"), benefits: section("Benefits") }),
  "page-contact": page("Contact", {
    ...opening,
    direct: titled("Title of the contact details"),
    social: titled("Title of the social links"),
    caption: text({ label: "Caption of the map", max: 80 }),
  }),
  "page-sitemap": page("Sitemap", {
    ...opening,
    main: titled("Main pages"),
    services: titled("Services"),
    content: titled("Work and posts"),
    legal: titled("Legal pages"),
  }),
  "page-search": page("Search", opening),
  privacy: legal("Privacy Policy"),
  terms: legal("Terms of Service"),
};
