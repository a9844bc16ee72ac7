import { services } from "../../content/services.ts";
import type { Post } from "../../domain/post.ts";
import { slugify } from "../../domain/slug.ts";
import type { Posts } from "../posts.ts";
import { atomFeed, jsonFeed, POSTS_PER_FEED, rssFeed } from "./feeds.ts";
import { llmsText, postMarkdown, serviceMarkdown } from "./markdown.ts";
import { manifest, robotsText, securityText } from "./site-files.ts";
import { pageEntries, postEntries, POSTS_PER_MAP, sitemapIndexXml, sitemapXml } from "./sitemap.ts";

type DocumentOptions = {
  readonly posts: Posts;
  /** Makes a post's HTML safe to show elsewhere. */
  readonly sanitize: (html: string) => string;
  /** Proves to IndexNow that the pings are ours. */
  readonly indexNowKey: string | undefined;
};

type Document = { readonly type: string; readonly body: string };

const FEEDS = {
  xml: { type: "application/rss+xml", write: rssFeed },
  atom: { type: "application/atom+xml", write: atomFeed },
  json: { type: "application/feed+json", write: jsonFeed },
} as const;

/** What machines ask for instead of pages. It goes the way of a page: rendered once, cached, gone stale with a post. */
export function createDocuments({ posts, sanitize, indexNowKey }: DocumentOptions) {
  async function findDocument(path: string, origin: string): Promise<Document | undefined> {
    if (path === "/robots.txt") return text(robotsText(origin));
    if (path === "/.well-known/security.txt") return text(securityText(origin, new Date()));
    if (path === "/site.webmanifest") return { type: "application/manifest+json", body: manifest() };
    if (path === "/llms.txt") return text(llmsText(await posts.latest(MOST_LISTED), origin));
    if (indexNowKey && path === `/${indexNowKey}.txt`) return text(indexNowKey);
    const map = /^\/sitemap(?:-(\d{1,4}))?\.xml$/.exec(path);
    if (map) return sitemap(map[1], origin);
    const feed = /^\/feed(?:\/([\w-]{1,60}))?\.(xml|atom|json)$/.exec(path);
    if (feed) return writeFeed(feed[1], feed[2] as keyof typeof FEEDS, origin);
    const markdown = /^\/(blog|services)\/([^/]+)\.md$/.exec(path);
    return markdown ? writeMarkdown(markdown[1], markdown[2] ?? "", origin) : undefined;
  }

  /** Number 0 holds the pages, the others a thousand posts each. While one is enough it holds everything. */
  async function sitemap(number: string | undefined, origin: string): Promise<Document | undefined> {
    const first = number ? (Number(number) - 1) * POSTS_PER_MAP : 0;
    const { posts: listed, total } = await posts.archive(Math.max(0, first), POSTS_PER_MAP);
    const maps = Math.ceil(total / POSTS_PER_MAP);
    const pages = pageEntries(listed[0]?.updated ?? listed[0]?.date);
    if (!number && maps <= 1) return xml(sitemapXml([...pages, ...postEntries(listed)], origin));
    if (!number)
      return xml(
        sitemapIndexXml(
          Array.from({ length: maps + 1 }, (_, n) => `/sitemap-${n}.xml`),
          origin,
        ),
      );
    if (Number(number) > maps) return undefined;
    return xml(sitemapXml(number === "0" ? pages : postEntries(listed), origin));
  }

  async function writeFeed(name: string | undefined, ending: keyof typeof FEEDS, origin: string) {
    const category = name && (await posts.categories()).find((known) => slugify(known) === name);
    if (name && !category) return undefined;
    const { posts: listed } = await posts.list({ category: category || undefined, page: 1 });
    const whole = await Promise.all(listed.slice(0, POSTS_PER_FEED).map(({ slug }) => posts.find(slug)));
    const safe = whole.flatMap((post): Post[] => (post ? [{ ...post, content: sanitize(post.content) }] : []));
    const { type, write } = FEEDS[ending];
    const path = name ? `/feed/${name}` : "/feed";
    return { type, body: write({ origin, path, category: category || undefined, posts: safe }) };
  }

  async function writeMarkdown(kind: string | undefined, name: string, origin: string) {
    const service = kind === "services" && services.find(({ id }) => id === name);
    if (service) return { type: "text/markdown", body: serviceMarkdown(service, origin) };
    const post = kind === "blog" ? await posts.find(name) : undefined;
    if (post?.slug !== name) return undefined;
    return { type: "text/markdown", body: postMarkdown({ ...post, content: sanitize(post.content) }, origin) };
  }

  return async (path: string, origin: string): Promise<Response | undefined> => {
    const found = await findDocument(path, origin);
    return found && new Response(found.body, { headers: { "content-type": `${found.type}; charset=utf-8` } });
  };
}

/** Lists for assistants end somewhere. */
const MOST_LISTED = 100;

const text = (body: string): Document => ({ type: "text/plain", body });
const xml = (body: string): Document => ({ type: "application/xml", body });
