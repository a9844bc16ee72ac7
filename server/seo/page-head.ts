import type { Content } from "../../domain/content/collections.ts";
import type { PageFacts } from "../context.ts";
import { findCard } from "./cards/card-of-page.ts";
import { cardAddress } from "./cards/share-card.ts";
import { findSearchTexts } from "./search-texts.ts";
import { describePage } from "./structured-data.ts";
import { escapeXml } from "./xml.ts";

type HeadOptions = Readonly<PageFacts> & {
  readonly path: string;
  /** The canonical URL without its origin. */
  readonly canonical: string;
  readonly origin: string;
  readonly content: Content;
};

/**
 * The metadata of a page: canonical URL, share card, structured data, feeds. The server adds it to the rendered
 * page, so that browsers do not download the code for it.
 */
export function pageHead({ meta = [], path, canonical, origin, content, ...facts }: HeadOptions): string {
  const { post, crumb, feed } = facts;
  const { name } = content.identity;
  if (contentOf(meta, "robots") === "noindex") return feedLinks(name).join("");
  const title = meta.map((each) => (each && "title" in each ? String(each.title) : "")).join("");
  const { canonical: elsewhere } = findSearchTexts(path, post, content);
  const address = elsewhere ?? origin + canonical;
  const graph = { "@context": "https://schema.org", "@graph": describePage({ path, origin, post, content, crumb }) };
  return [
    `<link rel="canonical" href="${escapeXml(address)}"/>`,
    ...properties({
      "og:site_name": name,
      "og:type": post ? "article" : "website",
      "og:title": title,
      "og:description": contentOf(meta, "description"),
      "og:url": address,
      "og:image": origin + cardAddress(findCard(path, post, content)),
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": title,
      ...(post && {
        "article:published_time": post.publishedAt ?? post.date,
        "article:section": post.category,
      }),
    }),
    `<meta name="twitter:card" content="summary_large_image"/>`,
    ...(feed ? alternates(`${name}, ${feed.title}`, feed.path) : []),
    ...feedLinks(name),
    `<script type="application/ld+json">${JSON.stringify(graph).replaceAll("<", "\\u003c")}</script>`,
  ].join("");
}

const feedLinks = (name: string) => [
  // Browsers fetch the manifest and its icons before the page's pictures, so first-paint.ts adds it later.
  '<noscript><link rel="manifest" href="/site.webmanifest"/></noscript>',
  ...alternates(name, "/feed"),
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
function contentOf(meta: NonNullable<PageFacts["meta"]>, name: string): string {
  const found = meta.find((each) => each && "name" in each && each.name === name);
  return found && "content" in found ? String(found.content) : "";
}
