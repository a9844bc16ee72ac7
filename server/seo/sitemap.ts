import type { Page } from "../../domain/content/page-facts.ts";
import { widestPicture } from "../../domain/picture.ts";
import { escapeXml, XML_HEAD } from "./xml.ts";

/** With more posts the sitemap becomes an index of sitemaps. */
export const POSTS_PER_MAP = 1_000;

export function sitemapXml(pages: readonly Page[], origin: string): string {
  const urls = pages.filter(isListed).map(({ path, modified, picture, isIllustrated }) => {
    const lastmod = modified ? `<lastmod>${escapeXml(modified)}</lastmod>` : "";
    const image =
      picture && !isIllustrated
        ? `<image:image><image:loc>${escapeXml(new URL(widestPicture(picture), origin).href)}</image:loc></image:image>`
        : "";
    return `<url><loc>${escapeXml(origin + path)}</loc>${lastmod}${image}</url>`;
  });
  return `${XML_HEAD}<urlset xmlns="${SITEMAP}" xmlns:image="${IMAGES}">\n${urls.join("\n")}\n</urlset>\n`;

  /** Search engines may list another address instead of this one. */
  function isListed({ path, isIndexed = true, search }: Page): boolean {
    return isIndexed && (search?.canonical ?? origin + path) === origin + path;
  }
}

/** Lists the sitemap of pages, number 0, and the sitemaps of posts. */
export function sitemapIndexXml(postMaps: number, origin: string): string {
  const maps = Array.from(
    { length: postMaps + 1 },
    (_, number) => `<sitemap><loc>${escapeXml(`${origin}/sitemap-${number}.xml`)}</loc></sitemap>`,
  );
  return `${XML_HEAD}<sitemapindex xmlns="${SITEMAP}">\n${maps.join("\n")}\n</sitemapindex>\n`;
}

const SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9";
const IMAGES = "http://www.google.com/schemas/sitemap-image/1.1";
