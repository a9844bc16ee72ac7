import type { StoredContent } from "../domain/content/collections.ts";
import { DEFAULT_COLORS } from "../domain/design/tokens.ts";
import { slugify } from "../domain/posts/slug.ts";
import { values } from "./about.ts";
import { authors } from "./authors.ts";
import { caseStudies } from "./case-studies.ts";
import { categories } from "./categories.ts";
import { benefits, jobs } from "./jobs.ts";
import { leaders } from "./leaders.ts";
import { approach, phases, pillars } from "./method.ts";
import { pageTexts } from "./page-texts.ts";
import { newsletter } from "./pages/newsletter.ts";
import { serviceDetails } from "./service-details.ts";
import { services } from "./services.ts";
import { site } from "./site.ts";
import { testimonials } from "./testimonials.ts";

const { name, tagline, description, claim, phone, email, offices, timeZone, social, stats, closing } = site;

/** The editable content as it ships: used where nothing is stored or a stored entry does not fit. */
export const shipped: StoredContent = {
  identity: { name, tagline, description, claim },
  contact: { phone, email, offices, timeZone, social },
  language: "en",
  missing: [],
  languages: { first: "en", others: [] },
  facts: {
    founded: site.founded,
    dates: "long",
    signUp: "open",
    numbers: "off",
    applications: "off",
    applicationDays: 180,
  },
  figures: { stats },
  footer: { services: site.footerServices },
  form: { fields: [] },
  newsletter,
  navigation: { header: site.headerLinks, company: site.companyLinks },
  design: {
    logo: { kind: "word" },
    colors: DEFAULT_COLORS,
    type: "bricolage",
    pictures: "melt",
    motif: "pendulum",
    home: {},
    contact: {},
    auth: {},
    credits: site.credit,
  },
  closing,
  services,
  "service-details": serviceDetails,
  "case-studies": caseStudies,
  pages: [],
  ...pageTexts,
  categories,
  testimonials,
  jobs,
  leaders,
  authors,
  pillars: pillars.map(withKey),
  approach: approach.map(withKey),
  phases: phases.map(withKey),
  values: values.map(withKey),
  answers: [],
  benefits: benefits.map(withKey),
};

function withKey<Item extends { readonly title: string }>(item: Item): Item & { readonly id: string } {
  return { id: slugify(item.title), ...item };
}
