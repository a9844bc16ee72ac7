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
  design: "/",
  closing: "/",
  services: "/services/{key}",
  "service-details": "/services/{service}",
  "case-studies": "/work/{key}",
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
  authors: "/authors/{key}",
  pillars: "/",
  values: "/about",
  approach: "/services",
  phases: "/services/{service}",
  answers: "/",
  benefits: "/careers",
};

/** A page of its own, and what the owner may have chosen of its address: the last part, or all of it. */
export type Addressed = { readonly id: string; readonly slug?: string | undefined; readonly path?: unknown };

/** The last part of its address is chosen beside its fields. */
export const hasSlug = (collection: CollectionName): boolean => PAGES[collection]?.endsWith("/{key}") ?? false;

export const hasPage = (collection: CollectionName): boolean => hasSlug(collection) || collection === "pages";

export const addressOf = (collection: CollectionName, { id, slug, path }: Addressed): string =>
  pathOfEntry(collection)
    .replace("{key}", slug ?? id)
    .replace("{path}", () => String(path));

export const findByAddress = <One extends Addressed>(entries: readonly One[], part: string | undefined) =>
  entries.find(({ id, slug }) => (slug ?? id) === part);

/** The page that shows an entry; one of them where there are several. The texts of a page have its name. */
export const pathOfEntry = (collection: CollectionName): string =>
  PAGES[collection] ?? collection.replace(/^page-/, "/");
