import { AuthError } from "./errors.ts";
import type { SessionJson } from "./sessions.ts";

/** The redirect target of a mailed link: a URL of this site or of `allowedRedirects`, otherwise the home page. */
export function chooseRedirect(
  requested: string | null | undefined,
  { siteUrl, allowedRedirects }: { siteUrl: string; allowedRedirects: readonly string[] },
): string {
  const target = parseWebAddress(requested);
  if (!target) return siteUrl;
  const allowed = [siteUrl, ...allowedRedirects].some((entry) => covers(entry, target));
  return allowed ? target.href : siteUrl;
}

function covers(entry: string, target: URL): boolean {
  const allowed = URL.parse(entry);
  if (!allowed || allowed.origin !== target.origin) return false;
  const path = allowed.pathname.replace(/\/$/, "");
  return target.pathname === path || target.pathname.startsWith(`${path}/`);
}

/** Only http and https, without credentials: "https://site@elsewhere" leads elsewhere. */
function parseWebAddress(text: string | null | undefined): URL | undefined {
  const url = text ? URL.parse(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url;
}

/** Links to a page with a button instead of /verify, because mail scanners follow links and would use it up. */
export function confirmationPageLink(link: {
  siteUrl: string;
  tokenHash: string;
  type: string;
  redirectTo?: string;
}): string {
  const next = link.redirectTo && pathOnSite(link.redirectTo, link.siteUrl);
  return withQuery(`${link.siteUrl}/auth`, { token_hash: link.tokenHash, type: link.type, ...(next && { next }) });
}

/**
 * Undefined for the home page, the sign-in page itself and other sites ("//elsewhere"). Without the language of the
 * site's address, which the router of that language adds.
 */
export function pathOnSite(redirectTo: string, siteUrl: string): string | undefined {
  const { origin, pathname, search } = new URL(redirectTo);
  const site = new URL(siteUrl);
  const prefix = site.pathname.replace(/\/$/, "");
  const path = `${pathname}/`.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
  if (origin !== site.origin || !/^\/[^/]/.test(path) || path === "/auth") return undefined;
  return path + search;
}

export function withFragment(address: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(fields).toString();
  return url.href;
}

export function withQuery(address: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

export function redirectWithSession(
  redirectTo: string,
  session: SessionJson,
  more: Readonly<Record<string, string>>,
): string {
  return withFragment(redirectTo, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...more,
  });
}

const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};
/** GoTrue reports these as access_denied, whatever their status. */
const DENIED = new Set(["signup_disabled", "user_banned", "provider_email_needs_verification"]);

/** Where the browser goes on: refusals lead back to the site, because a person is looking at this address. */
export async function redirectRefusals(work: Promise<string>, redirectTo: string, isPkce?: boolean): Promise<string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AuthError) return redirectWithError(redirectTo, error, isPkce);
    throw error;
  }
}

/** GoTrue repeats the error in the query for PKCE, where only the query is read, and otherwise drops the query. */
function redirectWithError(redirectTo: string, error: AuthError, isPkce?: boolean): string {
  const fields = {
    error: DENIED.has(error.code) ? "access_denied" : (OAUTH_ERRORS[error.status] ?? "invalid_request"),
    error_code: error.code,
    error_description: error.message,
  };
  // After a provider the query of the address stays.
  if (isPkce === undefined) return withFragment(withQuery(redirectTo, fields), fields);
  const bare = new URL(redirectTo);
  bare.search = isPkce ? new URLSearchParams(fields).toString() : "";
  return withFragment(bare.href, fields);
}
