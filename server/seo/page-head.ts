import { site } from "../../content/site.ts";
import type { Post } from "../../domain/posts/post.ts";
import { findCard } from "./cards/card-of-page.ts";
import { cardAddress } from "./cards/share-card.ts";
import { describePage } from "./structured-data.ts";
import { escapeXml } from "./xml.ts";

type HeadOptions = {
  /** The page as React rendered it; title and description stand in it already. */
  readonly html: string;
  readonly path: string;
  /** The page's one address, without its origin. */
  readonly canonical: string;
  readonly origin: string;
  readonly post: Post | undefined;
};

/**
 * What only machines read: canonical address, share card, structured data, feeds, rules for speculation. The server
 * adds it to the finished page, so that no visitor's browser downloads the code that makes it.
 */
export function pageHead({ html, path, canonical, origin, post }: HeadOptions): string {
  const common = [...COMMON, SPECULATION];
  if (/<meta name="robots" content="noindex"/.test(html)) return common.join("");
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
  const address = escapeXml(origin + canonical);
  const card = escapeXml(origin + cardAddress(findCard(path, post)));
  const graph = { "@context": "https://schema.org", "@graph": describePage({ path, origin, post }) };
  return [
    `<link rel="canonical" href="${address}"/>`,
    ...properties({
      "og:site_name": site.name,
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

const COMMON = [
  // Browsers fetch it and its icons at once, before the page's own picture; first-paint.ts lets them wait.
  '<noscript><link rel="manifest" href="/site.webmanifest"/></noscript>',
  `<link rel="alternate" type="application/rss+xml" title="${escapeXml(site.name)}" href="/feed.xml"/>`,
  `<link rel="alternate" type="application/atom+xml" title="${escapeXml(site.name)}" href="/feed.atom"/>`,
  `<link rel="alternate" type="application/feed+json" title="${escapeXml(site.name)}" href="/feed.json"/>`,
];

/** A page that somebody is about to open is rendered before the click. Screens behind a sign-in are left out. */
const SPECULATION = `<script type="speculationrules">${JSON.stringify({
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
  return Object.entries(facts).map(([name, content]) => `<meta property="${name}" content="${quoted(content)}"/>`);
}

/** Taken from the page, the text is escaped already; only a quote may still stand in it. */
function quoted(escaped: string): string {
  return escaped.replaceAll('"', "&quot;");
}
