import type { CollectionName } from "./collections.ts";

type PageTexts = Extract<CollectionName, `page-${string}`>;

const PAGES: Readonly<Record<Exclude<CollectionName, PageTexts>, string>> & Partial<Record<PageTexts, string>> = {
  identity: "/",
  contact: "/contact",
  languages: "/",
  facts: "/",
  figures: "/about",
  footer: "/",
  form: "/contact",
  newsletter: "/blog",
  navigation: "/",
  closing: "/",
  services: "/services/{key}",
  "service-details": "/services/{service}",
  "case-studies": "/work/{key}",
  "page-home": "/",
  "page-service": "/services/{service}",
  "page-strategy": "/services/strategy",
  "page-case-study": "/work/{study}",
  "page-post": "/blog/{post}",
  privacy: "/privacy",
  terms: "/terms",
  categories: "/blog",
  testimonials: "/",
  jobs: "/careers",
  leaders: "/about",
  authors: "/authors/{key}",
  pillars: "/",
  values: "/about",
  approach: "/services",
  phases: "/services/{service}",
  answers: "/",
  benefits: "/careers",
};

/** The page that shows an entry; one of them where there are several. The texts of a page have its name. */
export const pathOfEntry = (collection: CollectionName): string =>
  PAGES[collection] ?? collection.replace(/^page-/, "/");
