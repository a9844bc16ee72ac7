import type { Content } from "../../domain/content/collections.ts";

const DAY_MS = 86_400_000;

/** Screens behind a sign-in are not disallowed: crawlers must be able to read their noindex. */
export function robotsText(origin: string): string {
  return `User-agent: *\nDisallow: /auth/v1/\nDisallow: /rest/v1/\nDisallow: /functions/v1/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** RFC 9116 recommends an expiry of less than a year; it moves on daily. */
export function securityText(origin: string, email: string, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(today + 180 * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
}

export function manifest({ name, description }: Content["identity"]): string {
  return JSON.stringify({
    name,
    short_name: name,
    description,
    id: "/",
    start_url: "/",
    display: "minimal-ui",
    background_color: "#f5f0e6",
    theme_color: "#f5f0e6",
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
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
