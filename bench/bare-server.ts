/** Asks for an address once and then answers the same to everybody: `node bare-server.ts URL HEADERS`. */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

const [, , url = "", headers = "{}"] = process.argv;

request(url, { headers: JSON.parse(headers) }, (answer) => {
  const chunks: Buffer[] = [];
  answer.on("data", (chunk: Buffer) => chunks.push(chunk));
  answer.on("end", () => {
    const body = Buffer.concat(chunks);
    const { date: _, connection: _c, "keep-alive": _k, ...kept } = answer.headers;
    const server = createServer((_request, response) => {
      response.writeHead(answer.statusCode ?? 200, kept as Record<string, string>);
      response.end(body);
    });
    server.listen(0, () => console.log((server.address() as AddressInfo).port));
  });
}).end();
