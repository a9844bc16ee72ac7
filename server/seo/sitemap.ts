import type { Page } from "../../domain/content/page-facts.ts";
import { widestPicture } from "../../domain/picture.ts";
import type { PageLanguage } from "../context.ts";
import { languageLinks } from "./page-head.ts";
import { escapeXml, XML_HEAD } from "./xml.ts";

/** With more posts the sitemap becomes an index of sitemaps. */
export const POSTS_PER_MAP = 1_000;

type Listed = Page & { readonly languages?: readonly PageLanguage[] };

/** `site` is what the addresses of pages begin with: the origin, and the language if it is not the first. */
export function sitemapXml(pages: readonly Listed[], site: string): string {
  const { origin } = new URL(site);
  let hasLanguages = false;
  const urls = pages.filter(isListed).map(({ path, modified, picture, isIllustrated, languages = [] }) => {
    const links = languageLinks(languages, origin, "xhtml:link");
    hasLanguages ||= links.length > 0;
    const lastmod = modified ? `<lastmod>${escapeXml(modified)}</lastmod>` : "";
    const image =
      picture && !isIllustrated
        ? `<image:image><image:loc>${escapeXml(new URL(widestPicture(picture), origin).href)}</image:loc></image:image>`
        : "";
    return `<url><loc>${escapeXml(addressOf(path))}</loc>${links.join("")}${lastmod}${image}</url>`;
  });
  const xhtml = hasLanguages ? ` xmlns:xhtml="${XHTML}"` : "";
  return `${XML_HEAD}<urlset xmlns="${SITEMAP}" xmlns:image="${IMAGES}"${xhtml}>\n${urls.join("\n")}\n</urlset>\n`;

  /** Search engines may list another address instead of this one. */
  function isListed({ path, isIndexed = true, search }: Page): boolean {
    return isIndexed && (search?.canonical ?? addressOf(path)) === addressOf(path);
  }

  /** The home page of a language has no slash at its end. */
  function addressOf(path: string): string {
    return path === "/" && site !== origin ? site : site + path;
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

const XHTML = "http://www.w3.org/1999/xhtml";
const SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9";
const IMAGES = "http://www.google.com/schemas/sitemap-image/1.1";
