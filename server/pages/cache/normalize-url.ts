import { matchRoutes, type RouteObject } from "react-router";
import { isMadeOfPosts } from "../../seo/documents.ts";
import type { HydrateWhen } from "../inline/hydrate-on-intent.ts";

/** What a route may declare for the page pipeline, as its `handle`. */
type PageHandle = {
  /** Query parameters that make another page, and what they may be; all others are ignored. */
  readonly query?: Readonly<Record<string, RegExp>>;
  /** True where the query only fills in a form: such pages are all found under their path. */
  readonly prefills?: boolean;
  /** When the page's scripts run; on intent unless it says otherwise. */
  readonly hydrate?: HydrateWhen;
  /** What it shows that changes while the site runs: such a page goes stale with it. */
  readonly shows?: "posts";
  /** False for what is one reader's own: rendered anew for each request and kept nowhere. */
  readonly cache?: false;
};

/** What a request is really for, once everything that makes no difference is taken away. */
export type NormalizedUrl = {
  readonly path: string;
  /** Path and declared query in one fixed order: the page's identity. */
  readonly key: string;
  /** What search engines shall know it by. */
  readonly canonical: string;
  readonly hydrate: HydrateWhen;
  readonly showsPosts: boolean;
  readonly takesPosts: boolean;
  readonly isCached: boolean;
  /** The page's identity where its scripts are asked for, not the page itself. */
  readonly scriptsOf: string | undefined;
};

export type BadUrl = { readonly status: 400 | 414; readonly reason: string };
export type Redirect = { readonly location: string };

const MAX_URL_LENGTH = 4_096;
const MAX_VALUE_LENGTH = 200;
/** A client navigation asks for the data of a page under the page's path with this ending. */
const DATA_SUFFIX = ".data";
/** A page that hydrates asks for its scripts under its path with this ending, the home page under this name. */
const SCRIPTS_SUFFIX = ".hydrate.js";
const HOME_SCRIPTS = `/_root${SCRIPTS_SUFFIX}`;

/** Where the scripts of a page are found that is known by this key. */
export function scriptsUrl(key: string): string {
  const [path = "", query] = key.split("?");
  return (path === "/" ? HOME_SCRIPTS : path + SCRIPTS_SUFFIX) + (query ? `?${query}` : "");
}

export function createNormalizeUrl(routes: RouteObject[]) {
  return function readTarget(url: string): NormalizedUrl | BadUrl | Redirect {
    if (url.length > MAX_URL_LENGTH) return { status: 414, reason: "This address is too long." };
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    if (!isWellFormed(path)) return { status: 400, reason: "This address is malformed." };
    const canonical = canonicalPath(path);
    if (canonical !== path) return { location: canonical + (mark < 0 ? "" : url.slice(mark)) };
    const page = pagePath(path);
    const route = leafRoute(routes, page);
    const handle: PageHandle = route?.handle ?? {};
    const query = declaredQuery(mark < 0 ? "" : url.slice(mark + 1), handle.query ?? {});
    return {
      path,
      key: path + query,
      canonical: handle.prefills ? path : path + query,
      hydrate: handle.hydrate ?? "intent",
      showsPosts: handle.shows === "posts" || isMadeOfPosts(path),
      takesPosts: typeof route?.action === "function",
      isCached: handle.cache !== false,
      scriptsOf: path.endsWith(SCRIPTS_SUFFIX) ? page + query : undefined,
    };
  };
}

function leafRoute(routes: RouteObject[], path: string): RouteObject | undefined {
  return matchRoutes(routes, path)?.at(-1)?.route;
}

function pagePath(path: string): string {
  if (path === HOME_SCRIPTS) return "/";
  const ending = [DATA_SUFFIX, SCRIPTS_SUFFIX].find((known) => path.endsWith(known)) ?? "";
  return path.slice(0, path.length - ending.length) || "/";
}

/** One page, one address: dots resolved, slashes single and none at the end, nothing escaped that need not be. */
function canonicalPath(path: string): string {
  const segments = new URL(path.replace(/\/{2,}/g, "/"), "http://site.invalid").pathname.split("/");
  const plain = segments.map((segment) => encodeURIComponent(decodeURIComponent(segment)));
  return plain.join("/").replace(/\/$/, "") || "/";
}

function isWellFormed(path: string): boolean {
  if (!path.startsWith("/")) return false;
  try {
    // oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
    return !/[\u0000-\u001f\u007f\u2028\u2029\\#]/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function declaredQuery(query: string, declared: Readonly<Record<string, RegExp>>): string {
  if (!query) return "";
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const [name, pattern] of Object.entries(declared)) {
    // PostgreSQL takes no NUL, and nobody types any other control character.
    const value = given
      .get(name)
      ?.replaceAll(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, MAX_VALUE_LENGTH);
    if (value && pattern.test(value)) kept.set(name, value);
  }
  return kept.size ? `?${kept}` : "";
}
