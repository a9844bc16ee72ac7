import { IncomingMessage, type RequestListener } from "node:http";
import { finished } from "node:stream/promises";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { createRequestHandler, type RequestHandler, type RouteObject, type ServerBuild } from "react-router";
import * as build from "virtual:react-router/server-build";
import {
  clientAddress,
  createBackpressure,
  passOnClientAddress,
  withRequestQueue,
  type RequestLog,
} from "../backend/index.ts";
import { placeOf } from "../domain/content/languages.ts";
import type { PageHandle, RouteFacts } from "../domain/content/page-facts.ts";
import type { Addresses } from "./addresses/addresses.ts";
import type { Config } from "./config.ts";
import type { ContentStore } from "./content/content-store.ts";
import type { Snapshot } from "./content/snapshot.ts";
import { createFindDesignFile } from "./design/design-files.ts";
import { createDynamicRoutes } from "./http/dynamic-routes.ts";
import { createListener } from "./http/listener.ts";
import type { Metrics } from "./metrics.ts";
import type { Visits } from "./numbers/visits.ts";
import { createStaticFiles } from "./pages/cache/static-files.ts";
import { NO_ASSETS, readAssets } from "./pages/html/assets.ts";
import { createPageServer } from "./pages/page-server.ts";
import { createRender, type HandleRoute } from "./pages/render-routes.ts";
import { createInvitePerson } from "./people/invite-person.ts";
import { createFetchForAdmin } from "./pictures/fetch-picture.ts";
import { createKeptPosts } from "./posts/kept-posts.ts";
import { createPosts, type PostsFor } from "./posts/posts.ts";
import { createStoredPosts, type PostRow } from "./posts/stored-posts.ts";
import { createFindPreview } from "./previews/find-preview.ts";
import type { Readiness } from "./readiness.ts";
import { createShareCards } from "./seo/cards/share-cards.ts";
import { readStoredPicture } from "./seo/cards/stored-picture.ts";
import { createSitePages, type RouteWithFacts } from "./seo/site-pages.ts";
import type { Backend } from "./start-backend.ts";
import type { SupabaseClient } from "./supabase-clients.ts";
import type { Version } from "./version.ts";

/** The generated type of the build is incompatible with exactOptionalPropertyTypes. */
const serverBuild: object = build;
/** How long a client may go on sending a body that is refused. */
const DRAIN_MS = 2_000;

type AppOptions = {
  readonly config: Config;
  readonly log: RequestLog;
  /** Folder of the built client; undefined in development, where Vite serves it. */
  readonly clientFolder: string | undefined;
  /** Undefined in Supabase mode. */
  readonly backend: Pick<Backend, "fetch"> | undefined;
  readonly service: SupabaseClient;
  /** supabase-js with the public key: pages read only public rows. */
  readonly reader: SupabaseClient;
  /** supabase-js with a visitor's token. */
  readonly actAs: (accessToken: string) => SupabaseClient;
  /** The texts and facts that the owner can edit. */
  readonly contentStore: Pick<ContentStore, "current" | "isKnown" | "locales" | "withEntry">;
  readonly addresses: Pick<Addresses, "find" | "count">;
  readonly visits: Visits;
  /** The posts as they were read last; undefined if they never were. */
  readonly keptPosts: Pick<Snapshot<PostRow>, "rows" | "currentAt" | "confirm">;
  /** The public key, sent to browsers. */
  readonly anonKey: string;
  /** Signs the links in contact receipts. */
  readonly serviceRoleKey: string;
  /** Fetches from the backend, in this process or Supabase. */
  readonly fetch: typeof globalThis.fetch;
  readonly cardFont: string;
  readonly readReadiness: () => Promise<Readiness>;
  readonly version: Version;
  readonly metrics: Metrics;
};

export type App = {
  readonly listener: RequestListener;
  /** Drops cached pages: those that show posts, or all. */
  readonly invalidatePages: (which: "posts" | "all") => void;
};

/** Assembles the request listener from static files, pages, dynamic routes and the backend. */
export function createApp(options: AppOptions): App {
  const { config, log, clientFolder, backend, service, reader, actAs } = options;
  const { fetch, metrics } = options;
  const { siteUrl, supabaseUrl, trustedProxies } = config;
  const { current: content, locales } = options.contentStore;
  const postsFor = createPostsFor(reader, content, options.keptPosts);
  const sitePages = createSitePages(routesWithFacts());
  const pages = createPageServer({
    ...options,
    routes: routeTree(),
    locales,
    render: createRender({
      ...options,
      ...options.contentStore,
      handleRoute: createHandleRoute(clientFolder ? "production" : "development"),
      postsFor,
      postsCurrentAt: options.keptPosts.currentAt,
      content,
      sitePages,
    }),
    siteUrl,
    supabaseUrl,
    assets: clientFolder ? readAssets(clientFolder) : NO_ASSETS,
    development: !clientFolder,
    languageOf: (path) => content(placeOf(path.replace(/\?.*/s, ""), locales()).locale).language,
  });
  const findStaticFile = clientFolder ? createStaticFiles(clientFolder, pages.headers) : () => undefined;
  const readStored = (address: string, origin: string) =>
    readStoredPicture(fetch, new URL(address, supabaseUrl ?? origin).href);
  const findDesignFile = createFindDesignFile({
    content,
    headers: pages.headers,
    readPicture: (address) => readStored(address, siteUrl ?? "http://localhost"),
  });
  // Own icons come before those of the build, which have the same addresses.
  const findFile = (path: string) => findDesignFile(path) ?? findStaticFile(path);
  const findShareCard = createShareCards({
    fontFile: options.cardFont,
    content,
    locales,
    listPages: sitePages.list,
    postsFor: (origin, locale) =>
      postsFor(supabaseUrl ?? origin, (error) => log.error("posts unreachable", { error }), locale),
    readPicture: async (address, origin) => (await findFile(address))?.identity.body ?? readStored(address, origin),
    log,
  });
  const dynamic = createDynamicRoutes({
    ...options,
    pages,
    siteUrl,
    backendUrl: supabaseUrl,
    metricsToken: config.metricsToken,
    invitePerson: createInvitePerson({ service, actAs, isSupabaseMode: supabaseUrl !== undefined, content }),
    fetchForAdmin: createFetchForAdmin(actAs),
    findPreview: createFindPreview(service, options.contentStore),
    findShareCard,
  });
  const listener = createListener({
    pages,
    handleBackend: backend && withRequestQueue(createFetchListener(backend.fetch, trustedProxies)),
    findFile,
    handleDynamic: createFetchListener(dynamic.fetch, trustedProxies),
    siteUrl,
    addresses: options.addresses,
    visits: options.visits,
    metrics,
    log,
  });
  return { listener, invalidatePages: (which) => pages.invalidate(which) };
}

/** The basename of the router is the language: links, redirects and requests for data follow it, here and in the browser. */
function createHandleRoute(mode: string): HandleRoute {
  const handlers = new Map<string, RequestHandler>();
  return (prefix, ...request) => {
    const own = { ...serverBuild, ...(prefix && { basename: prefix }) } as ServerBuild;
    const handler = handlers.get(prefix) ?? createRequestHandler(own, mode);
    handlers.set(prefix, handler);
    return handler(...request);
  };
}

function createPostsFor(
  reader: SupabaseClient,
  content: ContentStore["current"],
  keptPosts: AppOptions["keptPosts"],
): PostsFor {
  return (backend, onOutage, locale = "") => {
    const { authors, categories, identity, contact, language } = content(locale);
    const source = { backend, siteName: identity.name, timeZone: contact.timeZone, locale };
    const rows = keptPosts.rows();
    return createPosts({
      authors,
      language,
      stored: onOutage && createStoredPosts(reader, source),
      kept: rows && createKeptPosts(rows, source),
      categories: categories.map(({ name }) => name),
      onOutage: onOutage ?? (() => {}),
      onRead: keptPosts.confirm,
    });
  };
}

function createFetchListener(fetch: Backend["fetch"], trustedProxies: number): RequestListener {
  const backpressure = createBackpressure();
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const fetched = backpressure.findRefusal(request) ?? (await fetch(withReadableBody(request)));
      // Yield to the event loop before writing, so that cached pages are not delayed by backend responses.
      await yieldToEventLoop();
      if (!incoming.complete && incoming instanceof IncomingMessage) await drain(incoming);
      // node-server closes it. A proxy must not give it to another client.
      if (!incoming.complete) outgoing.setHeader("connection", "close");
      // The client may have reached its limit of unread responses meanwhile.
      return backpressure.findRefusal(request) ?? fetched;
    },
    { overrideGlobalObjects: false },
  );
  return (request, response) => {
    passOnClientAddress(request, trustedProxies);
    backpressure.watch(clientAddress(request, trustedProxies), response);
    return listener(request, response);
  };
}

/** A client that is still sending its body does not read why it was refused. */
async function drain(incoming: IncomingMessage): Promise<void> {
  // A web stream made of it pauses it while nobody reads that stream.
  incoming.removeAllListeners("data").resume();
  await finished(incoming, { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => {});
}

/** Hono's bodyLimit clones requests without content-length, which only works on a native Request. */
function withReadableBody(request: Request): Request {
  const { url, method, headers, signal } = request;
  if (method === "GET" || method === "HEAD" || headers.has("content-length")) return request;
  const init: RequestInit & { duplex: "half" } = { method, headers, body: request.body, signal, duplex: "half" };
  return new Request(url, init);
}

/** The build's routes as a tree with each module's handle and action, for matchRoutes. */
function routeTree(parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { handle, action } = route.module;
    if (!handle && route.id !== "root") throw new Error(`${route.id} exports no handle`);
    const { id, path, caseSensitive } = route;
    const own = {
      id,
      ...(path && { path }),
      ...(caseSensitive && { caseSensitive }),
      handle,
      ...(action && { action }),
    };
    return [route.index ? { ...own, index: true } : { ...own, children: routeTree(route.id) }];
  });
}

/** React Router leaves the export `facts`, which is not one of its own, out of the browser's modules. */
function routesWithFacts(): RouteWithFacts[] {
  return Object.values(build.routes).flatMap((route) => {
    const { handle, facts } = (route?.module ?? {}) as { readonly handle: PageHandle; readonly facts?: RouteFacts };
    return facts ? [{ path: `/${route?.path ?? ""}`, shows: handle.shows, facts }] : [];
  });
}
