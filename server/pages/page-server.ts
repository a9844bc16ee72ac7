import type { IncomingMessage, ServerResponse } from "node:http";
import type { RouteObject } from "react-router";
import type { Log } from "../log.ts";
import { type CachedResponse, createCachedResponse, sendCachedResponse } from "./cache/cached-response.ts";
import { createIdleQueue } from "./cache/idle-queue.ts";
import { createNormalizeUrl, type NormalizedUrl, scriptsUrl } from "./cache/normalize-url.ts";
import { createPageCache, type Rendered } from "./cache/page-cache.ts";
import type { Assets } from "./html/assets.ts";
import { type FinishedPage, finishPage } from "./html/finish-page.ts";
import { DENY_ALL_POLICY, securityHeaders } from "./html/security-headers.ts";

type PageServerOptions = {
  readonly routes: RouteObject[];
  readonly render: (request: Request, origin: string) => Promise<RenderedRoute>;
  readonly siteUrl: string | undefined;
  readonly supabaseUrl: string | undefined;
  readonly anonKey: string;
  readonly assets: Assets;
  readonly development: boolean;
  readonly log: Log;
};

export type RenderedRoute = {
  readonly response: Response;
  /** False where something had to be left out because it could not be read. */
  readonly isComplete: boolean;
  /** What machines read in the head of the page, made from its HTML. */
  readonly head?: (html: string, canonical: string) => string;
};

type Known = Pick<NormalizedUrl, "canonical" | "hydrate">;

const CACHE_LIMITS = { pageBytes: 64 * 1024 * 1024, otherBytes: 8 * 1024 * 1024 };
const NO_CACHE = { pageBytes: 0, otherBytes: 0 };
/** Where nobody tells that a post has changed, pages with posts are looked at again this soon. */
const POLLED_MAX_AGE_MS = 1_000;

export type PageServer = ReturnType<typeof createPageServer>;

/** Answers GET and HEAD of pages from the cache, rendering what is not in it. */
export function createPageServer(options: PageServerOptions) {
  const { routes, render, siteUrl, supabaseUrl, anonKey, development, log } = options;
  const report = (error: unknown) => log.error("failed", { error });
  const freshness = { report, ...(supabaseUrl && { postsFreshMs: POLLED_MAX_AGE_MS }) };
  const cache = createPageCache(development ? NO_CACHE : CACHE_LIMITS, freshness);
  const improvements = createIdleQueue(report);
  const headers = securityHeaders(siteUrl);
  const readTarget = createNormalizeUrl(routes);

  function finish({ response, head }: RenderedRoute, url: Known, origin: string, scriptsAt?: string) {
    const publicConfig = { supabaseUrl: supabaseUrl ?? origin, supabaseAnonKey: anonKey };
    return finishPage(response, { ...options, headers, head, ...url, publicConfig, scriptsAt });
  }

  async function renderTarget(target: NormalizedUrl, origin: string): Promise<Rendered> {
    const key = target.scriptsOf ?? target.key;
    const request = new Request(`${origin}${key}`, { headers: { accept: "text/html" } });
    const rendered = await render(request, origin);
    const { response, isComplete } = rendered;
    // Scripts that somebody waits for are found where the page is, so only pages that are there have them apart.
    const scriptsAt = response.status === 200 ? scriptsUrl(key) : undefined;
    const finished = await finish(rendered, target, origin, scriptsAt);
    const page = target.scriptsOf ? scriptsAlone(finished, headers) : finished;
    const cacheable = { ...page.headers, "cache-control": "public, max-age=0, must-revalidate" };
    const body = Buffer.from(page.body);
    const answer = await createCachedResponse(page.status, cacheable, body, "quick");
    // The first visitor does not wait for the best compression; the others get it. Only for pages, which are few:
    // anybody can ask for ever new queries and missing paths.
    if (page.status === 200 && !target.key.includes("?")) {
      const better = () => createCachedResponse(page.status, cacheable, body);
      improvements.add(() => cache.improve(origin + target.key, answer, better));
    }
    return { answer, isComplete };
  }

  return {
    readTarget,
    headers,
    /** Posts have changed. */
    invalidate: () => cache.invalidate(),

    /** The quick way for a page without a query: no promise, no parsing. */
    findCached(url: string, origin: string): CachedResponse | undefined {
      return cache.find(origin + url);
    },

    async serve(request: IncomingMessage, response: ServerResponse, target: NormalizedUrl, origin: string) {
      const wanted = { ...target, key: origin + target.key, render: () => renderTarget(target, origin) };
      sendCachedResponse(request, response, await cache.get(wanted));
    },

    /** Rendered for this request alone: a form post, or what is one reader's own. Behind a proxy SITE_URL counts. */
    async serveAlone(request: Request): Promise<Response> {
      const { origin, pathname, search } = new URL(request.url);
      const target = readTarget(pathname + search);
      const { hydrate, canonical }: Known = "hydrate" in target ? target : { hydrate: "intent", canonical: pathname };
      // The answer to a form turns into a toast, which should not wait.
      const known: Known = { canonical, hydrate: request.method === "POST" ? "now" : hydrate };
      const publicOrigin = siteUrl ?? origin;
      const rendered = await render(new Request(`${publicOrigin}${pathname}${search}`, request), publicOrigin);
      const { body, status, headers: own } = await finish(rendered, known, publicOrigin);
      return new Response(body, { status, headers: { ...own, "cache-control": "no-store" } });
    },

    /** A refusal in one plain sentence. */
    async refuse(request: IncomingMessage, response: ServerResponse, status: number, reason: string, more = {}) {
      const refusal = {
        ...headers,
        ...more,
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": DENY_ALL_POLICY,
      };
      sendCachedResponse(request, response, await createCachedResponse(status, refusal, Buffer.from(`${reason}\n`)));
    },
  };
}

function scriptsAlone({ status, scripts }: FinishedPage, common: Readonly<Record<string, string>>): FinishedPage {
  const type = scripts ? "text/javascript" : "text/plain";
  const headers = {
    ...common,
    "content-security-policy": DENY_ALL_POLICY,
    "content-type": `${type}; charset=utf-8`,
  };
  return scripts
    ? { status: 200, headers, body: scripts }
    : { status: Math.max(status, 404), headers, body: "There is nothing here.\n" };
}
