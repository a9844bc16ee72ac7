import type { IncomingMessage, ServerResponse } from "node:http";
import type { RouteObject } from "react-router";
import type { Log } from "../log.ts";
import { type Answer, createAnswer, sendAnswer } from "./answer.ts";
import { createIdleQueue } from "./idle-queue.ts";
import { createPageCache } from "./page-cache.ts";
import { createTargets, type PageTarget } from "./page-target.ts";
import { finishPage } from "./render-page.ts";
import { NOTHING_ALLOWED, securityHeaders } from "./security-headers.ts";
import type { WakeOn } from "./wake.ts";

type PageServerOptions = {
  readonly routes: RouteObject[];
  readonly render: (request: Request, origin: string) => Promise<Response>;
  readonly siteUrl: string | undefined;
  readonly supabaseUrl: string | undefined;
  readonly anonKey: string;
  /** The built stylesheets by address. */
  readonly sheets: ReadonlyMap<string, string>;
  readonly development: boolean;
  readonly log: Log;
};

const MEBIBYTE = 1024 * 1024;

export type PageServer = ReturnType<typeof createPageServer>;

/** Answers GET and HEAD of pages from the cache, rendering what is not in it. */
export function createPageServer(options: PageServerOptions) {
  const { routes, render, siteUrl, supabaseUrl, anonKey, sheets, development, log } = options;
  const room = development ? 0 : MEBIBYTE;
  const cache = createPageCache({ pageBytes: 64 * room, otherBytes: 8 * room });
  const improvements = createIdleQueue((error) => log.error("failed", { error }));
  const headers = securityHeaders(siteUrl);
  const readTarget = createTargets(routes);

  function finish(rendered: Response, on: WakeOn, origin: string) {
    const publicConfig = { supabaseUrl: supabaseUrl ?? origin, supabaseAnonKey: anonKey };
    return finishPage(rendered, { on, headers, siteUrl, supabaseUrl, publicConfig, sheets, development });
  }

  async function renderTarget(target: PageTarget, origin: string): Promise<Answer> {
    const request = new Request(`${origin}${target.key}`, { headers: { accept: "text/html" } });
    const rendered = await render(request, origin);
    if (rendered.status === 404) log.warn("missing", { path: target.path.slice(0, 200) });
    const page = await finish(rendered, target.wake, origin);
    const cacheable = { ...page.headers, "cache-control": "public, max-age=0, must-revalidate" };
    const body = Buffer.from(page.body);
    const answer = await createAnswer(page.status, cacheable, body, "quick");
    // The first visitor does not wait for the best compression; the others get it. Only for pages, which are few:
    // anybody can ask for ever new queries and missing paths.
    if (page.status === 200 && !target.key.includes("?")) {
      improvements.add(async () => {
        cache.replace(origin + target.key, answer, await createAnswer(page.status, cacheable, body));
      });
    }
    return answer;
  }

  return {
    readTarget,
    headers,
    invalidate: () => cache.invalidate(),

    /** The quick way for a page without a query: no promise, no parsing. */
    findCached(url: string, origin: string): Answer | undefined {
      return cache.find(origin + url);
    },

    async serve(request: IncomingMessage, response: ServerResponse, target: PageTarget, origin: string) {
      const key = origin + target.key;
      const answer = cache.find(key) ?? (await cache.fill(key, () => renderTarget(target, origin)));
      sendAnswer(request, response, answer);
    },

    /** Rendered for this request alone: a form post, or what is one reader's own. Behind a proxy SITE_URL counts. */
    async serveAlone(request: Request): Promise<Response> {
      const { origin, pathname, search } = new URL(request.url);
      const target = readTarget(pathname + search);
      const on = "wake" in target ? target.wake : "intent";
      const publicOrigin = siteUrl ?? origin;
      const rendered = await render(new Request(`${publicOrigin}${pathname}${search}`, request), publicOrigin);
      const page = await finish(rendered, on, publicOrigin);
      return new Response(page.body, {
        status: page.status,
        headers: { ...page.headers, "cache-control": "no-store" },
      });
    },

    /** A refusal in one plain sentence. */
    async refuse(request: IncomingMessage, response: ServerResponse, status: number, reason: string, more = {}) {
      const refusal = {
        ...headers,
        ...more,
        "content-type": "text/plain; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": NOTHING_ALLOWED,
      };
      sendAnswer(request, response, await createAnswer(status, refusal, Buffer.from(`${reason}\n`)));
    },
  };
}
