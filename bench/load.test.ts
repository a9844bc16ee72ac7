import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { measureLoad } from "./load.ts";

const BODY = "0123456789".repeat(20_000);

test.each<[string, RequestListener]>([
  ["a content-length", (_, response) => response.writeHead(200, { "content-length": BODY.length }).end(BODY)],
  [
    "chunks",
    (_, response) => {
      response.write(BODY);
      response.end(BODY);
    },
  ],
  ["closed connections", (_, response) => response.writeHead(200, { connection: "close" }).end(BODY)],
  ["status 304", (_, response) => response.writeHead(304).end()],
])("a response with %s is counted once", async (_kind, respond) => {
  let served = 0;
  const server = createServer((request, response) => {
    served++;
    respond(request, response);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const load = { url: `http://127.0.0.1:${port}/`, headers: {}, connections: 4, seconds: 1 };
  const { statuses, perSecond, p99 } = await measureLoad(load);
  const [count] = Object.values(statuses);
  expect(count).toBe(served);
  expect(count).toBeGreaterThan(0);
  expect(perSecond).toBeGreaterThan(0);
  expect(p99).toBeGreaterThan(0);
});
