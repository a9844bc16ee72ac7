import type { Duplex } from "node:stream";

/** A client that has got its last response and does not close its side is cut off after this. */
const LINGER_MS = 1_000;

/** Sends a response to a connection that Node's HTTP server has given up, and closes it. */
export function sendAndClose(
  socket: Duplex,
  status: string,
  headers: Readonly<Record<string, string>> = {},
  body = "",
) {
  const all = { connection: "close", ...headers, "content-length": String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
