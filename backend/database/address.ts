import type postgres from "postgres";

const ADDRESS_LIST = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;
const SESSION_ATTRIBUTE = "target_session_attrs";
const DEFAULT_PORT = "5432";

// Splits postgres://user:password@one:5432,two:5432/database into one URL per host. The driver could take the list, but
// it retries refused hosts forever; the site chooses the host itself (find-database.ts).
export function listAddresses(url: string): URL[] {
  const [, before = "", hosts = "", after = ""] = ADDRESS_LIST.exec(url) ?? [];
  return hosts.split(",").flatMap((host) => URL.parse(`${before}${host}${after}`) ?? []);
}

/** The URLs for the driver, which would send libpq's parameter to PostgreSQL as a setting. */
export function hostUrls(url: string): string[] {
  return listAddresses(url).map((address) => {
    address.searchParams.delete(SESSION_ATTRIBUTE);
    return address.href;
  });
}

export function sessionAttribute(url: string): string | null {
  return listAddresses(url)[0]?.searchParams.get(SESSION_ATTRIBUTE) ?? null;
}

// For the driver, which understands neither a Unix socket (postgres://user@%2Frun%2Fpostgresql/database, as libpq writes
// it) nor an IPv6 address in a URL.
export function hostOptions(url: string): Pick<postgres.Options<Record<string, never>>, "path" | "host" | "port"> {
  const { hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname);
  if (host.startsWith("/")) return { path: `${host}/.s.PGSQL.${port || DEFAULT_PORT}` };
  // Its types have no lists, which it does not cut at a colon.
  const list: object = { host: [host.slice(1, -1)], port: [Number(port || DEFAULT_PORT)] };
  return host.startsWith("[") ? list : {};
}

/** Host and port, for messages; never the password. */
export function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${decodeURIComponent(hostname)}:${port || DEFAULT_PORT}`;
}
