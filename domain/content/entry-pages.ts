import { type Addressed, addressOf, hasSlug } from "./addresses.ts";
import type { CollectionName } from "./collections.ts";

type PageTexts = Extract<CollectionName, `page-${string}`>;

type Elsewhere = Exclude<CollectionName, PageTexts | "services" | "case-studies" | "authors">;

const PAGES: Readonly<Record<Elsewhere, string>> & Partial<Record<CollectionName, string>> = {
  identity: "/",
  contact: "/contact",
  languages: "/",
  facts: "/",
  figures: "/about",
  footer: "/",
  form: "/contact",
  newsletter: "/blog",
  navigation: "/",
  design: "/",
  closing: "/",
  "service-details": "/services/{service}",
  pages: "{path}",
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
  pillars: "/",
  values: "/about",
  approach: "/services",
  phases: "/services/{service}",
  answers: "/",
  benefits: "/careers",
};

export const hasPage = (collection: CollectionName): boolean => hasSlug(collection) || collection === "pages";

/** The page that shows an entry; one of them where there are several. The texts of a page have its name. */
export const pathOfEntry = (collection: CollectionName): string =>
  hasSlug(collection)
    ? addressOf(collection, { id: "{key}" })
    : (PAGES[collection] ?? collection.replace(/^page-/, "/"));

/** With what the owner has chosen of it: its last part, or all of it. */
export const pageOfEntry = (collection: CollectionName, { path, ...own }: Addressed & { readonly path?: unknown }) =>
  hasSlug(collection) ? addressOf(collection, own) : pathOfEntry(collection).replace("{path}", () => String(path));
