import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { limitLines, loggedPath, type Log, type RequestLog } from "../../backend/index.ts";
import type { Addresses } from "../addresses/addresses.ts";
import type { Metrics } from "../metrics.ts";
import type { Visits } from "../numbers/visits.ts";
import { type CachedResponse, sendCachedResponse } from "../pages/cache/cached-response.ts";
import { DENY_ALL_POLICY } from "../pages/html/security-headers.ts";
import type { PageServer } from "../pages/page-server.ts";

type ListenerOptions = {
  readonly pages: PageServer;
  readonly findFile: (path: string) => Promise<CachedResponse> | undefined;
  /** Supabase-compatible API; undefined in Supabase mode. */
  readonly handleBackend: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined;
  /** Uncached responses: health checks, share cards, form posts, private pages. */
  readonly handleDynamic: (request: IncomingMessage, response: ServerResponse) => unknown;
  readonly siteUrl: string | undefined;
  readonly addresses: Pick<Addresses, "count">;
  readonly visits: Visits;
  readonly metrics: Pick<Metrics, "countRequest">;
  readonly log: RequestLog;
};

type RequestFacts = { readonly id: string; readonly route: string; readonly path: string };

const BACKEND_PATH = /^\/(auth|rest|storage|functions|realtime)\/v1\//;
const DYNAMIC_PATH = /^\/(healthz$|readyz$|metrics$|share\/|preview\/)/;
const DYNAMIC_POST_PATH = /^\/newsroom\/(?:invite|fetch-picture)$/;
const MAX_HOSTS = 100;
const CACHED_PAGE = "cached page";
const VISIT_PATH = "/visit";
/** nginx's status of a request whose client closed the connection before it was complete. */
const CLIENT_CLOSED_REQUEST = 499;
/** Floods of requests for missing paths must not fill the disk with log lines. */
const MAX_LOGGED_404_PER_SECOND = 20;
const HOST = /^[a-z0-9.[\]:-]{1,255}$/i;

/** Dispatches requests. The page cache comes first, because it serves most of them. */
export function createListener(options: ListenerOptions): RequestListener {
  const { pages, findFile, handleBackend, handleDynamic, siteUrl, addresses, visits, metrics, log } = options;
  const originOf = siteUrl ? () => siteUrl : createOriginParser();
  const logMissing = limitLines((event, facts) => log.warn(event, facts), MAX_LOGGED_404_PER_SECOND);
  const apiHeaders = new Headers({ ...pages.headers, "content-security-policy": DENY_ALL_POLICY });

  async function dispatch(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    const { method = "", url = "/" } = request;
    if (handleBackend && BACKEND_PATH.test(url)) {
      // API responses may echo input, so browsers must never render them as pages.
      response.setHeaders(apiHeaders);
      return void (await handleBackend(request, response));
    }
    // Files come before URL normalization, which must not redirect hashed file names.
    const file = isRead(request) && findFile(url.replace(/\?.*/s, ""));
    if (file) return sendCachedResponse(request, response, await file);
    const page = pages.normalizeUrl(url);
    if ("reason" in page) return pages.sendText(request, response, page.status, page.reason);
    if ("location" in page) {
      return pages.sendText(request, response, 301, "moved", { location: page.location });
    }
    const isUncached = DYNAMIC_PATH.test(page.path) || !page.isCacheable;
    const acceptsPost = page.hasAction || DYNAMIC_POST_PATH.test(page.path);
    if ((isUncached && isRead(request)) || (method === "POST" && acceptsPost)) {
      return void (await handleDynamic(request, response));
    }
    if (method !== "GET" && method !== "HEAD") {
      const allow = page.hasAction ? "GET, HEAD, POST" : "GET, HEAD";
      return pages.sendText(request, response, 405, "readOnly", { allow });
    }
    await pages.serve(request, response, page, origin);
    if ([200, 304].includes(response.statusCode)) visits.countProgram(request);
  }

  async function dispatchAndLog(request: IncomingMessage, response: ServerResponse, origin: string, own: RequestFacts) {
    const { id, route, path } = own;
    const startedAt = performance.now();
    response.setHeader("x-request-id", id);
    try {
      await dispatch(request, response, origin);
    } catch (error) {
      log.error("failed", { error });
      await sendFailure(options, request, response);
    }
    const { method, url = "" } = request;
    const status = statusOf(request, response);
    const ms = performance.now() - startedAt;
    metrics.countRequest(route, status, ms / 1_000);
    if (status !== 200) addresses.count(request, status);
    const line = { id, method, path, status, ms: Math.round(ms) };
    if (status === 404 && !BACKEND_PATH.test(url)) logMissing("missing", line);
    else log.info("request", line);
  }

  return (request, response) => {
    const origin = originOf(request);
    if (!origin) return void pages.sendText(request, response, 400, "malformedHost").catch(giveUp(response, log));
    const cached = isRead(request) && pages.findCached(request.url ?? "/", origin);
    if (cached) {
      metrics.countRequest(CACHED_PAGE, cached.status);
      if (cached.status === 200) visits.countProgram(request);
      else addresses.count(request, cached.status);
      if (cached.status === 404) logMissing("missing", { method: request.method, path: loggedPath(request.url ?? "") });
      return sendCachedResponse(request, response, cached);
    }
    if (receiveVisit(options, request, response, origin)) return;
    const facts = readFacts(request);
    log.during(facts, () => void dispatchAndLog(request, response, origin, facts).catch(giveUp(response, log)));
  };
}

/** Those of browsers that report a page; not logged, as there are many. */
function receiveVisit(options: ListenerOptions, request: IncomingMessage, response: ServerResponse, origin: string) {
  const { pages, visits, metrics } = options;
  if (request.url !== VISIT_PATH || request.method !== "POST" || !visits.isOn()) return false;
  metrics.countRequest(VISIT_PATH, 204);
  const isPage = (path: string) => pages.findCached(path, origin)?.status === 200;
  visits.receive(request, response, { origin, isPage });
  return true;
}

async function sendFailure({ pages }: ListenerOptions, request: IncomingMessage, response: ServerResponse) {
  if (response.headersSent) response.destroy();
  else await pages.sendText(request, response, 500, "failed");
}

const statusOf = (request: IncomingMessage, response: ServerResponse) =>
  request.destroyed && !request.complete ? CLIENT_CLOSED_REQUEST : response.statusCode;

/** An error that even the error page did not survive ends the connection, not the process. */
function giveUp(response: ServerResponse, log: Log) {
  return (error: unknown) => {
    log.error("failed", { error });
    response.destroy();
  };
}

function readFacts({ url = "" }: IncomingMessage): RequestFacts {
  return { id: randomUUID(), route: routeOf(url), path: loggedPath(url) };
}

/** A label with few values: the service or probe, or whether it was a file or a page. */
function routeOf(url: string): string {
  const [, service] = BACKEND_PATH.exec(url) ?? [];
  if (service) return `/${service}/v1/*`;
  const [, dynamic] = DYNAMIC_PATH.exec(url) ?? [];
  if (dynamic) return dynamic.endsWith("/") ? `/${dynamic}*` : `/${dynamic}`;
  return /^\/[^?]*\.[a-z0-9]+(?:\?|$)/.test(url) ? "file" : "page";
}

/** Nearly all requests have the same few Host headers; each is parsed once. */
function createOriginParser() {
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

const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";
