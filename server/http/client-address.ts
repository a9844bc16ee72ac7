import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

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
  const address = withoutPort(hops.at(-trustedProxies)?.trim() ?? "");
  // With a port, or a made-up name, each request would be a visitor of its own, whom no limit stops.
  return isIP(address) ? address : direct;
}

/** Some gateways write 203.0.113.9:51234 and [2001:db8::1]:443. */
function withoutPort(hop: string): string {
  const [, inBrackets, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? [];
  return inBrackets ?? dotted ?? hop;
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
