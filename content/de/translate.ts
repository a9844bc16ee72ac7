import type { StoredContent } from "../../domain/content/collections.ts";
import type { Post } from "../../domain/posts/post.ts";
import { posts } from "../posts.ts";
import { shipped } from "../shipped.ts";
import { values } from "./about.ts";
import { authors } from "./authors.ts";
import { caseStudies } from "./case-studies.ts";
import { categories } from "./categories.ts";
import { benefits, jobs } from "./jobs.ts";
import { leaders } from "./leaders.ts";
import { approach, phases, pillars } from "./method.ts";
import { newsletter } from "./newsletter.ts";
import { pageTexts } from "./page-texts.ts";
import { balance } from "./posts/balance-is-a-number.ts";
import { measurableReaction } from "./posts/every-action-has-a-measurable-reaction.ts";
import { slowScript } from "./posts/one-slow-script-forty-slow-pages.ts";
import { serviceDetails } from "./service-details.ts";
import { services } from "./services.ts";
import { site } from "./site.ts";
import { testimonials } from "./testimonials.ts";
import { layOver } from "./words.ts";

const { tagline, description, claim, stats, closing } = site;
/** Without words, or empty as the site ships. */
const { contact, languages, language: _, missing: _m, facts, form, pages, answers, design, ...english } = shipped;

/** The content as it ships, in German: the same keys, numbers, pictures and links. */
export const shippedDe: StoredContent = {
  language: "de",
  missing: [],
  contact,
  languages,
  facts,
  form,
  pages,
  answers,
  design,
  ...layOver(english, {
    identity: { tagline, description, claim },
    figures: { stats },
    footer: { services: site.footerServices },
    newsletter,
    navigation: { header: site.headerLinks, company: site.companyLinks },
    closing,
    services,
    "service-details": serviceDetails,
    "case-studies": caseStudies,
    ...pageTexts,
    categories,
    testimonials,
    jobs,
    leaders,
    authors,
    pillars,
    approach,
    phases,
    values,
    benefits,
  }),
};

/** Newest first. A German post has the number of the English one, and a slug of its own. */
export const postsDe: readonly Post[] = layOver(posts, { 3: measurableReaction, 2: slowScript, 1: balance });
