import type { BreadcrumbList, Organization, Thing } from "schema-dts";
import { postalAddress } from "../../domain/company/company.ts";
import { addressOf } from "../../domain/content/addresses.ts";
import type { Content } from "../../domain/content/collections.ts";
import { addressIn, localeOf, prefixOf } from "../../domain/content/languages.ts";
import type { Page, SchemaSite } from "../../domain/content/page-facts.ts";
import { widestPicture } from "../../domain/picture.ts";
import type { PageLanguage, RenderedPage } from "../context.ts";
import { serverWords } from "../words.ts";
import { cardAddress } from "./cards/share-card.ts";
import { cardOf, findPage, type ListPages } from "./site-pages.ts";
import { escapeXml } from "./xml.ts";

type HeadOptions = Readonly<RenderedPage> & {
  readonly path: string;
  readonly listPages: ListPages;
  /** The canonical URL without its origin. */
  readonly canonical: string;
  readonly origin: string;
  readonly content: Content;
  /** The page in all languages that have it; empty on a site in one. */
  readonly languages: readonly PageLanguage[];
};

// The metadata of a page: canonical URL, share card, structured data, feeds. The server adds it to the rendered
// page, so that browsers do not download the code for it.
export function pageHead({ meta = [], path, canonical, origin, content, ...options }: HeadOptions): string {
  const { listPages, languages, ...read } = options;
  const { name } = content.identity;
  const prefix = prefixOf(localeOf(content));
  const shared = feedLinks(name, prefix);
  if (contentOf(meta, "robots") === "noindex") return shared.join("");
  const title = meta.map((each) => (each && "title" in each ? String(each.title) : "")).join("");
  const pages = listPages({ content, ...read });
  const page = findPage(pages, path);
  const { article, feed, label } = page ?? {};
  const address = page?.search?.canonical ?? origin + canonical;
  const graph = {
    "@context": "https://schema.org",
    "@graph": describePage(page, pages, { origin: origin + prefix, content, languages }),
  };
  return [
    `<link rel="canonical" href="${escapeXml(address)}"/>`,
    ...languageLinks(languages, origin),
    ...properties({
      ...(languages.length > 1 && { "og:locale": territoryOf(content.language) }),
      "og:site_name": name,
      "og:type": article ? "article" : "website",
      "og:title": title,
      "og:description": contentOf(meta, "description"),
      "og:url": address,
      "og:image": origin + cardAddress(cardOf(page, pages, content)),
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": title,
      ...(article && { "article:published_time": article.published, "article:section": article.section }),
    }),
    ...languages
      .filter(({ tag }) => tag !== content.language)
      .flatMap(({ tag }) => properties({ "og:locale:alternate": territoryOf(tag) })),
    `<meta name="twitter:card" content="summary_large_image"/>`,
    ...(feed ? alternates(`${name}, ${label}`, prefix + feed) : []),
    ...shared,
    `<script type="application/ld+json">${JSON.stringify(graph).replaceAll("<", "\\u003c")}</script>`,
  ].join("");
}

/** Each language names all of them, also itself; the first is for readers of any other. */
export function languageLinks(languages: readonly PageLanguage[], origin: string, element = "link"): string[] {
  if (languages.length < 2) return [];
  const link = (tag: string, place: PageLanguage) =>
    `<${element} rel="alternate" hreflang="${tag}" href="${escapeXml(origin + addressIn(place))}"/>`;
  const [first] = languages;
  return [...languages.map((place) => link(place.tag, place)), ...(first ? [link("x-default", first)] : [])];
}

/** Open Graph wants a territory: "de_DE". */
function territoryOf(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return `${language}_${region}`;
}

const feedLinks = (name: string, prefix: string) => [
  // Browsers fetch the manifest and its icons before the page's pictures, so first-paint.ts adds it later.
  '<noscript><link rel="manifest" href="/site.webmanifest"/></noscript>',
  ...alternates(name, `${prefix}/feed`),
];

const alternates = (title: string, path: string) =>
  [
    ["application/rss+xml", "xml"],
    ["application/atom+xml", "atom"],
    ["application/feed+json", "json"],
  ].map(
    ([type, extension]) =>
      `<link rel="alternate" type="${type}" title="${escapeXml(title)}" href="${path}.${extension}"/>`,
  );

function properties(facts: Readonly<Record<string, string>>): string[] {
  return Object.entries(facts).map(([name, content]) => `<meta property="${name}" content="${escapeXml(content)}"/>`);
}

/** The content of the named meta element. */
function contentOf(meta: NonNullable<RenderedPage["meta"]>, name: string): string {
  const found = meta.find((each) => each && "name" in each && each.name === name);
  return found && "content" in found ? String(found.content) : "";
}

/** The nodes of a page's JSON-LD graph: its own, and its breadcrumbs. */
function describePage(
  page: Page | undefined,
  pages: readonly Page[],
  { origin, content, languages }: Pick<HeadOptions, "origin" | "content" | "languages">,
): Thing[] {
  const schema = page?.schema?.(schemaSite(origin, content)) ?? [];
  // On a site in one language the home page names it.
  const own = languages.length > 1 ? schema.map((thing) => inLanguage(thing, content.language)) : schema;
  if (!page || page.path === "/") return [...own];
  const parent = page.parent ? findPage(pages, page.parent) : undefined;
  const home = { label: content.identity.name, path: "/" };
  return [...own, breadcrumbs([home, ...(parent ? [parent] : []), page], origin)];
}

const CREATIVE = new Set([
  "Article",
  "BlogPosting",
  "CreativeWork",
  "ContactPage",
  "ProfilePage",
  "WebPage",
  "WebSite",
]);

function inLanguage(thing: Thing, language: string): Thing {
  const type = typeof thing === "object" && "@type" in thing ? thing["@type"] : "";
  return CREATIVE.has(type) ? ({ ...(thing as object), inLanguage: language } as Thing) : thing;
}

function schemaSite(origin: string, content: Content): SchemaSite {
  const { identity, contact } = content;
  const id = new URL("/#organization", origin).href;
  const home = new URL(addressIn({ locale: localeOf(content), path: "/" }), origin).href;
  const organization: Organization = {
    "@type": "Organization",
    "@id": id,
    name: identity.name,
    url: home,
    logo: new URL("/icons/icon-512.png", origin).href,
    description: identity.description,
    slogan: identity.tagline,
    email: contact.email,
    telephone: contact.phone,
    foundingDate: String(content.facts.founded),
    sameAs: contact.social.map(({ href }) => href),
    address: contact.offices.map(postalAddress),
  };
  return {
    origin,
    home,
    content,
    names: serverWords(content.language).names,
    organization,
    publisher: { "@type": "Organization", "@id": id, name: identity.name },
    author({ name, ...entry }) {
      const url = origin + addressOf("authors", entry);
      return { "@type": "Person", "@id": `${url}#person`, name, url };
    },
    pictureUrl: (picture) => new URL(widestPicture(picture), origin).href,
  };
}

function breadcrumbs(crumbs: readonly Pick<Page, "label" | "path">[], origin: string): BreadcrumbList {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ label, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: origin + path,
    })),
  };
}
