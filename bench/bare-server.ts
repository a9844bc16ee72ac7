/** Fetches a page once, then serves that response to every request: `node bare-server.ts SITE PATH HEADERS`. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { get } from "../tests/fixtures/network/http.ts";

const [, , site = "", path = "/", headers = "{}"] = process.argv;
const { status, headers: received, body } = await get(site, path, JSON.parse(headers));
const { date: _, connection: _c, "keep-alive": _k, ...sent } = received;
const server = createServer((_request, response) => {
  response.writeHead(status, sent as Record<string, string>);
  response.end(body);
});
server.listen(0, () => console.log((server.address() as AddressInfo).port));
