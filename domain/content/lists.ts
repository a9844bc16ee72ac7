import { CONTACT_SERVICES } from "../contact/contact-fields.ts";
import {
  choice,
  date,
  figure,
  group,
  link,
  list,
  longText,
  many,
  number,
  optionalDate,
  optionalLink,
  optionalText,
  pictureName,
  shortRichText,
  text,
} from "./fields.ts";

/** Portraits that ship with the site. */
const PORTRAITS = "client-1 client-2 client-3 leader-1 leader-2 leader-3 leader-4 author-1 author-2 author-3"
  .split(" ")
  .map((name) => `/portraits/${name}.svg`);

const portrait = pictureName(PORTRAITS, { label: "Portrait" });
const titled = (max: number) => ({ title: text({ label: "Title", max: 60 }), text: longText({ label: "Text", max }) });

/** The collections with many entries; pages need between `min` and `max` of them. */
export const lists = {
  categories: many(
    {
      label: "Blog categories",
      one: "category",
      where: "Blog and post editor",
      min: 0,
      max: 20,
      title: "name",
      isSeeded: true,
    },
    { name: text({ label: "Name", max: 30, hint: "Its posts get the new name at once." }) },
  ),
  testimonials: many(
    { label: "Testimonials", one: "testimonial", where: "Home", min: 0, max: 7, title: "name" },
    {
      quote: longText({ label: "Quote", max: 240, hint: "Without quotation marks; the page adds them." }),
      name: text({ label: "Name", max: 60, isShared: true }),
      title: text({ label: "Job title", max: 60 }),
      company: text({ label: "Company", max: 60, isShared: true }),
      image: portrait,
    },
  ),
  jobs: many(
    { label: "Jobs", one: "job", where: "Careers", min: 0, max: 40, title: "title" },
    {
      title: text({ label: "Title", max: 80 }),
      department: text({ label: "Department", max: 40 }),
      location: text({ label: "Location", max: 60 }),
      type: choice(["Full-time", "Part-time", "Contract", "Internship"], { label: "Type" }),
      description: shortRichText({ label: "Description", max: 1_200 }),
      service: choice(CONTACT_SERVICES, { label: "Service", hint: "Chosen in the contact form for an application." }),
      cities: list(text({ label: "City", max: 40 }), {
        label: "Offices",
        hint: "The cities of the offices, for search engines.",
        min: 0,
        max: 6,
        one: "city",
      }),
      posted: date({ label: "Published on" }),
      closes: optionalDate({ label: "Last day to apply", hint: "Without one the job stays listed." }),
    },
  ),
  leaders: many(
    { label: "Leaders", one: "leader", where: "About", min: 0, max: 12, title: "name" },
    {
      name: text({ label: "Name", max: 60, isShared: true }),
      title: text({ label: "Job title", max: 60 }),
      bio: longText({ label: "About", max: 300 }),
      image: portrait,
      social: group("Links", { linkedin: optionalLink({ label: "LinkedIn" }), twitter: optionalLink({ label: "X" }) }),
    },
  ),
  authors: many(
    { label: "Authors", one: "author", where: "Posts and author pages", min: 0, max: 60, title: "name" },
    {
      name: text({ label: "Name", max: 60, isShared: true }),
      title: optionalText({ label: "Job title", max: 60 }),
      bio: longText({ label: "About", max: 400 }),
      image: portrait,
      links: list(group("Link", { label: text({ label: "Label", max: 30 }), href: link({ label: "Address" }) }), {
        label: "Links",
        one: "link",
        min: 0,
        max: 6,
      }),
    },
  ),
  pillars: many(
    { label: "Pillars", one: "pillar", where: "Home", min: 3, max: 3, title: "title" },
    {
      title: text({ label: "Title", max: 60 }),
      figure: figure(4),
      unit: optionalText({ label: "Unit", max: 3 }),
      note: text({ label: "Note", max: 80 }),
      text: longText({ label: "Text", max: 240 }),
    },
  ),
  values: many({ label: "Values", one: "value", where: "About", min: 1, max: 8, title: "title" }, titled(300)),
  approach: many({ label: "Approach", one: "step", where: "Services", min: 2, max: 4, title: "title" }, titled(200)),
  phases: many(
    {
      label: "Phases of a project",
      one: "phase",
      where: "Every service page, drawn to scale",
      min: 2,
      max: 4,
      title: "title",
    },
    {
      title: text({ label: "Title", max: 40 }),
      text: longText({ label: "Text", max: 160 }),
      weeks: number({ label: "Length", unit: "weeks", min: 1, max: 8 }),
    },
  ),
  answers: many(
    {
      label: "Saved answers",
      one: "answer",
      where: "Replies in Messages. Visitors never see this list",
      min: 0,
      max: 60,
      title: "title",
    },
    {
      title: text({ label: "Title", max: 60 }),
      text: longText({
        label: "Text",
        max: 4_000,
        hint: "{firstName}, {fullName}, {company}, {service} and {reference} are those of the message.",
      }),
    },
  ),
  benefits: many({ label: "Benefits", one: "benefit", where: "Careers", min: 1, max: 12, title: "title" }, titled(240)),
};
