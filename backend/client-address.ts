import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { unmapped } from "../domain/network.ts";

/** Set by this process on every request; a value sent by the client is discarded. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

// The client's IP address, for rate limits and audit rows: the socket's, or behind n trusted proxies the n-th from the
// right of X-Forwarded-For. Entries further left can be forged by the client.
export function clientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const direct = unmapped(socket.remoteAddress ?? "");
  if (trustedProxies === 0) return direct;
  const hops = String(headers["x-forwarded-for"] ?? "").split(",");
  const address = withoutPort(hops.at(-trustedProxies)?.trim() ?? "");
  // A port or an invented name would give each request an address of its own and bypass rate limits.
  return isIP(address) ? unmapped(address) : direct;
}

/** Some gateways write 203.0.113.9:51234 and [2001:db8::1]:443. */
function withoutPort(hop: string): string {
  const [, inBrackets, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? [];
  return inBrackets ?? dotted ?? hop;
}

/** @hono/node-server builds the Request's headers from Node's raw headers, so the address is added there. */
export function passOnClientAddress(request: IncomingMessage, trustedProxies: number): void {
  const headers: string[] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = "", value = ""] = request.rawHeaders.slice(index, index + 2);
    if (name.toLowerCase() !== CLIENT_ADDRESS_HEADER) headers.push(name, value);
  }
  request.rawHeaders = [...headers, CLIENT_ADDRESS_HEADER, clientAddress(request, trustedProxies)];
}
