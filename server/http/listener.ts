import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { limitLines, type Log, loggedPath } from "../log.ts";
import { type CachedResponse, sendCachedResponse } from "../pages/cache/cached-response.ts";
import { DENY_ALL_POLICY } from "../pages/html/security-headers.ts";
import type { PageServer } from "../pages/page-server.ts";

type ListenerOptions = {
  readonly pages: PageServer;
  readonly findFile: (path: string) => Promise<CachedResponse> | undefined;
  /** The protocol's parts; undefined where Supabase serves them. */
  readonly answerBackend: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined;
  /** Everything else that is answered anew for each request: health, form posts, what is one reader's own. */
  readonly answerDynamic: (request: IncomingMessage, response: ServerResponse) => unknown;
  readonly siteUrl: string | undefined;
  readonly log: Log;
};

const BACKEND = /^\/(auth|rest|storage|functions|realtime)\/v1\//;
const DYNAMIC = /^\/(healthz$|readyz$|share\/)/;
const DYNAMIC_POST = /^\/newsroom\/invite$/;
const MAX_HOSTS = 100;
/** Anybody can ask for ever new missing paths; the log must not fill the disk. */
const MAX_MISSING_PER_SECOND = 20;
const HOST = /^[a-z0-9.[\]:-]{1,255}$/i;

/** Decides who answers a request: the page cache first, because most requests are for a page in it. */
export function createListener(options: ListenerOptions): RequestListener {
  const { pages, findFile, answerBackend, answerDynamic, siteUrl, log } = options;
  const originOf = siteUrl ? () => siteUrl : createOriginReader();
  const logMissing = limitLines((event, facts) => log.warn(event, facts), MAX_MISSING_PER_SECOND);
  const harmless = new Headers({ ...pages.headers, "content-security-policy": DENY_ALL_POLICY });

  async function answer(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    const { method = "", url = "/" } = request;
    if (answerBackend && BACKEND.test(url)) {
      // Some of its answers repeat what was asked for; no browser takes one of them for a page.
      response.setHeaders(harmless);
      await answerBackend(request, response);
      return;
    }
    // Files first: their names carry hashes, which no rule for addresses should touch.
    const file = isRead(request) && findFile(url.replace(/\?.*/s, ""));
    if (file) return sendCachedResponse(request, response, await file);
    const target = pages.readTarget(url);
    if ("reason" in target) return pages.refuse(request, response, target.status, target.reason);
    if ("location" in target) {
      return pages.refuse(request, response, 301, "This page has moved.", { location: target.location });
    }
    const isAnsweredAnew = DYNAMIC.test(target.path) || !target.isCached;
    const takesPosts = target.takesPosts || DYNAMIC_POST.test(target.path);
    if ((isAnsweredAnew && isRead(request)) || (method === "POST" && takesPosts)) {
      await answerDynamic(request, response);
      return;
    }
    if (method !== "GET" && method !== "HEAD") {
      const allow = target.takesPosts ? "GET, HEAD, POST" : "GET, HEAD";
      return pages.refuse(request, response, 405, "This address only answers GET and HEAD.", { allow });
    }
    return pages.serve(request, response, target, origin);
  }

  async function answerAndLog(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    const id = randomUUID();
    const begun = performance.now();
    response.setHeader("x-request-id", id);
    try {
      await answer(request, response, origin);
    } catch (error) {
      log.error("failed", { id, error });
      if (response.headersSent) response.destroy();
      else await pages.refuse(request, response, 500, "Something went wrong on our side. Please try again.");
    }
    const { method, url = "" } = request;
    const status = response.statusCode;
    const facts = { id, method, path: loggedPath(url), status, ms: Math.round(performance.now() - begun) };
    if (status === 404 && !BACKEND.test(url)) logMissing("missing", facts);
    else log.info("request", facts);
  }

  return (request, response) => {
    const origin = originOf(request);
    if (!origin) {
      const reason = "The Host header is missing or malformed.";
      pages.refuse(request, response, 400, reason).catch((error: unknown) => log.error("failed", { error }));
      return;
    }
    const cached = isRead(request) && pages.findCached(request.url ?? "/", origin);
    if (cached) {
      if (cached.status === 404) logMissing("missing", { method: request.method, path: loggedPath(request.url ?? "") });
      return sendCachedResponse(request, response, cached);
    }
    void answerAndLog(request, response, origin);
  };
}

/** Nearly all requests name the same few hosts; each is parsed once. */
function createOriginReader() {
  const known = new Map<string, string>();
  return ({ headers: { host = "" } }: IncomingMessage): string | undefined => {
    const origin = known.get(host);
    if (origin) return origin;
    if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return undefined;
    const parsed = new URL(`http://${host}`).origin;
    if (known.size >= MAX_HOSTS) known.clear();
    known.set(host, parsed);
    return parsed;
  };
}

function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}
