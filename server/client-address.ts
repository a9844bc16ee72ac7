import type { IncomingMessage } from "node:http";

/** Set by this process on what it passes on; whatever a client sends under this name is thrown away. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/**
 * The visitor's network address, for limits and audit rows: the socket's, or behind n trusted proxies the n-th from
 * the right of X-Forwarded-For. What stands further left was written by the visitor.
 */
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const direct = socket.remoteAddress ?? "";
  if (trustedProxies === 0) return direct;
  const hops = String(headers["x-forwarded-for"] ?? "").split(",");
  return hops.at(-trustedProxies)?.trim() || direct;
}

/** Node's raw headers become the web Request's headers, so this is where the address travels along. */
export function passOnClientAddress(request: IncomingMessage, trustedProxies: number): void {
  const kept: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = request.rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() !== CLIENT_ADDRESS_HEADER) kept.push(name, value);
  }
  request.rawHeaders = [...kept, CLIENT_ADDRESS_HEADER, clientAddress(request, trustedProxies)];
}
