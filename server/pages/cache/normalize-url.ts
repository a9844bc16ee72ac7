import { matchRoutes, type RouteObject } from "react-router";
import { canonicalPath } from "../../../domain/addresses/redirects.ts";
import { isWithoutLanguage, placeOf } from "../../../domain/content/languages.ts";
import type { HydrateWhen, PageHandle } from "../../../domain/content/page-facts.ts";
import { documentShowsPosts } from "../../seo/documents.ts";
import type { Answer } from "../../words.ts";

/** The page that a URL stands for, without the parts of the URL that make no difference. */
export type NormalizedUrl = {
  readonly path: string;
  /** Path and declared query in a fixed order: the cache key. */
  readonly key: string;
  /** For rel=canonical. */
  readonly canonical: string;
  readonly hydrate: HydrateWhen;
  readonly showsPosts: boolean;
  readonly hasAction: boolean;
  readonly isCacheable: boolean;
  /** The page's key if the URL requests its scripts module instead of the page. */
  readonly scriptsFor: string | undefined;
};

export type BadUrl = { readonly status: 400 | 414; readonly reason: Answer };
export type Redirect = { readonly location: string };

const MAX_URL_LENGTH = 4_096;
const MAX_VALUE_LENGTH = 200;
/** Client navigations request a page's data at the page's path with this suffix. */
const DATA_SUFFIX = ".data";
/** Hydration requests a page's scripts module at the page's path with this suffix. */
const SCRIPTS_SUFFIX = ".hydrate.js";
const HOME_SCRIPTS = `/_root${SCRIPTS_SUFFIX}`;

/** The URL of the scripts module of the page with this key. */
export function scriptsUrl(key: string): string {
  const [path = "", query] = key.split("?");
  return (path === "/" ? HOME_SCRIPTS : path + SCRIPTS_SUFFIX) + (query ? `?${query}` : "");
}

/** `locales` are those that visitors may see; the language is taken off once, before routes are matched. */
export function createNormalizeUrl(routes: RouteObject[], locales: () => readonly string[] = () => [""]) {
  return function normalizeUrl(url: string): NormalizedUrl | BadUrl | Redirect {
    if (url.length > MAX_URL_LENGTH) return { status: 414, reason: "tooLong" };
    const queryStart = url.indexOf("?");
    const path = queryStart < 0 ? url : url.slice(0, queryStart);
    if (!isWellFormed(path)) return { status: 400, reason: "malformed" };
    const canonical = canonicalPath(path);
    if (canonical !== path) return { location: canonical + (queryStart < 0 ? "" : url.slice(queryStart)) };
    const page = pagePath(path);
    const asked = placeOf(path, locales()).path;
    const place = placeOf(page, locales());
    if (asked !== path && isWithoutLanguage(asked)) {
      return { location: asked + (queryStart < 0 ? "" : url.slice(queryStart)) };
    }
    const matches = matchRoutes(routes, place.path) ?? [];
    const route = matches.at(-1)?.route;
    const handle: Partial<PageHandle> = route?.handle ?? {};
    const query = declaredQuery(queryStart < 0 ? "" : url.slice(queryStart + 1), handle.query ?? {});
    return {
      path,
      key: path + query,
      canonical: handle.prefills ? path : path + query,
      hydrate: handle.hydrate ?? "intent",
      showsPosts: matches.some((match) => match.route.handle?.shows === "posts") || documentShowsPosts(asked),
      hasAction: typeof route?.action === "function",
      isCacheable: handle.cache !== false,
      scriptsFor: path.endsWith(SCRIPTS_SUFFIX) ? page + query : undefined,
    };
  };
}

function pagePath(path: string): string {
  if (path === HOME_SCRIPTS) return "/";
  const suffix = [DATA_SUFFIX, SCRIPTS_SUFFIX].find((known) => path.endsWith(known)) ?? "";
  return path.slice(0, path.length - suffix.length) || "/";
}

function isWellFormed(path: string): boolean {
  if (!path.startsWith("/")) return false;
  try {
    return !/[\p{Cc}\u2028\u2029\\#]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function declaredQuery(query: string, declared: Readonly<Record<string, RegExp>>): string {
  if (!query) return "";
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const [name, pattern] of Object.entries(declared)) {
    // PostgreSQL text cannot contain NUL; other control characters are never typed.
    const value = given
      .get(name)
      ?.replaceAll(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, MAX_VALUE_LENGTH);
    if (value && pattern.test(value)) kept.set(name, value);
  }
  return kept.size ? `?${kept}` : "";
}
