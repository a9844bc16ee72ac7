import { readdirSync, readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { SupabaseClient } from "@supabase/supabase-js";
import { type Context, Hono } from "hono";
import { createRequestHandler, RouterContextProvider, type RouteObject } from "react-router";
import * as build from "virtual:react-router/server-build";
import { posts as shippedPosts } from "../content/posts.ts";
import { inSingleFile } from "./backend/in-single-file.ts";
import type { Backend } from "./backend/start-backend.ts";
import { bodyLimit } from "./body-limit.ts";
import { passOnClientAddress } from "./client-address.ts";
import type { Config } from "./config.ts";
import { siteContext } from "./context.ts";
import { createInvitePerson } from "./invite-person.ts";
import { createListener } from "./listener.ts";
import type { Log } from "./log.ts";
import { createPageServer } from "./pages/page-server.ts";
import { createStaticFiles } from "./pages/static-files.ts";
import { createPosts } from "./posts.ts";
import { createSearch } from "./search.ts";
import { createSendMessage } from "./send-message.ts";

type AppOptions = {
  readonly config: Config;
  readonly log: Log;
  /** Folder of the built client; undefined in development, where Vite serves it. */
  readonly clientFolder: string | undefined;
  /** Undefined where Supabase serves the protocol. */
  readonly backend: Pick<Backend, "fetch" | "isReady"> | undefined;
  /** supabase-js with the service key, whoever serves the protocol. */
  readonly service: SupabaseClient;
  /** supabase-js with a visitor's token. */
  readonly actAs: (accessToken: string) => SupabaseClient;
  /** The key that the browser presents. */
  readonly anonKey: string;
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
  const { config, log, clientFolder, backend, service, actAs, anonKey, isStopping } = options;
  const { siteUrl, supabaseUrl, trustedProxies } = config;
  const posts = createPosts(shippedPosts);
  const search = createSearch(posts);
  const sendMessage = createSendMessage(service, (error) => log.warn("message refused", { error }));
  const invitePerson = createInvitePerson({ service, actAs });
  const answerRoute = createRequestHandler(build, clientFolder ? "production" : "development");

  function render(request: Request, origin: string): Promise<Response> {
    const report = (error: unknown) => log.error("failed", { path: new URL(request.url).pathname, error });
    const context = new RouterContextProvider();
    context.set(siteContext, { origin, posts, search, report, sendMessage });
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
      return c.json({ ready }, ready ? 200 : 503, { ...pages.headers, "cache-control": "no-store" });
    })
    .post("*", bodyLimit({ maxSize: LARGEST_FORM_BYTES, onError: tooLarge }))
    .post("/newsroom/invite", async (c) => {
      const authorization = c.req.header("authorization");
      const origin = siteUrl ?? new URL(c.req.url).origin;
      const { status, body } = await invitePerson({ authorization, body: await c.req.text(), siteUrl: origin });
      return c.json(body, status, { ...pages.headers, "cache-control": "no-store" });
    })
    .post("*", (c) => pages.post(c.req.raw));
  dynamic.onError((error, c) => {
    log.error("failed", { path: c.req.path, error });
    return c.text("Something gave way on our side. Please try again.\n", 500, pages.headers);
  });

  const listener = createListener({
    pages,
    answerBackend: backend && createBackendListener(backend.fetch, trustedProxies),
    findFile: clientFolder ? createStaticFiles(clientFolder, pages.headers) : () => undefined,
    answerDynamic: getRequestListener(dynamic.fetch, { overrideGlobalObjects: false }),
    siteUrl,
    log,
  });
  return { listener, invalidatePages: pages.invalidate };
}

function createBackendListener(fetch: Backend["fetch"], trustedProxies: number): RequestListener {
  const answer = inSingleFile(getRequestListener(fetch, { overrideGlobalObjects: false }));
  return (request, response) => {
    passOnClientAddress(request, trustedProxies);
    return answer(request, response);
  };
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
