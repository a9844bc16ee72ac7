import type { CollectionName, StoredContent } from "../domain/content/collections.ts";
import { story } from "./about.ts";
import { privacy, terms } from "./legal.ts";

type PageTexts = Pick<StoredContent, Extract<CollectionName, `page-${string}` | "privacy" | "terms">>;

/** The opening, sections and search texts of each page. Names and numbers in braces are filled in (show-content.ts). */
export const pageTexts: PageTexts = {
  "page-home": {
    lead: "A plumb line always tells the truth. We are a digital agency that hangs one first: we measure, then we make.",
    services: {
      title: "Our Services",
      intro: "Take one, or the set.",
    },
    work: {
      title: "Featured Work",
      intro: "Every figure was measured twice, once by the client.",
    },
    why: {
      title: "Why Choose {name}",
      intro: "Because you can check: a baseline stays behind.",
    },
    testimonials: {
      title: "Client Success Stories",
      intro: "The work was over. Nobody had asked them to be kind.",
    },
    insights: { title: "Latest Insights", intro: "Written down while it still stings." },
  },
  "page-services": {
    search: {
      title: "Services",
      description:
        "{Services:service|services}, from strategy to code. Each one starts with a baseline and ends with a second number.",
    },
    heading: "{Services:way|ways} to get it straight.",
    lead: "Most clients arrive asking for one service and need a different one. The first measurement is there to find out.",
    list: { title: "Our Services", intro: "Where two of them overlap, you pay for the work once." },
    approach: { title: "Our Approach", intro: "In this order, because we have never found a way to skip the first." },
    testimonials: {
      title: "Client Success Stories",
      intro: "Quoted whole, and read once more by those who said it before it went up here.",
    },
    closing: {
      title: "Tell us where it hurts.",
      text: "You need not know what the service is called. Two sentences will do, and we tell you which one fits.",
      action: "Get in Touch",
    },
  },
  "page-service": {
    help: {
      title: "How We Can Help",
      intro: "On the left what we do, on the right what it leaves you with. Hold us to either.",
      approach: "Our approach",
      benefits: "What you get",
    },
    offers: {
      title: "Three Ways to Start",
      intro: "If the whole is too large a step, begin with one of these. You can stop after it.",
    },
    process: {
      title: "Our Process",
      intro: "Drawn to scale, a tick for every week. You can read from it when we bother you.",
    },
  },
  "page-strategy": {
    search: {
      title: "Strategy & Consulting",
      description:
        "Digital strategy and consulting on one page: where you stand, where to go, what it costs, and who does what.",
    },
    help: { title: "How We Can Help", intro: "On the left how we get to the page, on the right what stands on it." },
    offers: { title: "What It Includes", intro: "Taken apart, so that you can strike out what you already have." },
    process: {
      title: "Our Process",
      intro: "The plan is finished at the fifth tick. What follows is for clients who let us build it, too.",
    },
  },
  "page-work": {
    search: {
      title: "Work",
      description:
        "{CaseStudies:case study|case studies} with the numbers before and after, among them a gift shop, a mutual bank and six clinics.",
    },
    heading: "Before, after, and the number between.",
    lead: "{CaseStudies:project|projects} we can talk about. Each began with a measurement, and each client let us publish the second one.",
    services: {
      title: "Our Services",
      intro: "Most projects take three or four of these. We say so before you pay for five.",
    },
    closing: {
      title: "Be the next.",
      text: "Tell us which number bothers you. We will tell you whether we can move it, and what we would need to find out first.",
      action: "Get in Touch",
    },
  },
  "page-case-study": {
    overview: "Overview",
    keyResults: "Key results",
    services: "Services",
    technologies: "Technologies",
    challenge: "The challenge",
    solution: "The solution",
    results: "The results",
  },
  "page-blog": {
    search: {
      title: "Insights",
      description:
        "What we measured, what we changed and what happened. Notes from a digital agency, failures included.",
    },
    heading: "Insights",
    lead: "What we measured, what we changed, what happened. Including the times nothing did.",
  },
  "page-post": {
    share: "Share",
    recent: "Recent posts",
    categories: "Categories",
    related: { title: "Related", intro: "More from the same category." },
    others: { title: "Keep Reading", intro: "The latest from other categories." },
  },
  "page-about": {
    search: {
      title: "About",
      description: "{name} was founded in {founded}. 120+ people in {cities} who measure first and then make.",
    },
    heading: "Plumb since {founded}.",
    lead: "An agency of 120+ people, {offices:office|offices} and one habit: find out what is true first, then make something of it.",
    story: { title: "Our Story", intro: "Including the arithmetic behind the 25 years.", paragraphs: story },
    values: {
      title: "Our Values",
      intro: "{Values:word|words} everybody uses. Here is what we do about them.",
    },
    leaders: { title: "Leadership", intro: "{Leaders:person|people} who answer their own phones." },
    stats: { title: "In Numbers", intro: "Counted on January 1. The plus signs are what happened since." },
    closing: {
      title: "Join us",
      text: "We have {jobs:open position|open positions}, in {cities} and remote.",
      action: "See Open Positions",
    },
  },
  "page-careers": {
    search: {
      title: "Careers",
      description: "Open positions at a digital agency that measures first, and what is in every contract.",
    },
    heading: "One cube is missing.",
    lead: "{Jobs}, to be exact. We hire people who would rather know than be right, and who can say so kindly.",
    positions: {
      title: "Open Positions",
      intro: "Each written by the person you would work for. The pay is in the last sentence.",
    },
    benefits: { title: "Benefits", intro: "{Benefits:thing that is|things that are} in every contract." },
  },
  "page-contact": {
    search: {
      title: "Contact",
      description: "Write to {name}, call, or visit us in {cities}. A person answers within one working day.",
    },
    heading: "Say what is crooked.",
    lead: "A person reads this. Answers come within one working day, median 3 hours 40 minutes.",
    direct: "Write or call",
    social: "Elsewhere",
    caption: "The red one. {city}, third floor.",
  },
  "page-sitemap": {
    search: { title: "Sitemap", description: "Every page of the {name} website in four lists." },
    heading: "Sitemap",
    lead: "Every page there is, in four lists. If you need a map to find something, tell us; that is a bug.",
    main: "Main Pages",
    services: "Services",
    content: "Work & Content",
    legal: "Legal",
  },
  "page-search": {
    search: { title: "Search", description: "Search services, work, posts and pages." },
    heading: "Search",
    lead: "Services, work, posts and pages.",
  },
  privacy: {
    search: {
      title: "Privacy Policy",
      description: "What {name} stores about you, for how long, and how to erase it. No cookies, no trackers.",
    },
    heading: "Privacy Policy",
    lead: "No cookies, no trackers, nobody else’s servers. Here is the little that remains.",
    ...privacy,
  },
  terms: {
    search: {
      title: "Terms of Service",
      description: "The terms for using this website and an account on it, in plain words, under the law of New York.",
    },
    heading: "Terms of Service",
    lead: "The rules of this website, in the same language as the rest of it.",
    ...terms,
  },
};
