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

/** What the three formats tell. */
function describe({ siteName, about, origin, of, posts }: Feed) {
  const items = posts.map((post) => {
    const url = `${origin}/blog/${post.slug}`;
    return {
      ...post,
      url,
      // The slug may change; the id stays and redirects to it.
      permalink: `${origin}/blog/${post.id}`,
      html: toHtml(absoluteArticle(post.content, url)),
      published: instantOf(post.publishedAt ?? post.date),
      changed: instantOf(lastChangeOf(post)),
      // Atom requires an author name.
      by: post.author.name || siteName,
      categories: [...new Set([post.category, ...post.tags])].filter(Boolean),
    };
  });
  return {
    title: [siteName, about.title, of?.title].filter(Boolean).join(", "),
    page: origin + (of?.page ?? "/blog"),
    changed: new Date(Math.max(0, ...items.map(({ changed }) => changed.getTime()))),
    items,
  };
}

export function rssFeed(feed: Feed): string {
  const { origin, path } = feed;
  const { title, page, changed, items } = describe(feed);
  const written = items.map((item) =>
    [
      `<item><title>${escapeXml(item.title)}</title><link>${escapeXml(item.url)}</link>`,
      `<guid isPermaLink="true">${escapeXml(item.permalink)}</guid>`,
      `<pubDate>${item.published.toUTCString()}</pubDate><dc:creator>${escapeXml(item.author.name)}</dc:creator>`,
      ...item.categories.map((category) => `<category>${escapeXml(category)}</category>`),
      `<description>${escapeXml(item.excerpt)}</description>`,
      `<content:encoded>${escapeXml(item.html)}</content:encoded></item>`,
    ].join(""),
  );
  return [
    `${XML_HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"`,
    ` xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>\n`,
    `<title>${escapeXml(title)}</title><link>${escapeXml(page)}</link>`,
    `<description>${escapeXml(feed.about.description)}</description><language>${escapeXml(feed.language)}</language>`,
    `<lastBuildDate>${changed.toUTCString()}</lastBuildDate>`,
    `<atom:link href="${escapeXml(`${origin}${path}.xml`)}" rel="self" type="application/rss+xml"/>\n`,
    `${written.join("\n")}\n</channel></rss>\n`,
  ].join("");
}

export function atomFeed(feed: Feed): string {
  const { siteName, origin, path } = feed;
  const { title, page, changed, items } = describe(feed);
  const written = items.map((item) =>
    [
      `<entry><title>${escapeXml(item.title)}</title><link href="${escapeXml(item.url)}"/>`,
      `<id>${escapeXml(item.permalink)}</id>`,
      `<published>${item.published.toISOString()}</published><updated>${item.changed.toISOString()}</updated>`,
      `<author><name>${escapeXml(item.by)}</name></author>`,
      ...item.categories.map((category) => `<category term="${escapeXml(category)}"/>`),
      `<summary>${escapeXml(item.excerpt)}</summary>`,
      `<content type="html">${escapeXml(item.html)}</content></entry>`,
    ].join(""),
  );
  const self = escapeXml(`${origin}${path}.atom`);
  return [
    `${XML_HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}">\n<title>${escapeXml(title)}</title><id>${self}</id>`,
    `<link rel="self" type="application/atom+xml" href="${self}"/><link href="${escapeXml(page)}"/>`,
    `<updated>${changed.toISOString()}</updated><author><name>${escapeXml(siteName)}</name></author>\n`,
    `${written.join("\n")}\n</feed>\n`,
  ].join("");
}

export function jsonFeed(feed: Feed): string {
  const { language, origin, path } = feed;
  const { title, page, items } = describe(feed);
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    description: feed.about.description,
    home_page_url: page,
    feed_url: `${origin}${path}.json`,
    language,
    items: items.map((item) => ({
      id: item.permalink,
      url: item.url,
      title: item.title,
      summary: item.excerpt,
      content_html: item.html,
      image: new URL(widestPicture(item.image), origin).href,
      date_published: item.published.toISOString(),
      date_modified: item.changed.toISOString(),
      authors: [{ name: item.by }],
      tags: item.categories,
    })),
  });
}
