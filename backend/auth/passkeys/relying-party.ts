import { isIP } from "node:net";

/** The site as WebAuthn knows it: credentials are bound to `id`, and responses name `origin`. */
export type RelyingParty = { readonly id: string; readonly origin: string };

/** Browsers offer passkeys on https and on localhost only, and never for an IP address. */
export function relyingPartyOf(siteUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(siteUrl);
  const isSecure = protocol === "https:" || hostname === "localhost";
  return isSecure && !isIP(hostname) && !hostname.startsWith("[") ? { id: hostname, origin } : undefined;
}
