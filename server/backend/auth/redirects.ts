/** Where a mailed link may lead in the end: this site, or an address that the operator has listed. */
export function chooseRedirect(
  wanted: string | null | undefined,
  { siteUrl, allowedRedirects }: { siteUrl: string; allowedRedirects: readonly string[] },
): string {
  const target = parseWebAddress(wanted);
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

/** Only http and https, and no credentials: "https://site@elsewhere" is elsewhere. */
function parseWebAddress(text: string | null | undefined): URL | undefined {
  const url = text ? URL.parse(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url;
}

/** To a screen with a button that verifies, because mail scanners follow links and would use this one up. */
export function confirmationPageLink(to: {
  siteUrl: string;
  tokenHash: string;
  type: string;
  redirectTo?: string;
}): string {
  const next = to.redirectTo && pathOnSite(to.redirectTo, to.siteUrl);
  return withQuery(`${to.siteUrl}/auth`, { token_hash: to.tokenHash, type: to.type, ...(next && { next }) });
}

/** Nothing where the screen itself or the home page was meant. "//elsewhere" is no path but another site. */
function pathOnSite(redirectTo: string, siteUrl: string): string | undefined {
  const { origin, pathname, search } = new URL(redirectTo);
  if (origin !== new URL(siteUrl).origin || !/^\/[^/]/.test(pathname) || pathname === "/auth") return undefined;
  return pathname + search;
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
