import type { Content } from "../../domain/content/collections.ts";
import type { Post } from "../../domain/posts/post.ts";
import { findCard } from "./cards/card-of-page.ts";
import { cardAddress } from "./cards/share-card.ts";
import { describePage } from "./structured-data.ts";
import { escapeXml } from "./xml.ts";

type HeadOptions = {
  /** The page as React rendered it, including its title and description. */
  readonly html: string;
  readonly path: string;
  /** The canonical URL without its origin. */
  readonly canonical: string;
  readonly origin: string;
  readonly post: Post | undefined;
  readonly content: Content;
};

/**
 * The metadata of a page: canonical URL, share card, structured data, feeds, speculation rules. The server adds it to the
 * rendered page, so that browsers do not download the code for it.
 */
export function pageHead({ html, path, canonical, origin, post, content }: HeadOptions): string {
  const { name } = content.identity;
  const common = [...feedLinks(name), SPECULATION_RULES];
  if (/<meta name="robots" content="noindex"/.test(html)) return common.join("");
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const address = escapeXml(origin + canonical);
  const card = escapeXml(origin + cardAddress(findCard(path, post, content)));
  const graph = { "@context": "https://schema.org", "@graph": describePage({ path, origin, post, content }) };
  return [
    `<link rel="canonical" href="${address}"/>`,
    ...properties({
      "og:site_name": escapeXml(name),
      "og:type": post ? "article" : "website",
      "og:title": title,
      "og:description": description,
      "og:url": address,
      "og:image": card,
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": title,
      ...(post && {
        "article:published_time": post.publishedAt ?? post.date,
        "article:section": escapeXml(post.category),
      }),
    }),
    `<meta name="twitter:card" content="summary_large_image"/>`,
    ...common,
    `<script type="application/ld+json">${JSON.stringify(graph).replaceAll("<", "\\u003c")}</script>`,
  ].join("");
}

const feedLinks = (name: string) => [
  // Browsers fetch the manifest and its icons before the page's pictures, so first-paint.ts adds it later.
  '<noscript><link rel="manifest" href="/site.webmanifest"/></noscript>',
  `<link rel="alternate" type="application/rss+xml" title="${escapeXml(name)}" href="/feed.xml"/>`,
  `<link rel="alternate" type="application/atom+xml" title="${escapeXml(name)}" href="/feed.atom"/>`,
  `<link rel="alternate" type="application/feed+json" title="${escapeXml(name)}" href="/feed.json"/>`,
];

/** Prerenders pages that a visitor is about to open, except screens behind a sign-in. */
const SPECULATION_RULES = `<script type="speculationrules">${JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          { not: { href_matches: ["/auth", "/account", "/newsroom*", "/blog/new", "/blog/*/edit", "/messages/*"] } },
          { not: { selector_matches: "[download],[rel~=nofollow],[target],[data-replay]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
})}</script>`;

function properties(facts: Readonly<Record<string, string>>): string[] {
  return Object.entries(facts).map(
    ([name, content]) => `<meta property="${name}" content="${escapeQuotes(content)}"/>`,
  );
}

/** The text comes from the page and is escaped already, except for quotes. */
function escapeQuotes(escaped: string): string {
  return escaped.replaceAll('"', "&quot;");
}
