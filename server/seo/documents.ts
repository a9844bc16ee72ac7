import { addressOf } from "../../domain/content/addresses.ts";
import type { Content } from "../../domain/content/collections.ts";
import { localeOf, prefixOf } from "../../domain/content/languages.ts";
import type { Page } from "../../domain/content/page-facts.ts";
import { prepareArticle } from "../../domain/posts/article.ts";
import type { Post } from "../../domain/posts/post.ts";
import { slugify } from "../../domain/posts/slug.ts";
import type { PageLanguage } from "../context.ts";
import { originalOf, type PostFilter, type Posts } from "../posts/posts.ts";
import type { Translation } from "../posts/stored-posts.ts";
import { atomFeed, type Feed, jsonFeed, rssFeed } from "./feeds.ts";
import { llmsText, pageMarkdown } from "./markdown.ts";
import { manifest, robotsText, securityText, speculationRules } from "./site-files.ts";
import { findPage, type SitePages } from "./site-pages.ts";
import { POSTS_PER_MAP, sitemapIndexXml, sitemapXml } from "./sitemap.ts";

type DocumentRequest = {
  /** Without the language. */
  readonly path: string;
  /** What the addresses of pages begin with: the origin, and the language if it is not the first. */
  readonly origin: string;
  /** Origin of the stored pictures that posts may show. */
  readonly backend: string;
  readonly posts: Posts;
  readonly content: Content;
  readonly sitePages: SitePages;
  /** The languages that visitors may see. */
  readonly locales: readonly string[];
  /** The page at a path in each of them. */
  readonly languagesOf: (path: string, translations?: readonly Translation[]) => Promise<readonly PageLanguage[]>;
  /** Served as /<key>.txt, by which IndexNow verifies our pings. */
  readonly indexNowKey: string | undefined;
};

type Document = { readonly type: string; readonly body: string };

const FEEDS = {
  xml: { type: "application/rss+xml", write: rssFeed },
  atom: { type: "application/atom+xml", write: atomFeed },
  json: { type: "application/feed+json", write: jsonFeed },
} as const;

const MAX_LISTED_POSTS = 100;
const SITEMAP = /^\/sitemap(?:-(\d{1,4}))?\.xml$/;
const FEED = /^\/feed(?:\/(?:(tag|author)\/)?([\w-]{1,200}))?\.(xml|atom|json)$/;
const MARKDOWN = /^(\/.+)\.md$/;
const SHOWS_POSTS = [SITEMAP, FEED, MARKDOWN, /^\/llms\.txt$/];

/** Such a document is invalidated when a post changes. */
export const documentShowsPosts = (path: string): boolean => SHOWS_POSTS.some((kind) => kind.test(path));

/** Renders feeds, sitemaps, Markdown and other files for machines. They are cached like pages. */
export async function renderDocument(request: DocumentRequest): Promise<Response | undefined> {
  const found = await findDocument(request);
  return found && new Response(found.body, { headers: { "content-type": `${found.type}; charset=utf-8` } });
}

async function findDocument(request: DocumentRequest): Promise<Document | undefined> {
  const { path, origin, posts, content, sitePages } = request;
  if (path === "/edit-links.json")
    return { type: "application/json", body: JSON.stringify(sitePages.editLinks(content)) };
  if (path === "/llms.txt") {
    return text(llmsText(sitePages.list({ content, posts: await posts.latest(MAX_LISTED_POSTS) }), origin, content));
  }
  const map = SITEMAP.exec(path);
  if (map) return writeSitemap(request, map[1]);
  const feed = FEED.exec(path);
  if (feed) return writeFeed(request, feed);
  const markdown = MARKDOWN.exec(path);
  if (markdown) return writeMarkdown(request, markdown[1] ?? "");
  return localeOf(content) ? undefined : findSiteFile(request);
}

/** Those that the site has once, in whatever languages it is. */
function findSiteFile({ path, origin, content, locales, indexNowKey }: DocumentRequest): Document | undefined {
  if (path === "/robots.txt") return text(robotsText(locales.map((locale) => origin + prefixOf(locale))));
  if (path === "/.well-known/security.txt") {
    const languages = locales.map((locale) => locale || content.language);
    return text(securityText(origin, content.contact.email, languages, new Date()));
  }
  if (path === "/site.webmanifest") return { type: "application/manifest+json", body: manifest(content) };
  if (path === "/prerender.json") return { type: "application/speculationrules+json", body: speculationRules };
  return indexNowKey && path === `/${indexNowKey}.txt` ? text(indexNowKey) : undefined;
}

/** Without a number: everything, or an index if there is more than one. Number 0 holds the pages, the others posts. */
async function writeSitemap(request: DocumentRequest, number: string | undefined): Promise<Document | undefined> {
  const { posts, origin, content, sitePages, languagesOf, locales } = request;
  const first = Math.max(0, (Number(number ?? 1) - 1) * POSTS_PER_MAP);
  const { posts: listed, total } = await posts.archive(first, POSTS_PER_MAP);
  const maps = Math.ceil(total / POSTS_PER_MAP);
  if (!number && maps > 1) return xml(sitemapIndexXml(maps, origin));
  if (Number(number) > maps) return undefined;
  const pages = sitePages.list({ content, posts: listed, tags: Number(number) > 0 ? [] : await posts.tags() });
  const hasPosts = Number(number) > 0;
  const shown = number ? pages.filter(({ article }) => (article !== undefined) === hasPosts) : pages;
  if (locales.length < 2) return xml(sitemapXml(shown, origin));
  const translations = await posts.translations(listed);
  const originals = new Map(listed.map((post) => [`/blog/${post.slug}`, originalOf(post)]));
  const linked = async (page: Page) => {
    const of = originals.get(page.path);
    const own = of === undefined ? undefined : translations.filter(({ original }) => original === of);
    return { ...page, languages: await languagesOf(page.path, own) };
  };
  return xml(sitemapXml(await Promise.all(shown.map(linked)), origin));
}

async function writeFeed(request: DocumentRequest, [, kind, name, format]: readonly (string | undefined)[]) {
  const { posts, origin, content } = request;
  const found = name === undefined ? { of: undefined, filter: {} } : await findFeed(request, kind, name);
  if (!found) return undefined;
  const { posts: listed } = await posts.list({ ...found.filter, page: 1 });
  const complete = await Promise.all(listed.map(({ slug }) => findPost(request, slug)));
  const { type, write } = FEEDS[format as keyof typeof FEEDS];
  const feed = {
    siteName: content.identity.name,
    language: content.language,
    about: content["page-blog"].search,
    origin,
    path: ["/feed", kind, name].filter(Boolean).join("/"),
    of: found.of,
    posts: complete.filter((post) => post !== undefined),
  };
  return { type, body: write(feed) };
}

type FoundFeed = { readonly of: NonNullable<Feed["of"]>; readonly filter: PostFilter };

/** The posts of a category, a tag or an author; undefined if there is none of that name. */
async function findFeed(
  { posts, content }: DocumentRequest,
  kind: string | undefined,
  name: string,
): Promise<FoundFeed | undefined> {
  if (kind === "tag") {
    const { tag } = await posts.list({ tag: name, page: 1 });
    return tag === undefined ? undefined : { of: { title: tag, page: `/blog/tag/${name}` }, filter: { tag: name } };
  }
  if (kind === "author") {
    const author = content.authors.find(({ id }) => id === name);
    return author && { of: { title: author.name, page: addressOf("authors", author) }, filter: { author: name } };
  }
  const category = (await posts.categories()).find((candidate) => slugify(candidate) === name);
  if (category === undefined) return undefined;
  return { of: { title: category, page: `/blog?category=${encodeURIComponent(category)}` }, filter: { category } };
}

async function writeMarkdown(request: DocumentRequest, path: string): Promise<Document | undefined> {
  const { content, sitePages, origin } = request;
  const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1];
  const post = slug ? await findPost(request, slug) : undefined;
  const page = findPage(sitePages.list({ content, posts: post ? [post] : [] }), path);
  const body = page && pageMarkdown(page, origin, content.language);
  return body === undefined ? undefined : { type: "text/markdown", body };
}

/** The post with sanitized content. */
async function findPost({ posts, backend }: DocumentRequest, slug: string): Promise<Post | undefined> {
  const lookup = await posts.find(slug);
  if (lookup.outcome !== "found" || lookup.post.slug !== slug) return undefined;
  return { ...lookup.post, content: prepareArticle(lookup.post.content, backend).html };
}

const text = (body: string): Document => ({ type: "text/plain", body });
const xml = (body: string): Document => ({ type: "application/xml", body });
