import type { SupabaseClient } from "@supabase/supabase-js";
import { type RequestHandler, RouterContextProvider } from "react-router";
import { posts as shippedPosts } from "../content/posts.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-address.ts";
import type { Config } from "./config.ts";
import { siteContext } from "./context.ts";
import { type Log, loggedPath } from "./log.ts";
import type { RenderedRoute } from "./pages/page-server.ts";
import { createPosts } from "./posts/posts.ts";
import { createShippedPosts } from "./posts/shipped-posts.ts";
import { createStoredPosts } from "./posts/stored-posts.ts";
import { createSearch } from "./search.ts";
import { createSendMessage } from "./send-message.ts";
import { createSentMessages } from "./sent-messages.ts";

type RenderOptions = {
  readonly answerRoute: RequestHandler;
  readonly config: Config;
  readonly log: Log;
  /** supabase-js with the service key, whoever serves the protocol. */
  readonly service: SupabaseClient;
  /** supabase-js with the public key: how pages read what everybody may. */
  readonly reader: SupabaseClient;
  /** Signs the links in receipts. */
  readonly serviceRoleKey: string;
};

/** Has the router answer a request, and gives its loaders and actions what they may ask of the server. */
export function createRender({ answerRoute, config, log, service, reader, serviceRoleKey }: RenderOptions) {
  const shipped = createShippedPosts(shippedPosts);
  const searchWith = createSearch();
  const sendMessage = createSendMessage(service, (error) => log.warn("message refused", { error }));
  const sentMessages = createSentMessages(service, serviceRoleKey);
  const { messageRetentionDays } = config;

  return async (request: Request, origin: string): Promise<RenderedRoute> => {
    const path = loggedPath(new URL(request.url).pathname);
    let isWhole = true;
    const onOutage = (error: unknown) => {
      isWhole = false;
      log.error("posts unreachable", { path, error });
    };
    const backend = config.supabaseUrl ?? origin;
    const posts = createPosts({ shipped, stored: createStoredPosts(reader, backend), onOutage });
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
    return { response, isWhole };
  };
}
