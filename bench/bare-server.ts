/** Asks a site once and then answers the same to everybody: `node bare-server.ts SITE PATH HEADERS`. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { get } from "../tests/fixtures/http.ts";

const [, , site = "", path = "/", headers = "{}"] = process.argv;
const { status, headers: answered, body } = await get(site, path, JSON.parse(headers));
const { date: _, connection: _c, "keep-alive": _k, ...kept } = answered;
const server = createServer((_request, response) => {
  response.writeHead(status, kept as Record<string, string>);
  response.end(body);
});
server.listen(0, () => console.log((server.address() as AddressInfo).port));
