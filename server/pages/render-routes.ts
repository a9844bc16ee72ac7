import { type RequestHandler, RouterContextProvider } from "react-router";
import { type Log, relyingPartyOf } from "../../backend/index.ts";
import { isSiteArea, withQuery } from "../../domain/addresses/redirects.ts";
import type { Content } from "../../domain/content/collections.ts";
import { dateWordsOf, dayOf, formatDate, formatTime } from "../../domain/dates.ts";
import type { Addresses } from "../addresses/addresses.ts";
import type { Config } from "../config.ts";
import { createReceiveForm, createSendMessage, createSentMessages } from "../contact/messages.ts";
import { type RenderedPage, type Site, siteContext } from "../context.ts";
import { designFilesOf } from "../design/design-files.ts";
import type { PostsFor } from "../posts/posts.ts";
import { markPreview, type Preview, PREVIEW_HEAD, withPreviewedPost } from "../previews/find-preview.ts";
import { createSearch } from "../search/search.ts";
import { renderDocument } from "../seo/documents.ts";
import { pageHead } from "../seo/page-head.ts";
import { findPage, type SitePages } from "../seo/site-pages.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import { MOTION_PATH, motionScript } from "./inline/motion.ts";
import type { RenderedRoute } from "./page-server.ts";

type RenderOptions = {
  readonly handleRoute: RequestHandler;
  readonly config: Config;
  readonly log: Log;
  /** supabase-js with the service key. */
  readonly service: SupabaseClient;
  readonly postsFor: PostsFor;
  /** When the kept posts were known to be current. */
  readonly postsCurrentAt: () => Date | undefined;
  readonly content: () => Content;
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

/** Renders a request with React Router, whose loaders and actions get the server's services as context. */
export function createRender(options: RenderOptions) {
  const { handleRoute, config, log, service, postsFor, sitePages } = options;
  const sendMessage = createSendMessage(service, log);
  const sentMessages = createSentMessages(service, options.serviceRoleKey);
  const findRedirect = createFindRedirect(options);

  /** Runs a page's route; its loaders and actions find the services in the context. */
  async function runRoute(request: Request, { isPreview, ...shown }: Shown) {
    const context = new RouterContextProvider();
    const page: RenderedPage = {};
    context.set(siteContext, {
      ...shown,
      designFiles: designFilesOf(shown.content.design),
      search: createSearch(shown.posts, (posts) => sitePages.list({ content: shown.content, posts })),
      listPages: () => sitePages.list({ content: shown.content }),
      findRedirect: async (url) => (isPreview ? undefined : findRedirect(url, shown)),
      receiveForm: createReceiveForm(sendMessage, shown),
      sentMessages,
      messageRetentionDays: config.messageRetentionDays,
      signIn: signInFacts(config, shown.content),
      page,
      report: (error) => log.error("failed", { error }),
    });
    return { response: await handleRoute(request, context), page };
  }

  async function renderPreview(preview: Preview, search: string, shown: Omit<Shown, "content">): Promise<Response> {
    const site = { ...shown, content: preview.content, posts: withPreviewedPost(shown.posts, preview) };
    const run = (path: string) =>
      runRoute(new Request(shown.origin + path + search, { headers: { accept: "text/html" } }), site);
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
    if (!options.isKnown()) return { response: unavailable("content"), isComplete: false };
    let isComplete = true;
    const onOutage = (error: unknown) => {
      isComplete = false;
      log.error("posts unreachable", { error });
    };
    const backend = config.supabaseUrl ?? origin;
    const posts = postsFor(backend, onOutage);
    if (preview) {
      const response = await renderPreview(preview, search, { origin, backend, posts, isPreview: true });
      return { response, isComplete, head: () => PREVIEW_HEAD };
    }
    // One snapshot for the whole page, its title and its structured data.
    const content = options.content();
    const wanted = { path: pathname, origin, backend, posts, content, sitePages, indexNowKey: config.indexNowKey };
    const document = await renderDocument(wanted).catch((error: unknown) => {
      if (isComplete) throw error;
    });
    // A partial feed or sitemap would tell its readers that posts were deleted.
    if (!isComplete) return { response: unavailable("posts"), isComplete };
    if (document) return { response: document, isComplete };
    let { response, page } = await runRoute(request, { origin, backend, content, posts });
    const asOf = timeOf(options.postsCurrentAt(), content);
    // Rendered once more instead of changed, so that it hydrates.
    if (!isComplete && isMarked && response.status === 200 && asOf) {
      ({ response, page } = await runRoute(request, { origin, backend, content, posts: postsFor(backend), asOf }));
    }
    const head = (canonical: string) =>
      pageHead({ ...page, path: pathname, listPages: sitePages.list, canonical, origin, content });
    return { response, isComplete, head };
  };
}

/** Where an address without a page leads, of the pages and posts as they are shown now. */
function createFindRedirect({ addresses, sitePages }: Pick<RenderOptions, "addresses" | "sitePages">) {
  async function isPage(path: string, { content, posts }: Shown): Promise<boolean> {
    if (isSiteArea(path) || findPage(sitePages.list({ content }), path)) return true;
    const [, slug] = /^\/blog\/([^/]+)$/.exec(path) ?? [];
    const found = slug ? await posts.find(slug) : undefined;
    return found?.outcome === "found" && found.post.slug === slug;
  }

  return async ({ pathname, search }: URL, shown: Shown) => {
    if (isSiteArea(pathname)) return undefined;
    const lead = await addresses.find(pathname, (path) => isPage(path, shown));
    return lead && { location: withQuery(lead.target, search), status: lead.status };
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

function unavailable(what: "content" | "posts"): Response {
  return new Response(`The ${what} of this site cannot be read just now. Please try again.\n`, {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
