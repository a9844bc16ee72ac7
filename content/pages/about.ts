import { site } from "../site.ts";

export const aboutPage = {
  title: "About",
  description: `${site.name} was founded in ${site.founded}. 120+ people in New York and Portland who measure first and then make.`,
  heading: `Plumb since ${site.founded}.`,
  lead: "An agency of 120+ people, two offices and one habit: find out what is true first, then make something of it.",
  sections: {
    story: { title: "Our Story", intro: "Including the arithmetic behind the 25 years." },
    values: { title: "Our Values", intro: "Four words everybody uses. Here is what we do about them." },
    leaders: { title: "Leadership", intro: "Four people who answer their own phones." },
    stats: { title: "In Numbers", intro: "Counted on January 1. The plus signs are what happened since." },
    careers: {
      title: "Join us",
      text: "We have three open positions, in New York, in Portland and remote.",
      action: "See Open Positions",
    },
  },
} as const;
