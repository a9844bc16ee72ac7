import type { SupabaseClient } from "@supabase/supabase-js";
import { type RequestHandler, RouterContextProvider } from "react-router";
import type { Config } from "../config.ts";
import { createSendMessage } from "../contact/send-message.ts";
import { createSentMessages } from "../contact/sent-messages.ts";
import { siteContext } from "../context.ts";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address.ts";
import { type Log, loggedPath } from "../log.ts";
import type { Posts, PostsFor } from "../posts/posts.ts";
import { createSearch } from "../search/search.ts";
import { answerDocument } from "../seo/documents.ts";
import { pageHead } from "../seo/page-head.ts";
import type { RenderedRoute } from "./page-server.ts";

type RenderOptions = {
  readonly answerRoute: RequestHandler;
  readonly config: Config;
  readonly log: Log;
  /** supabase-js with the service key, whoever serves the protocol. */
  readonly service: SupabaseClient;
  readonly postsFor: PostsFor;
  /** Signs the links in receipts. */
  readonly serviceRoleKey: string;
};

/** Has the router answer a request, and gives its loaders and actions what they may ask of the server. */
export function createRender({ answerRoute, config, log, service, postsFor, serviceRoleKey }: RenderOptions) {
  const searchWith = createSearch();
  const sendMessage = createSendMessage(service, (error) => log.warn("message refused", { error }));
  const sentMessages = createSentMessages(service, serviceRoleKey);
  const { messageRetentionDays } = config;

  return async (request: Request, origin: string): Promise<RenderedRoute> => {
    const { pathname } = new URL(request.url);
    const path = loggedPath(pathname);
    let isComplete = true;
    const onOutage = (error: unknown) => {
      isComplete = false;
      log.error("posts unreachable", { path, error });
    };
    const backend = config.supabaseUrl ?? origin;
    const posts = postsFor(backend, onOutage);
    const document = await answerDocument({ path: pathname, origin, backend, posts, indexNowKey: config.indexNowKey });
    // Half a list would pass for the whole one, and what cannot be read for what is gone.
    if (!isComplete) return { response: unreadable(), isComplete };
    if (document) return { response: document, isComplete };
    const context = new RouterContextProvider();
    context.set(siteContext, {
      origin,
      backend,
      posts,
      search: searchWith(posts),
      sendMessage,
      sentMessages,
      messageRetentionDays,
      visitorAddress: request.headers.get(CLIENT_ADDRESS_HEADER) ?? "",
      report: (error) => log.error("failed", { path, error }),
    });
    const response = await answerRoute(request, context);
    const post = response.status === 200 ? await findPostOfPage(posts, pathname) : undefined;
    const head = (html: string, canonical: string) => pageHead({ html, path: pathname, canonical, origin, post });
    return { response, isComplete, head };
  };
}

function unreadable(): Response {
  return new Response("The posts cannot be read just now. Please try again.\n", {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

async function findPostOfPage(posts: Posts, path: string) {
  const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1];
  const finding = slug ? await posts.find(slug) : undefined;
  return finding?.outcome === "found" ? finding.post : undefined;
}
