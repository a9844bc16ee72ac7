import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { setWriteTimeout } from "./write-timeout.ts";

const WITHIN_MS = 1_000;
/** More than the buffers of both systems hold. */
const LARGE = Buffer.alloc(24 * 1024 * 1024, "a");

test("who takes nothing of an answer is cut off", async () => {
  const { socket, cut } = await ask((_, response) => void response.end(LARGE));
  socket.pause();
  await cut;
});

test("who takes it slowly gets all of it", async () => {
  const { socket } = await ask((_, response) => void response.end(LARGE));
  const begun = performance.now();
  let taken = 0;
  for await (const chunk of socket) {
    taken += (chunk as Buffer).length;
    if (taken > LARGE.length) break;
    await sleep(10);
  }
  expect(taken).toBeGreaterThan(LARGE.length);
  expect(performance.now() - begun).toBeGreaterThan(2 * WITHIN_MS);
});

test("an answer that is long in coming and a kept connection are left alone", async () => {
  const { socket, isCut } = await ask(async (_, response) => {
    await sleep(1.5 * WITHIN_MS);
    response.end("late");
  });
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toContain("late");
  await sleep(1.5 * WITHIN_MS);
  expect(isCut()).toBe(false);
});

async function ask(listener: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  setWriteTimeout(server, WITHIN_MS);
  await once(server.listen(0), "listening");
  const connected = once(server, "connection") as Promise<[Socket]>;
  const socket = connect((server.address() as AddressInfo).port, "localhost");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const [ours] = await connected;
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  return { socket, cut: once(ours, "close"), isCut: () => ours.destroyed };
}
