/** A rule of the owner, or an address that a page had before; the target of both is where it leads now. */
export type AddressRule = {
  /** A path that ends in /* leads everything below it. */
  readonly path: string;
  /** An own path, or an address that begins with https://. With /* at its end the rest of the path is taken along. */
  readonly target: string;
  readonly status: number;
  readonly own: boolean;
};

export type Lead = { readonly target: string; readonly status: number };

export const MAX_PATH_LENGTH = 300;
const MAX_STEPS = 20;

/** Paths that belong to the software. Nothing below them is a redirect, or is counted as missing. */
const SITE_AREA =
  /^\/(newsroom|auth|account|preview|messages|rest|storage|functions|realtime|healthz|readyz|livez|metrics|share|assets)(\/|$)/;

export const isSiteArea = (path: string) => SITE_AREA.test(path);

/** One path per page: dot segments resolved, no repeated or trailing slashes, no unnecessary escapes. */
export function canonicalPath(path: string): string {
  const segments = new URL(path.replace(/\/{2,}/g, "/"), "http://site.invalid").pathname.split("/");
  const plain = segments.map((segment) => encodeURIComponent(decodeURIComponent(segment)));
  return plain.join("/").replace(/\/$/, "") || "/";
}

/** What somebody typed or pasted as a path of this site; undefined if it is none. */
export function readPath(typed: string, origin: string): string | undefined {
  const url = URL.parse(typed.trim(), origin);
  if (!typed.trim() || url?.origin !== origin) return undefined;
  try {
    return canonicalPath(url.pathname);
  } catch {
    return undefined;
  }
}

/** The same for a target, which may be on another site, and keeps its query and its fragment. */
export function readTarget(typed: string, origin: string): string | undefined {
  const url = URL.parse(typed.trim(), origin);
  if (!typed.trim() || !url) return undefined;
  if (url.origin !== origin) return url.protocol === "https:" && !url.username ? url.href : undefined;
  const path = readPath(typed, origin);
  return path && path + url.search + url.hash;
}

export function withQuery(target: string, search: string): string {
  const [before = "", fragment] = target.split(/#(.*)/s);
  const query = search.replace(/^\?/, "");
  const whole = query ? before + (before.includes("?") ? "&" : "?") + query : before;
  return fragment === undefined ? whole : `${whole}#${fragment}`;
}

/** The page with the most words of the missing path; undefined if none has any. */
export function likeliestPage(missing: string, pages: readonly string[]): string | undefined {
  const words = wordsOf(missing);
  const scored = pages.map((page) => {
    const own = wordsOf(page);
    const shared = own.filter((word) => words.includes(word)).length;
    return { page, score: shared / Math.max(1, own.length + words.length - shared) };
  });
  return scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)[0]?.page;
}

const wordsOf = (path: string) =>
  path
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);

/** Looks rules up by path: as many steps as the path has segments, however many rules there are. */
export function createRedirects(rules: readonly AddressRule[]) {
  const own = new Map(rules.filter((rule) => rule.own).map((rule) => [rule.path, rule]));
  const old = new Map(rules.filter((rule) => !rule.own).map((rule) => [rule.path, rule]));

  /** The most exact own rule, then the former page at this path. */
  function match(path: string): AddressRule | undefined {
    const exact = own.get(path);
    if (exact) return exact;
    for (let slash = path.lastIndexOf("/"); slash >= 0 && own.size > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const prefix = own.get(`${path.slice(0, slash)}/*`);
      if (prefix) return prefix;
      if (slash === 0) break;
    }
    return old.get(path);
  }

  return {
    match,
    /** The end of the way from a path that has no page; undefined if it leads nowhere or in a circle. */
    async find(path: string, isPage: (path: string) => Promise<boolean> | boolean): Promise<Lead | undefined> {
      const seen = new Set([path]);
      let [at, status] = [path, 301];
      for (let rule = match(path); rule; rule = match(at)) {
        at = follow(rule, at);
        if (rule.status === 302) status = 302;
        if (seen.has(at) || seen.size > MAX_STEPS) return undefined;
        seen.add(at);
        if (!at.startsWith("/") || (await isPage(at.replace(/[?#].*/s, "")))) break;
      }
      return seen.size > 1 ? { target: at, status } : undefined;
    },
  };
}

function follow({ path, target }: AddressRule, from: string): string {
  return path !== from && target.endsWith("/*") ? target.slice(0, -1) + from.slice(path.length - 1) : target;
}
