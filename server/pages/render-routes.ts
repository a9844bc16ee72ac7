import { type RequestHandler, RouterContextProvider } from "react-router";
import type { Content } from "../../domain/content/collections.ts";
import type { DatabaseClient } from "../backend/clients.ts";
import type { Config } from "../config.ts";
import { createSendMessage } from "../contact/send-message.ts";
import { createSentMessages } from "../contact/sent-messages.ts";
import { type PageFacts, type Site, siteContext } from "../context.ts";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address.ts";
import { type Log, loggedPath } from "../log.ts";
import type { PostsFor } from "../posts/posts.ts";
import type { Preview } from "../previews/find-preview.ts";
import { markPreview, PREVIEW_HEAD, withPreviewedPost } from "../previews/preview-page.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { createSearch } from "../search/search.ts";
import { renderDocument } from "../seo/documents.ts";
import { pageHead } from "../seo/page-head.ts";
import { MOTION_PATH, motionScript } from "./inline/motion/motion.ts";
import type { RenderedRoute } from "./page-server.ts";

type RenderOptions = {
  readonly handleRoute: RequestHandler;
  readonly config: Config;
  readonly log: Log;
  /** supabase-js with the service key. */
  readonly service: DatabaseClient;
  readonly postsFor: PostsFor;
  readonly content: () => Content;
  /** Signs the links in contact receipts. */
  readonly serviceRoleKey: string;
};

/** Renders a request with React Router, whose loaders and actions get the server's services as context. */
export function createRender(options: RenderOptions) {
  const { handleRoute, config, log, service, postsFor, serviceRoleKey } = options;
  const sendMessage = createSendMessage(service, log);
  const sentMessages = createSentMessages(service, serviceRoleKey);
  const { messageRetentionDays, auth } = config;
  const signIn = {
    providers: auth.providers.map(({ id }) => id),
    hasSso: auth.saml,
    isSignUpOpen: auth.signUps,
    // Without SITE_URL passkeys work on this machine only.
    passkeyHost: config.supabaseUrl ? null : (relyingPartyOf(config.siteUrl ?? "http://localhost")?.id ?? null),
  };

  /** Runs a page's route; its loaders and actions find the services in the context. */
  async function runRoute(request: Request, shown: Pick<Site, "origin" | "backend" | "content" | "posts">) {
    const path = loggedPath(new URL(request.url).pathname);
    const context = new RouterContextProvider();
    const page: PageFacts = {};
    context.set(siteContext, {
      ...shown,
      search: createSearch(shown.posts, shown.content),
      sendMessage,
      sentMessages,
      messageRetentionDays,
      signIn,
      page,
      visitorAddress: request.headers.get(CLIENT_ADDRESS_HEADER) ?? "",
      report: (error) => log.error("failed", { path, error }),
    });
    return { response: await handleRoute(request, context), page };
  }

  async function renderPreview(
    preview: Preview,
    search: string,
    shown: Pick<Site, "origin" | "backend" | "posts">,
  ): Promise<Response> {
    const site = { ...shown, content: preview.content, posts: withPreviewedPost(shown.posts, preview) };
    const run = (path: string) =>
      runRoute(new Request(shown.origin + path + search, { headers: { accept: "text/html" } }), site);
    const path = await preview.pathIn(shown.posts);
    const { response } = await run(path);
    // A new entry that does not fit has no page yet; the list that it will be in does.
    const listed = response.status === 404 ? (await run(path.replace(/\/[^/]*$/, "") || "/")).response : response;
    return markPreview(listed, preview);
  }

  return async (request: Request, origin: string, preview?: Preview): Promise<RenderedRoute> => {
    const { pathname, search } = new URL(request.url);
    if (pathname === MOTION_PATH) return { response: motionScript(), isComplete: true };
    let isComplete = true;
    const onOutage = (error: unknown) => {
      isComplete = false;
      log.error("posts unreachable", { path: loggedPath(pathname), error });
    };
    const backend = config.supabaseUrl ?? origin;
    const posts = postsFor(backend, onOutage);
    if (preview) {
      const response = await renderPreview(preview, search, { origin, backend, posts });
      return { response, isComplete, head: () => PREVIEW_HEAD };
    }
    // One snapshot for the whole page, its title and its structured data.
    const content = options.content();
    const { indexNowKey } = config;
    const document = await renderDocument({ path: pathname, origin, backend, posts, content, indexNowKey });
    // A partial feed or sitemap would tell its readers that posts were deleted.
    if (!isComplete) return { response: postsUnavailable(), isComplete };
    if (document) return { response: document, isComplete };
    const { response, page } = await runRoute(request, { origin, backend, content, posts });
    const head = (canonical: string) => pageHead({ ...page, path: pathname, canonical, origin, content });
    return { response, isComplete, head };
  };
}

function postsUnavailable(): Response {
  return new Response("The posts cannot be read just now. Please try again.\n", {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
