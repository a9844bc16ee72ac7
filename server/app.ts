import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createRequestHandler, RouterContextProvider, type RouteObject } from "react-router";
import * as build from "virtual:react-router/server-build";
import { posts as shippedPosts } from "../content/posts.ts";
import type { Config } from "./config.ts";
import { siteContext } from "./context.ts";
import { createListener } from "./listener.ts";
import type { Log } from "./log.ts";
import { createPageServer } from "./pages/page-server.ts";
import { createStaticFiles } from "./pages/static-files.ts";
import { createPosts } from "./posts.ts";
import { createSearch } from "./search.ts";

type AppOptions = {
  readonly config: Config;
  readonly log: Log;
  /** Folder of the built client; undefined in development, where Vite serves it. */
  readonly clientFolder: string | undefined;
  readonly isStopping: () => boolean;
};

const LARGEST_FORM_BYTES = 64 * 1024;

/** Puts the parts together: static files, pages, and what answers per request. */
export function createApp({ config, log, clientFolder, isStopping }: AppOptions): RequestListener {
  const { siteUrl } = config;
  const posts = createPosts(shippedPosts);
  const search = createSearch(posts);
  const answerRoute = createRequestHandler(build, clientFolder ? "production" : "development");

  function render(request: Request, origin: string): Promise<Response> {
    const report = (error: unknown) => log.error("failed", { path: new URL(request.url).pathname, error });
    const context = new RouterContextProvider();
    context.set(siteContext, { origin, posts, search, report });
    return answerRoute(request, context);
  }

  const pages = createPageServer({
    routes: routeTree(),
    render,
    siteUrl,
    readSheet: (address) => readFile(join(clientFolder ?? "", address), "utf8"),
    development: !clientFolder,
    log,
  });
  const dynamic = new Hono()
    .get("/healthz", (c) => c.json({ healthy: true }, 200, { ...pages.headers, "cache-control": "no-store" }))
    .get("/readyz", (c) => {
      const ready = !isStopping();
      return c.json({ ready }, ready ? 200 : 503, { ...pages.headers, "cache-control": "no-store" });
    })
    .post("*", bodyLimit({ maxSize: LARGEST_FORM_BYTES }), (c) => pages.post(c.req.raw));

  return createListener({
    pages,
    findFile: clientFolder ? createStaticFiles(clientFolder, pages.headers) : () => undefined,
    answerDynamic: getRequestListener(dynamic.fetch, { overrideGlobalObjects: false }),
    siteUrl,
    log,
  });
}

/** The build's routes as a tree with each module's handle and action, as route matching wants them. */
function routeTree(parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { handle, action } = route.module;
    const own = { id: route.id, path: route.path, handle, action: action as RouteObject["action"] };
    return [route.index ? { ...own, index: true } : { ...own, children: routeTree(route.id) }];
  });
}
