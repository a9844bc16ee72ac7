import type { Content } from "../../domain/content/collections.ts";
import { lastChangeOf, POSTS_PER_PAGE, type PostSummary } from "../../domain/posts/post.ts";
import type { Tag } from "../../domain/posts/tags.ts";
import type { SearchTexts } from "../../domain/search-texts.ts";
import { widestPicture } from "./pictures.ts";
import { isListedElsewhere } from "./search-texts.ts";
import { escapeXml, XML_HEAD } from "./xml.ts";

/** With more posts the sitemap becomes an index of sitemaps. */
export const POSTS_PER_MAP = 1_000;

type Entry = {
  readonly path: string;
  readonly modified?: string;
  readonly picture?: string;
  readonly search?: SearchTexts | undefined;
};

/** Legal pages have a fixed date; pages that show posts change with the newest ones. */
export function pageEntries(posts: readonly PostSummary[], content: Content): readonly Entry[] {
  const newest = posts.toSorted((a, b) => b.date.localeCompare(a.date)).slice(0, POSTS_PER_PAGE);
  const modified = newest.map(lastChangeOf).toSorted().at(-1);
  const withPosts = (path: string): Entry => ({ path, ...(modified && { modified }) });
  return [
    withPosts("/"),
    { path: "/services" },
    ...content.services.map(({ id, image, search }) => ({
      path: `/services/${id}`,
      picture: widestPicture(image),
      search,
    })),
    { path: "/work" },
    ...content["case-studies"].map(({ id, image, search }) => ({
      path: `/work/${id}`,
      picture: widestPicture(image),
      search,
    })),
    withPosts("/blog"),
    { path: "/about" },
    { path: "/contact" },
    { path: "/careers" },
    { path: "/privacy", modified: content.privacy.updated },
    { path: "/terms", modified: content.terms.updated },
    withPosts("/sitemap"),
  ];
}

/** The pages of authors and tags. */
export function listEntries(tags: readonly Tag[], content: Content): readonly Entry[] {
  return [
    ...content.authors.map(({ id, image }) => ({ path: `/authors/${id}`, picture: image })),
    ...tags.map(({ slug }) => ({ path: `/blog/tag/${slug}` })),
  ];
}

export function postEntries(posts: readonly PostSummary[]): readonly Entry[] {
  return posts.map((post) => ({
    path: `/blog/${post.slug}`,
    modified: lastChangeOf(post),
    picture: widestPicture(post.image),
    search: post.search,
  }));
}

export function sitemapXml(entries: readonly Entry[], origin: string): string {
  const listed = entries.filter(({ path, search }) => !isListedElsewhere(search, origin + path));
  const urls = listed.map(({ path, modified, picture }) => {
    const lastmod = modified ? `<lastmod>${escapeXml(modified)}</lastmod>` : "";
    const image = picture
      ? `<image:image><image:loc>${escapeXml(new URL(picture, origin).href)}</image:loc></image:image>`
      : "";
    return `<url><loc>${escapeXml(origin + path)}</loc>${lastmod}${image}</url>`;
  });
  return `${XML_HEAD}<urlset xmlns="${SITEMAP}" xmlns:image="${IMAGES}">\n${urls.join("\n")}\n</urlset>\n`;
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
