import * as v from "valibot";
import { TINTS } from "../artwork.ts";
import {
  choice,
  figure,
  group,
  list,
  longText,
  many,
  number,
  optionalText,
  picture,
  shortRichText,
  text,
} from "./fields.ts";
import { searchTexts } from "./search-fields.ts";

const tint = choice(TINTS, { label: "Background" });
const lines = (label: string, one: string, min: number, max: number, length: number) =>
  list(text({ label: one, max: length }), { label, one: one.toLowerCase(), min, max });

/** Services and work: each entry has a page under its key. */
export const offer = {
  services: many(
    { label: "Services", one: "service", where: "Home, Services, Work, a page each", min: 4, max: 16, title: "title" },
    {
      title: text({ label: "Title", max: 60 }),
      line: text({ label: "One line", max: 80, hint: "On the front page." }),
      description: longText({
        label: "Description",
        max: 240,
        hint: "In the list of services and for search engines.",
      }),
      image: picture("Picture"),
      tint,
      lead: shortRichText({ label: "Introduction", max: 400, hint: "At the top of its page." }),
      approach: lines("Our approach", "Step", 2, 8, 120),
      benefits: lines("What you get", "Benefit", 2, 8, 120),
      closing: group("Closing call", {
        title: text({ label: "Title", max: 60 }),
        text: longText({ label: "Text", max: 240 }),
      }),
      search: searchTexts,
    },
  ),
  "service-details": many(
    {
      label: "Service cards",
      one: "offer",
      where: "The first three on every service page",
      min: 3,
      max: 8,
      title: "title",
    },
    {
      title: text({ label: "Title", max: 60 }),
      shortDesc: text({ label: "One line", max: 120 }),
      longDesc: shortRichText({ label: "Description", max: 400 }),
      image: picture("Picture"),
      offerings: list(
        group("Part", {
          title: text({ label: "Title", max: 60 }),
          description: longText({ label: "Description", max: 240 }),
          items: lines("Contains", "Item", 1, 8, 80),
        }),
        { label: "Parts", one: "part", min: 1, max: 6 },
      ),
    },
  ),
  "case-studies": many(
    { label: "Case studies", one: "case study", where: "Home, Work, a page each", min: 0, max: 40, title: "title" },
    {
      title: text({ label: "Title", max: 80 }),
      client: text({ label: "Client", max: 40, isShared: true }),
      sector: text({ label: "Sector", max: 40 }),
      year: number({ label: "Year", min: 1990, max: 2100, isYear: true }),
      description: longText({ label: "Description", max: 240, hint: "In lists and for search engines." }),
      image: picture("Picture"),
      tint,
      overview: shortRichText({ label: "Overview", max: 800 }),
      challenge: shortRichText({ label: "The challenge", max: 4_000 }),
      challengeImage: picture("Picture of the challenge"),
      solution: shortRichText({ label: "The solution", max: 4_000 }),
      results: list(
        group("Result", {
          before: optionalText({ label: "Sign", max: 1, hint: "Before the figure, such as +." }),
          figure: figure(3, "38, 0.9 or 20+"),
          unit: optionalText({ label: "Unit", max: 3 }),
          text: text({ label: "Text", max: 100 }),
          was: optionalText({ label: "Before", max: 12, hint: "With the next two fields it is drawn as a bar: 190." }),
          now: optionalText({ label: "After", max: 12, hint: "262" }),
          share: v.optional(number({ label: "After, in percent of before", min: 0, max: 150 })),
        }),
        { label: "Results", hint: "The first is on its picture; lists show two.", one: "result", min: 1, max: 6 },
      ),
      services: lines("Services", "Service", 1, 8, 40),
      technologies: lines("Technologies", "Technology", 1, 10, 60),
      gallery: list(
        group("Screen", {
          picture: picture("Picture"),
          caption: text({ label: "Caption", max: 120 }),
          device: choice(["window", "phone"], { label: "Shown in" }),
        }),
        { label: "Gallery", one: "screen", min: 0, max: 6 },
      ),
      quote: longText({ label: "Quote", max: 240, hint: "Of the client's team, without quotation marks." }),
      search: searchTexts,
    },
  ),
};
