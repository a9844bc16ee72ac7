import { toHtml } from "hast-util-to-html";
import { instantOf } from "../../domain/dates.ts";
import { widestPicture } from "../../domain/picture.ts";
import { lastChangeOf, type Post } from "../../domain/posts/post.ts";
import { absoluteArticle } from "./absolute-article.ts";
import { escapeXml, XML_HEAD } from "./xml.ts";

export type Feed = {
  readonly siteName: string;
  /** The language tag of the site. */
  readonly language: string;
  /** The blog, as its page describes itself. */
  readonly about: { readonly title: string; readonly description: string };
  readonly origin: string;
  /** Path without extension: "/feed" or "/feed/design". */
  readonly path: string;
  /** The category, tag or author whose posts these are, and the page that lists them. */
  readonly of?: { readonly title: string; readonly page: string } | undefined;
  /** Newest first, with sanitized content. */
  readonly posts: readonly Post[];
};

export function rssFeed(feed: Feed): string {
  const { origin, path, posts } = feed;
  const items = posts.map((post) => {
    const address = escapeXml(postUrl(post, origin));
    return [
      `<item><title>${escapeXml(post.title)}</title><link>${address}</link>`,
      `<guid isPermaLink="true">${escapeXml(permalinkOf(post, origin))}</guid>`,
      `<pubDate>${publicationOf(post).toUTCString()}</pubDate><dc:creator>${escapeXml(post.author.name)}</dc:creator>`,
      ...categoriesOf(post).map((category) => `<category>${escapeXml(category)}</category>`),
      `<description>${escapeXml(post.excerpt)}</description>`,
      `<content:encoded>${escapeXml(contentOf(post, origin))}</content:encoded></item>`,
    ].join("");
  });
  return [
    `${XML_HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"`,
    ` xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>\n`,
    `<title>${escapeXml(titleOf(feed))}</title><link>${escapeXml(pageOf(feed))}</link>`,
    `<description>${escapeXml(feed.about.description)}</description><language>${escapeXml(feed.language)}</language>`,
    `<lastBuildDate>${newestOf(posts).toUTCString()}</lastBuildDate>`,
    `<atom:link href="${escapeXml(`${origin}${path}.xml`)}" rel="self" type="application/rss+xml"/>\n`,
    `${items.join("\n")}\n</channel></rss>\n`,
  ].join("");
}

export function atomFeed(feed: Feed): string {
  const { siteName, origin, path, posts } = feed;
  const entries = posts.map((post) => {
    const address = escapeXml(postUrl(post, origin));
    const published = publicationOf(post).toISOString();
    const updated = instantOf(lastChangeOf(post)).toISOString();
    return [
      `<entry><title>${escapeXml(post.title)}</title><link href="${address}"/>`,
      `<id>${escapeXml(permalinkOf(post, origin))}</id>`,
      `<published>${published}</published><updated>${updated}</updated>`,
      `<author><name>${escapeXml(authorOf(post, siteName))}</name></author>`,
      ...categoriesOf(post).map((category) => `<category term="${escapeXml(category)}"/>`),
      `<summary>${escapeXml(post.excerpt)}</summary>`,
      `<content type="html">${escapeXml(contentOf(post, origin))}</content></entry>`,
    ].join("");
  });
  const self = escapeXml(`${origin}${path}.atom`);
  return [
    `${XML_HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}">\n<title>${escapeXml(titleOf(feed))}</title><id>${self}</id>`,
    `<link rel="self" type="application/atom+xml" href="${self}"/><link href="${escapeXml(pageOf(feed))}"/>`,
    `<updated>${newestOf(posts).toISOString()}</updated><author><name>${escapeXml(siteName)}</name></author>\n`,
    `${entries.join("\n")}\n</feed>\n`,
  ].join("");
}

export function jsonFeed(feed: Feed): string {
  const { siteName, language, origin, path, posts } = feed;
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: titleOf(feed),
    description: feed.about.description,
    home_page_url: pageOf(feed),
    feed_url: `${origin}${path}.json`,
    language,
    items: posts.map((post) => ({
      id: permalinkOf(post, origin),
      url: postUrl(post, origin),
      title: post.title,
      summary: post.excerpt,
      content_html: contentOf(post, origin),
      image: new URL(widestPicture(post.image), origin).href,
      date_published: publicationOf(post).toISOString(),
      date_modified: instantOf(lastChangeOf(post)).toISOString(),
      authors: [{ name: authorOf(post, siteName) }],
      tags: categoriesOf(post),
    })),
  });
}

function titleOf({ siteName, about, of }: Feed): string {
  return [siteName, about.title, of?.title].filter(Boolean).join(", ");
}

function pageOf({ origin, of }: Feed): string {
  return origin + (of?.page ?? "/blog");
}

function postUrl({ slug }: Post, origin: string): string {
  return `${origin}/blog/${slug}`;
}

function contentOf(post: Post, origin: string): string {
  return toHtml(absoluteArticle(post.content, postUrl(post, origin)));
}

/** The slug may change; the id stays and redirects to it. */
function permalinkOf({ id }: Post, origin: string): string {
  return `${origin}/blog/${id}`;
}

/** Atom requires an author name. */
function authorOf({ author }: Post, siteName: string): string {
  return author.name || siteName;
}

function categoriesOf({ category, tags }: Post): string[] {
  return [...new Set([category, ...tags])].filter(Boolean);
}

function publicationOf({ publishedAt, date }: Post): Date {
  return instantOf(publishedAt ?? date);
}

function newestOf(posts: readonly Post[]): Date {
  const instants = posts.map((post) => instantOf(lastChangeOf(post)).getTime());
  return new Date(Math.max(0, ...instants));
}
