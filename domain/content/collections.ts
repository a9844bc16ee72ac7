import * as v from "valibot";
import { DATE_STYLES } from "../dates.ts";
import type { Picture } from "../picture.ts";
import { design } from "./design.ts";
import {
  choice,
  figure,
  group,
  language,
  link,
  list,
  longText,
  number,
  optionalLink,
  optionalText,
  single,
  text,
  timeZone,
} from "./fields.ts";
import { lists } from "./lists.ts";
import { offer } from "./offer.ts";
import { ownPages } from "./own-pages.ts";
import { closingCall, pages } from "./pages.ts";
import { splitTagline } from "./split-tagline.ts";

const MAX_TAGLINE_LINE = 13;
export const MAX_APPLICATION_DAYS = 3_650;

const links = (label: string, min: number, max: number, length = 30) =>
  list(group("Link", { label: text({ label: "Label", max: length }), href: link({ label: "Address" }) }), {
    label,
    min,
    max,
    one: "link",
  });

/** Everything that the owner can edit at /newsroom/site. The schema makes the form and both checks. */
export const collections = {
  identity: single("Name and claim", "Every page and mail", {
    name: text({ label: "Name", max: 20, hint: "In the header, in titles and in every mail.", isShared: true }),
    tagline: v.pipe(
      text({ label: "Tagline", max: 2 * MAX_TAGLINE_LINE + 1, hint: "The front page sets it in two lines." }),
      v.regex(/\S \S/, "Write at least two words."),
      v.check(
        (value) => splitTagline(value).every((line) => line.length <= MAX_TAGLINE_LINE),
        `Each of its two lines has room for ${MAX_TAGLINE_LINE} characters.`,
      ),
    ),
    description: longText({ label: "Description", max: 300, hint: "For search engines and feed readers." }),
    claim: group("Claim on the front page", {
      figure: figure(4),
      text: text({ label: "Claim", max: 40 }),
      note: text({ label: "Note", max: 120 }),
    }),
  }),
  contact: single("Contact details", "Contact, footer, mails, search engines", {
    phone: v.pipe(
      text({ label: "Phone", max: 30, hint: "With the country, such as +1 212 555 0142." }),
      v.regex(/^\+?[\d ().-]{5,30}$/, "Write digits, spaces and a leading +."),
    ),
    email: v.pipe(text({ label: "Email", max: 120 }), v.email("Write an email address.")),
    offices: list(
      group("Office", {
        city: text({ label: "City", max: 40 }),
        street: text({ label: "Street", max: 80 }),
        region: optionalText({ label: "State or region", max: 40, hint: "Where the post of the country needs it." }),
        code: optionalText({ label: "Postal code", max: 12 }),
        country: v.pipe(
          text({ label: "Country", max: 2, hint: "It decides how the address is written. Two letters, such as US." }),
          v.regex(/^[A-Z]{2}$/, "Write two capital letters, such as US."),
        ),
      }),
      { label: "Offices", min: 1, max: 6, one: "office" },
    ),
    timeZone: timeZone({ label: "Time zone", hint: "Dates and times are told in it, here and on the site." }),
    social: links("Social links", 0, 8),
  }),
  languages: single("Language", "Every page", {
    first: language({ label: "Language", hint: "In which the site is written. Dates are written in it." }),
    others: list(
      group("Language", {
        tag: language({ label: "Language" }),
        public: choice(["no", "yes"], { label: "Public", hint: "Visitors see a language once it is public." }),
      }),
      { label: "Other languages", min: 0, max: 12, one: "language" },
    ),
  }),
  facts: single("Facts", "Dates, footer, search engines, sign-up, numbers, applications", {
    founded: number({ label: "Founded in", min: 1000, max: 2100, isYear: true }),
    dates: choice(DATE_STYLES, {
      label: "Dates",
      hint: "In English: October 28, 2026; Oct 28, 2026; 10/28/2026; 2026-10-28. Other languages have an order of their own.",
    }),
    legalLine: optionalText({
      label: "Legal form",
      max: 160,
      hint: "A line in the footer, such as: Nordlicht GmbH, Hamburg, HRB 12345.",
    }),
    signUp: choice(["open", "closed"], {
      label: "Sign-up",
      hint: "Closed: accounts are made by invitation only. The server's setting AUTH_SIGNUPS can close it, too.",
    }),
    numbers: choice(["off", "on"], {
      label: "Numbers",
      hint: "On: visits are counted without cookies, and the privacy policy says what is kept. Not with Supabase.",
    }),
    applications: choice(["off", "on"], {
      label: "Job pages",
      hint: "On: each job has a page of its own with a form that takes a PDF, and Apply Now leads there. Off: it leads to the contact form. Not with Supabase.",
    }),
    applicationDays: number({
      label: "Applications are kept for",
      unit: "days",
      min: 1,
      max: MAX_APPLICATION_DAYS,
    }),
  }),
  figures: single("Figures", "About", {
    stats: list(
      group("Figure", {
        figure: v.pipe(
          figure(5, "38, 4.5 or 120+"),
          v.regex(/^[1-9]/, "Its line is drawn to scale: begin with 1 to 9."),
        ),
        label: text({ label: "Label", max: 24 }),
      }),
      { label: "Figures", min: 2, max: 4, one: "figure" },
    ),
  }),
  footer: single("Footer links", "Every page", { services: links("Services", 1, 8) }),
  form: single("Contact form", "Contact", {
    fields: v.pipe(
      list(
        group("Field", {
          label: text({ label: "Label", max: 60 }),
          kind: choice(["text", "choice", "date", "consent"], { label: "Kind" }),
          answer: choice(["optional", "required"], { label: "Answer" }),
          options: list(text({ label: "Option", max: 60 }), {
            label: "Options",
            hint: "Of a choice.",
            min: 0,
            max: 12,
            one: "option",
          }),
          link: optionalLink({ label: "Link", hint: "Of a consent: the text that it is about, such as /privacy." }),
        }),
        {
          label: "Own fields",
          hint: "After the fields that every form has. The services to choose from are your services and Other.",
          min: 0,
          max: 6,
          one: "field",
        },
      ),
      v.check(
        (fields) => fields.every(({ kind, options }) => kind !== "choice" || options.length > 1),
        "A choice needs at least two options.",
      ),
    ),
  }),
  newsletter: single("Newsletter form", "Blog, posts, tags and authors", {
    form: choice(["shown", "hidden"], {
      label: "Form",
      hint: "It checks an address and sends nothing, because there is no newsletter yet.",
    }),
    heading: text({ label: "Heading", max: 60 }),
    short: text({ label: "Beside a post", max: 40 }),
    note: text({ label: "Note", max: 160, hint: "Says that nothing is sent." }),
  }),
  navigation: single("Navigation", "Every page", { header: links("Header", 1, 5, 14), company: links("Footer", 1, 8) }),
  design,
  closing: { kind: "single", label: "Closing call", where: "The end of Home", schema: closingCall("Closing call") },
  ...offer,
  ...ownPages,
  ...pages,
  ...lists,
} as const;

type Described = { readonly label: string; readonly where: string; readonly schema: GroupSchema };
type GroupSchema = v.GenericSchema & { readonly entries: Readonly<Record<string, v.GenericSchema>> };
/** One entry, or a list of entries between `min` and `max`; pages need the minimum. */
export type Collection =
  | (Described & { readonly kind: "single" })
  | (Described & {
      readonly kind: "list";
      /** One entry, in the words of its button: "job". */
      readonly one: string;
      readonly min: number;
      readonly max: number;
      /** The field that names an entry in lists. */
      readonly title: string;
      /** What comes with the site is stored at the first start; without rows the list is empty. */
      readonly isSeeded?: boolean;
    });

export const findCollection = (name: CollectionName): Collection => collections[name];

type Collections = typeof collections;
export type CollectionName = keyof Collections;

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

/** As pages show it: facts filled in, pictures with their files. */
type Shown<Value> = Value extends { readonly picture: string; readonly alt: string }
  ? Picture
  : Value extends readonly (infer Item)[]
    ? readonly Shown<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Shown<Value[Key]> }
      : Value;

type Data<Name extends CollectionName> = Frozen<v.InferOutput<Collections[Name]["schema"]>>;

/** An entry of a list, as it is stored; its id is its key. Its slug is its part of the address where that is another. */
export type StoredEntry<Name extends CollectionName> = { readonly id: string; readonly slug?: string } & Data<Name>;
export type StoredContent = {
  readonly [Name in CollectionName]: Collections[Name]["kind"] extends "list"
    ? readonly StoredEntry<Name>[]
    : Data<Name>;
} & {
  /** The tag of the language that these texts are in. */
  readonly language: string;
  /** What is not translated into it, so that its pages do not exist in this language. */
  readonly missing: readonly CollectionName[];
};

export type Content = Shown<StoredContent>;
export type Entry<Name extends CollectionName> = Shown<StoredEntry<Name>>;

/** The key of an entry that is the only one of its collection. */
export const SINGLE_KEY = "main";
