import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";

export type Reply = { status: number; headers: IncomingHttpHeaders; rawHeaders: string[]; body: Buffer };

/** A request exactly as written: no decoding, no redirects, no repaired address. */
export function get(
  site: string,
  path: string,
  sentHeaders: Record<string, string> = {},
  method = "GET",
  body = "",
): Promise<Reply> {
  const { hostname, port } = new URL(site);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: sentHeaders }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode: status = 0, headers, rawHeaders } = response;
        resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Raw bytes to the socket, and what came back until the other side closed. */
export function sendRaw(site: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(site);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = "";
    socket.setTimeout(60_000, () => socket.destroy());
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
