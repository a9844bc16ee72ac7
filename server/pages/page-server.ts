import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { RouteObject } from "react-router";
import type { Log } from "../../backend/index.ts";
import type { Preview } from "../previews/find-preview.ts";
import { type Answer, serverWords } from "../words.ts";
import { type CachedResponse, createCachedResponse, sendCachedResponse } from "./cache/cached-response.ts";
import { createNormalizeUrl, type NormalizedUrl, scriptsUrl } from "./cache/normalize-url.ts";
import { CACHE_LIMITS, createPageCache, type Rendered } from "./cache/page-cache.ts";
import type { Assets } from "./html/assets.ts";
import { type FinishedPage, finishPage } from "./html/finish-page.ts";
import { DENY_ALL_POLICY, securityHeaders } from "./html/security-headers.ts";
import type { createRender } from "./render-routes.ts";

type PageServerOptions = {
  readonly routes: RouteObject[];
  /** The languages that visitors may see. */
  readonly locales: () => readonly string[];
  readonly render: ReturnType<typeof createRender>;
  readonly siteUrl: string | undefined;
  readonly supabaseUrl: string | undefined;
  readonly anonKey: string;
  readonly assets: Assets;
  readonly development: boolean;
  /** For answers that are no pages. */
  readonly languageOf: (path: string) => string;
  readonly log: Log;
};

export type RenderedRoute = {
  readonly response: Response;
  /** False if a part of the page could not be read. */
  readonly isComplete: boolean;
  /** Makes the metadata for search engines and link previews. */
  readonly head?: (canonical: string) => string;
};

type PageOptions = Pick<NormalizedUrl, "canonical" | "hydrate"> & { readonly isFramedBySite?: boolean };

const PREVIEW: PageOptions = { canonical: "/", hydrate: "never", isFramedBySite: true };
const REVALIDATED = "public, max-age=0, must-revalidate";
const PLAIN_TEXT = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": DENY_ALL_POLICY,
};
const ASKS_FOR_HTML = { headers: { accept: "text/html" } };
/** 202 is the redirect of a `.data` request. */
const REDIRECTS = new Set([202, 301, 302]);
const NO_CACHE = { pageBytes: 0, otherBytes: 0 };
/** Supabase does not notify us of changed posts, so pages with posts expire this soon. */
const POLLED_MAX_AGE_MS = 1_000;

export type PageServer = ReturnType<typeof createPageServer>;

/** Serves pages from the cache and renders those that are not in it. */
export function createPageServer(options: PageServerOptions) {
  const { routes, render, siteUrl, supabaseUrl, anonKey, development, log } = options;
  const report = (error: unknown) => log.error("failed", { error });
  const freshness = { report, ...(supabaseUrl && { postsMaxAgeMs: POLLED_MAX_AGE_MS }) };
  const cache = createPageCache(development ? NO_CACHE : CACHE_LIMITS, freshness);
  const recompression = createIdleQueue(report);
  const headers = securityHeaders(siteUrl);
  const normalizeUrl = createNormalizeUrl(routes, options.locales);
  const wordsOf = (answer: Answer, path = "/") => `${serverWords(options.languageOf(path)).answers[answer]}\n`;

  function finish({ response, head }: RenderedRoute, url: PageOptions, origin: string, moduleUrl?: string) {
    const publicConfig = { supabaseUrl: supabaseUrl ?? origin, supabaseAnonKey: anonKey };
    return finishPage(response, { ...options, headers, head, ...url, publicConfig, scriptsUrl: moduleUrl });
  }

  async function renderPage(url: NormalizedUrl, origin: string): Promise<Rendered> {
    const key = url.scriptsFor ?? url.key;
    const rendered = await render(new Request(`${origin}${key}`, ASKS_FOR_HTML), origin, { isMarked: !url.scriptsFor });
    const { response, isComplete } = rendered;
    // Only existing pages have a module. A page that tells its time keeps its scripts: a later module would not fit.
    const moduleUrl = response.status === 200 && isComplete ? scriptsUrl(key) : undefined;
    const finished = await finish(rendered, url, origin, moduleUrl);
    const page = url.scriptsFor ? scriptsModule(finished, headers, wordsOf("nothingHere", url.path)) : finished;
    const cacheable = { ...page.headers, "cache-control": isComplete ? REVALIDATED : "no-store" };
    const body = Buffer.from(page.body);
    const cached = await createCachedResponse(page.status, cacheable, body, "quick");
    // The first visitor does not wait for the best compression. Only existing pages get it: anyone can invent queries.
    if (page.status === 200 && isComplete && !url.key.includes("?")) {
      const better = () => createCachedResponse(page.status, cacheable, body);
      recompression.add(() => cache.improve(origin + url.key, cached, better));
    }
    return { response: cached, isComplete };
  }

  return {
    normalizeUrl,
    headers,
    wordsOf,
    /** Drops the pages that show posts, or all. */
    invalidate: (which: "posts" | "all") => cache.invalidate(which),

    /** The fast path for pages without a query: no promise, no parsing. */
    findCached: (url: string, origin: string): CachedResponse | undefined => cache.find(origin + url),

    async serve(request: IncomingMessage, response: ServerResponse, url: NormalizedUrl, origin: string) {
      const cached = await cache.get({ ...url, key: origin + url.key, render: () => renderPage(url, origin) });
      const whole = lacksQuery(cached, url, request.url) && renderPage({ ...url, key: request.url ?? "" }, origin);
      sendCachedResponse(request, response, whole ? (await whole).response : cached);
    },

    /** Renders form posts, private pages and previews. Behind a proxy SITE_URL is the public origin. */
    async serveUncached(request: Request, preview?: Preview): Promise<Response> {
      const { origin, pathname, search } = new URL(request.url);
      const url = normalizeUrl(pathname + search);
      const { hydrate, canonical }: PageOptions = "hydrate" in url ? url : { hydrate: "intent", canonical: pathname };
      // The result of a form post appears as a toast, which needs hydration.
      const pageOptions: PageOptions = { canonical, hydrate: request.method === "POST" ? "now" : hydrate };
      const publicOrigin = siteUrl ?? origin;
      const asked = new Request(`${publicOrigin}${pathname}${search}`, request);
      const rendered = await render(asked, publicOrigin, { preview });
      const { body, status, headers: own } = await finish(rendered, preview ? PREVIEW : pageOptions, publicOrigin);
      return new Response(body, { status, headers: { ...own, "cache-control": "no-store" } });
    },

    /** Sends an error or a redirect as one sentence of plain text. */
    async sendText(request: IncomingMessage, response: ServerResponse, status: number, answer: Answer, more = {}) {
      const own = { ...headers, ...more, ...PLAIN_TEXT };
      const body = Buffer.from(wordsOf(answer, request.url));
      sendCachedResponse(request, response, await createCachedResponse(status, own, body));
    },
  };
}

/** Redirects carry the whole query, which is not part of the key. */
const lacksQuery = ({ status }: CachedResponse, { key }: NormalizedUrl, url = key) =>
  REDIRECTS.has(status) && url !== key;

function scriptsModule(
  { status, scripts }: FinishedPage,
  common: Readonly<Record<string, string>>,
  nothing: string,
): FinishedPage {
  const type = scripts ? "text/javascript" : "text/plain";
  const headers = {
    ...common,
    "content-security-policy": DENY_ALL_POLICY,
    "content-type": `${type}; charset=utf-8`,
  };
  return scripts ? { status: 200, headers, body: scripts } : { status: Math.max(status, 404), headers, body: nothing };
}

const MAX_QUEUE_LENGTH = 64;

/** Runs background jobs one at a time, after the current request. Drops new jobs when the queue is full. */
function createIdleQueue(report: (error: unknown) => void) {
  const waiting: (() => Promise<void>)[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    await yieldToEventLoop();
    for (let next = waiting.shift(); next; next = waiting.shift()) await next().catch(report);
    isRunning = false;
  }

  return {
    add(job: () => Promise<void>): void {
      if (waiting.length >= MAX_QUEUE_LENGTH) return;
      waiting.push(job);
      if (!isRunning) void run();
    },
  };
}
