import type { Content } from "../../domain/content/collections.ts";
import { deriveTokens } from "../../domain/design/tokens.ts";
import { designFilesOf } from "../design/design-files.ts";

const DAY_MS = 86_400_000;

/** Screens behind a sign-in are not disallowed: crawlers must be able to read their noindex. */
export function robotsText(sites: readonly string[]): string {
  const maps = sites.map((site) => `Sitemap: ${site}/sitemap.xml\n`).join("");
  return `User-agent: *\nDisallow: /auth/v1/\nDisallow: /rest/v1/\nDisallow: /functions/v1/\n\n${maps}`;
}

/** RFC 9116 recommends an expiry of less than a year; it moves on daily. */
export function securityText(origin: string, email: string, languages: readonly string[], now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(today + 180 * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
}

export function manifest({ identity, design, language }: Pick<Content, "identity" | "design" | "language">): string {
  const { name, description } = identity;
  const { icon } = designFilesOf(design);
  const { paper } = deriveTokens(design.colors).day;
  return JSON.stringify({
    // Without it the language is that of the browser's user; English stays as it was.
    ...(language !== "en" && { lang: language }),
    name,
    short_name: name,
    description,
    id: "/",
    start_url: "/",
    display: "minimal-ui",
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: icon?.at(192) ?? "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: icon?.at(512) ?? "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      {
        src: icon?.at("maskable") ?? "/icons/maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable",
      },
      ...(icon ? [] : [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }]),
    ],
  });
}

/** Added to every page by its motion script (motion.ts). Prerenders pages that a visitor is about to open, except screens behind a sign-in. */
export const speculationRules = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          {
            not: {
              href_matches: [
                "/auth",
                "/account",
                // In other languages.
                "/*/auth",
                "/*/account",
                "/newsroom*",
                "/blog/new",
                "/blog/*/edit",
                "/messages/*",
                "/preview/*",
              ],
            },
          },
          { not: { selector_matches: "[download],[rel~=nofollow],[target],[data-replay]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
});
