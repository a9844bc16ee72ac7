import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { limitWriteTime } from "./http-server.ts";

const TIMEOUT_MS = 3_000;
/** More than the socket buffers of both sides hold. */
const LARGE = Buffer.alloc(24 * 1024 * 1024, "a");

test("a client that reads nothing of a response is disconnected", async () => {
  const { socket, closed } = await request((_, response) => void response.end(LARGE));
  socket.pause();
  await closed;
});

// Client and server share this process: when it is suspended for longer than the timeout, the client cannot read.
test("a slow client receives the complete response", { retry: 5 }, async () => {
  const { socket } = await request((_, response) => void response.end(LARGE));
  const startedAt = performance.now();
  let received = 0;
  for await (const chunk of socket) {
    received += (chunk as Buffer).length;
    if (received > LARGE.length) break;
    await sleep(20);
  }
  expect(received).toBeGreaterThan(LARGE.length);
  expect(performance.now() - startedAt).toBeGreaterThan(2 * TIMEOUT_MS);
});

test("a slow handler and an idle keep-alive connection are not disconnected", async () => {
  const { socket, isClosed } = await request(async (_, response) => {
    await sleep(1.5 * TIMEOUT_MS);
    response.end("late");
  });
  const [data] = (await once(socket, "data")) as [Buffer];
  expect(data.toString()).toContain("late");
  await sleep(1.5 * TIMEOUT_MS);
  expect(isClosed()).toBe(false);
});

async function request(listener: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  server.on("request", (_, response) => limitWriteTime(response, TIMEOUT_MS));
  await once(server.listen(0), "listening");
  const connected = once(server, "connection") as Promise<[Socket]>;
  const socket = connect((server.address() as AddressInfo).port, "localhost");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const [serverSocket] = await connected;
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  return { socket, closed: once(serverSocket, "close"), isClosed: () => serverSocket.destroyed };
}
