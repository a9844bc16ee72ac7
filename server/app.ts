import { readdirSync, readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { SupabaseClient } from "@supabase/supabase-js";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createRequestHandler, RouterContextProvider, type RouteObject } from "react-router";
import * as build from "virtual:react-router/server-build";
import { posts as shippedPosts } from "../content/posts.ts";
import type { Backend } from "./backend/start-backend.ts";
import { CLIENT_ADDRESS_HEADER, passOnClientAddress } from "./client-address.ts";
import type { Config } from "./config.ts";
import { siteContext } from "./context.ts";
import { createListener } from "./listener.ts";
import { type Log, loggedPath } from "./log.ts";
import { createMailState } from "./mail/mail-state.ts";
import { createPageServer } from "./pages/page-server.ts";
import { createStaticFiles } from "./pages/static-files.ts";
import { createPosts } from "./posts.ts";
import { createSearch } from "./search.ts";
import { createSendMessage } from "./send-message.ts";
import { createSentMessages } from "./sent-messages.ts";

type AppOptions = {
  readonly config: Config;
  readonly log: Log;
  /** Folder of the built client; undefined in development, where Vite serves it. */
  readonly clientFolder: string | undefined;
  /** Undefined where Supabase serves the protocol. */
  readonly backend: Pick<Backend, "fetch" | "isReady"> | undefined;
  /** supabase-js with the service key, whoever serves the protocol. */
  readonly service: SupabaseClient;
  /** The key that the browser presents. */
  readonly anonKey: string;
  /** Signs the links in receipts. */
  readonly serviceRoleKey: string;
  readonly isStopping: () => boolean;
};

export type App = {
  readonly listener: RequestListener;
  /** Something that pages show has changed. */
  readonly invalidatePages: () => void;
};

const LARGEST_FORM_BYTES = 64 * 1024;

/** Puts the parts together: static files, pages, and what answers per request. */
export function createApp(options: AppOptions): App {
  const { config, log, clientFolder, backend, service, anonKey, serviceRoleKey, isStopping } = options;
  const { siteUrl, supabaseUrl, trustedProxies, messageRetentionDays } = config;
  const posts = createPosts(shippedPosts);
  const search = createSearch(posts);
  const sendMessage = createSendMessage(service, (error) => log.warn("message refused", { error }));
  const sentMessages = createSentMessages(service, serviceRoleKey);
  const readMailState = createMailState(service, config.mailAlertMinutes);
  const answerRoute = createRequestHandler(build, clientFolder ? "production" : "development");

  function render(request: Request, origin: string): Promise<Response> {
    const report = (error: unknown) => log.error("failed", { path: loggedPath(new URL(request.url).pathname), error });
    const context = new RouterContextProvider();
    const visitorAddress = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "";
    const contact = { sendMessage, visitorAddress, sentMessages, messageRetentionDays };
    context.set(siteContext, { origin, posts, search, report, ...contact });
    return answerRoute(request, context);
  }

  const pages = createPageServer({
    routes: routeTree(),
    render,
    siteUrl,
    supabaseUrl,
    anonKey,
    sheets: clientFolder ? readSheets(clientFolder) : new Map(),
    development: !clientFolder,
    log,
  });
  const tooLarge = (c: Context) => c.text("This is more than a form may hold.\n", 413, pages.headers);
  const dynamic = new Hono()
    .get("/healthz", (c) => c.json({ healthy: true }, 200, { ...pages.headers, "cache-control": "no-store" }))
    .get("/readyz", async (c) => {
      const ready = !isStopping() && (await backend?.isReady()) !== false;
      const mail = ready ? await readMailState() : "unknown";
      return c.json({ ready, mail }, ready ? 200 : 503, { ...pages.headers, "cache-control": "no-store" });
    })
    .post("*", bodyLimit({ maxSize: LARGEST_FORM_BYTES, onError: tooLarge }), (c) => pages.serveAlone(c.req.raw))
    .get("*", (c) => pages.serveAlone(c.req.raw));
  dynamic.onError((error, c) => {
    log.error("failed", { path: loggedPath(c.req.path), error });
    return c.text("Something gave way on our side. Please try again.\n", 500, pages.headers);
  });

  const listener = createListener({
    pages,
    answerBackend: backend && createRequestAnswer(backend.fetch, trustedProxies),
    findFile: clientFolder ? createStaticFiles(clientFolder, pages.headers) : () => undefined,
    answerDynamic: createRequestAnswer(dynamic.fetch, trustedProxies),
    siteUrl,
    log,
  });
  return { listener, invalidatePages: pages.invalidate };
}

function createRequestAnswer(fetch: Backend["fetch"], trustedProxies: number): RequestListener {
  const answer = getRequestListener((request) => fetch(readable(request)), { overrideGlobalObjects: false });
  return (request, response) => {
    passOnClientAddress(request, trustedProxies);
    return answer(request, response);
  };
}

/** A body of unknown length is counted in a copy of the request (hono's bodyLimit), and only a real one can be copied. */
function readable(request: Request): Request {
  const { url, method, headers } = request;
  if (method === "GET" || method === "HEAD" || headers.has("content-length")) return request;
  const { body } = request;
  // Node asks for `duplex` where a body is a stream; the type of the DOM does not know it.
  const copied = { method, headers, body, duplex: "half" };
  return new Request(url, copied);
}

/** The build's routes as a tree with each module's handle and action, as route matching wants them. */
function routeTree(parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { handle, action } = route.module;
    const { id, path, caseSensitive } = route;
    const own = { id, path, caseSensitive, handle, action: action as RouteObject["action"] };
    return [route.index ? { ...own, index: true } : { ...own, children: routeTree(route.id) }];
  });
}

/** Read at the start: a build that is made meanwhile takes the old files away. */
function readSheets(clientFolder: string): ReadonlyMap<string, string> {
  const names = readdirSync(join(clientFolder, "assets")).filter((name) => name.endsWith(".css"));
  return new Map(names.map((name) => [`/assets/${name}`, readFileSync(join(clientFolder, "assets", name), "utf8")]));
}
