import type { CollectionName, Content } from "../../domain/content/collections.ts";

/** The page on which a preview shows an entry; one of them where there are several. */
const PAGES = {
  identity: "/",
  contact: "/contact",
  figures: "/about",
  footer: "/",
  navigation: "/",
  closing: "/",
  services: "/services/{key}",
  "service-details": "/services/{service}",
  "case-studies": "/work/{key}",
  "page-home": "/",
  "page-services": "/services",
  "page-service": "/services/{service}",
  "page-strategy": "/services/strategy",
  "page-work": "/work",
  "page-case-study": "/work/{study}",
  "page-blog": "/blog",
  "page-post": "/blog/{post}",
  "page-about": "/about",
  "page-careers": "/careers",
  "page-contact": "/contact",
  "page-sitemap": "/sitemap",
  "page-search": "/search",
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
  benefits: "/careers",
} as const satisfies Record<CollectionName, string>;

type Entry = { readonly collection: string; readonly key: string };

export function entryPage({ collection, key }: Entry, content: Content, newestPost: string): string {
  const page = Object.hasOwn(PAGES, collection) ? PAGES[collection as CollectionName] : "/";
  return page
    .replace("{key}", key)
    .replace("{service}", content.services.find(({ id }) => id !== "strategy")?.id ?? "strategy")
    .replace("{study}", content["case-studies"][0]?.id ?? "")
    .replace("{post}", newestPost);
}
