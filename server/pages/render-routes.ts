import { data, redirect, redirectDocument, type RequestHandler, RouterContextProvider } from "react-router";
import { type Log, relyingPartyOf } from "../../backend/index.ts";
import { isSiteArea, withQuery } from "../../domain/addresses/redirects.ts";
import type { Content } from "../../domain/content/collections.ts";
import { pathOfEntry } from "../../domain/content/entry-pages.ts";
import { addressIn, lacksTexts, localeOf, placeOf, prefixOf, samePath } from "../../domain/content/languages.ts";
import { dateWordsOf, dayOf, formatDate, formatTime } from "../../domain/dates.ts";
import type { Addresses } from "../addresses/addresses.ts";
import type { Config } from "../config.ts";
import { createReceiveForm, createSendMessage, createSentMessages } from "../contact/messages.ts";
import { type PageLanguage, type RenderedPage, type Site, siteContext } from "../context.ts";
import { designFilesOf } from "../design/design-files.ts";
import type { PostsFor } from "../posts/posts.ts";
import type { Translation } from "../posts/stored-posts.ts";
import { markPreview, type Preview, PREVIEW_HEAD, withPreviewedPost } from "../previews/find-preview.ts";
import { createSearch } from "../search/search.ts";
import { renderDocument } from "../seo/documents.ts";
import { pageHead } from "../seo/page-head.ts";
import { findPage, type SitePages } from "../seo/site-pages.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import { type Answer, serverWords } from "../words.ts";
import { MOTION_PATH, motionScript } from "./inline/motion.ts";
import type { RenderedRoute } from "./page-server.ts";

/** Runs the route of a request; the first parameter is what the addresses of its language begin with. */
export type HandleRoute = (prefix: string, ...request: Parameters<RequestHandler>) => Promise<Response>;

type RenderOptions = {
  readonly handleRoute: HandleRoute;
  readonly config: Config;
  readonly log: Log;
  readonly service: SupabaseClient;
  readonly postsFor: PostsFor;
  /** When the kept posts were known to be current. */
  readonly postsCurrentAt: () => Date | undefined;
  readonly content: (locale?: string) => Content;
  /** The languages that visitors may see. */
  readonly locales: () => readonly string[];
  /** False until the owner's content was read once. */
  readonly isKnown: () => boolean;
  readonly sitePages: SitePages;
  readonly addresses: Pick<Addresses, "find">;
  /** Signs the links in contact receipts. */
  readonly serviceRoleKey: string;
};

type RenderMode = {
  readonly preview?: Preview | undefined;
  /** Whether a page without the database tells of what time it is. */
  readonly isMarked?: boolean;
};

type Shown = Pick<Site, "origin" | "backend" | "content" | "posts" | "asOf"> & { readonly isPreview?: boolean };
type Seen = Pick<Shown, "backend" | "content" | "posts">;
type FindSame = ReturnType<typeof createFindSame>;

/** Renders a request with React Router, whose loaders and actions get the server's services as context. */
export function createRender(options: RenderOptions) {
  const { config, log, postsFor, sitePages } = options;
  const findSame = createFindSame(options);
  const runRoute = createRunRoute(options, findSame);

  async function renderPreview(preview: Preview, search: string, shown: Omit<Shown, "content">): Promise<Response> {
    const site = { ...shown, content: preview.content, posts: withPreviewedPost(shown.posts, preview) };
    const prefix = prefixOf(localeOf(preview.content));
    const run = (path: string) =>
      runRoute(new Request(shown.origin + prefix + path + search, { headers: { accept: "text/html" } }), site);
    const path = await preview.pathIn(shown.posts);
    let { response } = await run(path);
    // A new entry that does not fit has no page yet; the list that it will be in does.
    if (response.status === 404) ({ response } = await run(path.replace(/\/[^/]*$/, "") || "/"));
    return markPreview(response, preview);
  }

  return async (request: Request, origin: string, { preview, isMarked }: RenderMode = {}): Promise<RenderedRoute> => {
    const { pathname, search } = new URL(request.url);
    if (pathname === MOTION_PATH)
      return { response: motionScript(options.content().facts.numbers === "on"), isComplete: true };
    if (!options.isKnown()) return { response: unavailable("noContent", options.content()), isComplete: false };
    let isComplete = true;
    const onOutage = (error: unknown) => {
      isComplete = false;
      log.error("posts unreachable", { error });
    };
    const backend = config.supabaseUrl ?? origin;
    const { locale, path } = preview
      ? { locale: localeOf(preview.content), path: "" }
      : placeOf(pathname, options.locales());
    const posts = postsFor(backend, onOutage, locale);
    if (preview) {
      const response = await renderPreview(preview, search, { origin, backend, posts, isPreview: true });
      return { response, isComplete, head: () => PREVIEW_HEAD };
    }
    // One snapshot for the whole page, its title and its structured data.
    const content = options.content(locale);
    const wanted = {
      path,
      origin: origin + prefixOf(locale),
      backend,
      posts,
      content,
      sitePages,
      locales: options.locales(),
      languagesOf: (of: string, known?: readonly Translation[]) => findSame(of, { backend, content, posts }, known),
      indexNowKey: config.indexNowKey,
    };
    const document = await renderDocument(wanted).catch((error: unknown) => {
      if (isComplete) throw error;
    });
    // A partial feed or sitemap would tell its readers that posts were deleted.
    if (!isComplete) return { response: unavailable("noPosts", content), isComplete };
    if (document) return { response: document, isComplete };
    let { response, page } = await runRoute(request, { origin, backend, content, posts });
    const asOf = timeOf(options.postsCurrentAt(), content);
    // Rendered once more instead of changed, so that it hydrates.
    if (!isComplete && isMarked && response.status === 200 && asOf) {
      ({ response, page } = await runRoute(request, {
        origin,
        backend,
        content,
        posts: postsFor(backend, undefined, locale),
        asOf,
      }));
    }
    const languages = response.status === 200 ? await findSame(path, { backend, content, posts }) : [];
    const head = (canonical: string) =>
      pageHead({ ...page, path, listPages: sitePages.list, canonical, origin, content, languages });
    return { response, isComplete, head };
  };
}

/** Runs a page's route; its loaders and actions find the services in the context. */
function createRunRoute(options: RenderOptions, findSame: FindSame) {
  const { handleRoute, config, log, service, sitePages } = options;
  const sendMessage = createSendMessage(service, log);
  const sentMessages = createSentMessages(service, options.serviceRoleKey);
  const findRedirect = createFindRedirect(options, findSame);

  return async (request: Request, { isPreview, ...shown }: Shown) => {
    const context = new RouterContextProvider();
    const page: RenderedPage = {};
    const { content } = shown;
    const prefix = prefixOf(localeOf(content));
    context.set(siteContext, {
      ...shown,
      language: content.language,
      site: shown.origin + prefix,
      content: isPreview ? content : withoutMissing(content),
      languages: async (path) => (isPreview ? [] : await findSame(path, shown)),
      designFiles: designFilesOf(content.design),
      search: createSearch(shown.posts, (posts) => sitePages.list({ content, posts })),
      listPages: () => sitePages.list({ content }),
      findRedirect: async (url) => (isPreview ? undefined : findRedirect(url, shown)),
      receiveForm: createReceiveForm(sendMessage, shown),
      sentMessages,
      messageRetentionDays: config.messageRetentionDays,
      signIn: signInFacts(config, content),
      page,
      report: (error) => log.error("failed", { error }),
    });
    return { response: await handleRoute(prefix, request, context), page };
  };
}

/** A loader that reads texts which are not translated finds no page; header and footer are there nevertheless. */
function withoutMissing(content: Content): Content {
  if (content.missing.length === 0) return content;
  const shown = { ...content };
  for (const name of content.missing) {
    if (pathOfEntry(name) !== "/") Object.defineProperty(shown, name, { get: failAsMissing, enumerable: false });
  }
  return shown;
}

function failAsMissing(): never {
  throw data(null, { status: 404 });
}

/** Screens and search are there in each language, and in no list of pages for search engines. */
const isEverywhere = (path: string) => /^\/(?:auth|account|search|messages)(?:\/|$)/.test(path);

/** The same page in each language that visitors may see; nothing on a site in one language. */
function createFindSame({ content, locales, postsFor, sitePages }: RenderOptions) {
  return async (path: string, { backend, content: own, posts }: Seen, known?: readonly Translation[]) => {
    const all = locales();
    if (all.length < 2) return [];
    const [, slug] = /^\/blog\/([^/]+)$/.exec(path) ?? [];
    const found = slug && !known ? await posts.find(slug) : undefined;
    const translations = found?.outcome === "found" ? await posts.translations([found.post]) : known;

    async function pathIn(locale: string, shown: Content): Promise<string | undefined> {
      if (slug && lacksTexts(shown, "/blog/:post")) return undefined;
      if (translations) {
        const same = translations.find((each) => each.locale === locale);
        return same && `/blog/${same.slug}`;
      }
      // A post that is not there may be there in another language.
      const other = slug ? await postsFor(backend, () => {}, locale).find(slug) : undefined;
      if (other?.outcome === "found") return `/blog/${other.post.slug}`;
      const same = samePath(path, own, shown);
      if (same === undefined || isEverywhere(same)) return same;
      return findPage(sitePages.list({ content: shown }), same)?.path;
    }

    const places = all.map(async (locale) => {
      const shown = content(locale);
      return { tag: shown.language, locale, path: await pathIn(locale, shown) };
    });
    return (await Promise.all(places)).filter((place): place is PageLanguage => place.path !== undefined);
  };
}

/** Where an address without a page leads, of the pages and posts as they are shown now. */
function createFindRedirect(options: RenderOptions, findSame: FindSame) {
  const { addresses, sitePages, content: contentIn, locales, postsFor } = options;

  async function isPage(path: string, { content, posts }: Shown): Promise<boolean> {
    if (isSiteArea(path) || findPage(sitePages.list({ content }), path)) return true;
    const [, slug] = /^\/blog\/([^/]+)$/.exec(path) ?? [];
    const found = slug ? await posts.find(slug) : undefined;
    return found?.outcome === "found" && found.post.slug === slug;
  }

  return async ({ pathname, search }: URL, shown: Shown) => {
    const { locale, path: asked } = placeOf(pathname, locales());
    if (isSiteArea(asked)) return undefined;
    const lead = await addresses.find(pathname, (path) => {
      const place = placeOf(path, locales());
      return place.locale === locale
        ? isPage(place.path, shown)
        : findPage(sitePages.list({ content: contentIn(place.locale) }), place.path) !== undefined;
    });
    if (lead) {
      const target = withQuery(lead.target, search);
      if (!target.startsWith("/") || locales().length < 2) return redirect(target, lead.status);
      // The router adds its language to paths, but not in a middleware, and does not know the pages of others.
      const to = placeOf(target, locales()).locale === locale ? redirect : redirectDocument;
      return to(shown.origin + target, lead.status);
    }
    // A link of the original that a translation has taken over.
    const original = { ...shown, content: contentIn(), posts: postsFor(shown.backend, () => {}) };
    const same = locale ? (await findSame(asked, original)).find((each) => each.locale === locale) : undefined;
    return same && same.path !== asked ? redirect(withQuery(shown.origin + addressIn(same), search), 302) : undefined;
  };
}

/** "10:42", with the date if it is another day. */
function timeOf(instant: Date | undefined, content: Content): string | undefined {
  if (!instant) return undefined;
  const { timeZone } = content.contact;
  const at = instant.toISOString();
  const isToday = dayOf(at, timeZone) === dayOf(new Date().toISOString(), timeZone);
  return [!isToday && formatDate(at, timeZone, dateWordsOf(content)), formatTime(at, timeZone)]
    .filter(Boolean)
    .join(", ");
}

function signInFacts({ auth, supabaseUrl, siteUrl }: Config, { facts }: Content): Site["signIn"] {
  return {
    providers: auth.providers.map(({ id }) => id),
    hasSso: auth.saml,
    isSignUpOpen: auth.signUps && facts.signUp === "open",
    // Without SITE_URL passkeys work on this machine only.
    passkeyHost: supabaseUrl ? null : (relyingPartyOf(siteUrl ?? "http://localhost")?.id ?? null),
  };
}

function unavailable(answer: Answer, { language }: Content): Response {
  return new Response(`${serverWords(language).answers[answer]}\n`, {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
