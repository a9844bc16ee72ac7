import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

const PIECE = 130;
/** A frame or more passes between two pieces. */
const PAUSE_MS = 20;
/** As far as a first view goes. */
const PIECES = 60;

/** The site over a bad line: the beginning of a page's body comes piece by piece, the rest and all else at once. */
export async function overBadLine(site: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, "accept-encoding": "identity", host: new URL(site).host };
    request(site + asked.url, { headers }, (answered) => {
      const { "content-length": _, ...rest } = answered.headers;
      answer.writeHead(answered.statusCode ?? 500, rest);
      if (asked.headers["sec-fetch-dest"] === "document") void sendInPieces(answered, answer);
      else answered.pipe(answer);
    }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function sendInPieces(answered: IncomingMessage, answer: ServerResponse): Promise<void> {
  const page = await text(answered);
  let at = page.indexOf("<body");
  answer.write(page.slice(0, at));
  for (let piece = 0; piece < PIECES; piece++, at += PIECE) {
    answer.write(page.slice(at, at + PIECE));
    await setTimeout(PAUSE_MS);
  }
  answer.end(page.slice(at));
}
