import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { withRequestQueue } from "./request-queue.ts";

test("requests that come together begin one by one, in order, with time for others in between", async () => {
  const begun: (string | undefined)[] = [];
  const listener = withRequestQueue((request) => begun.push(request.url));
  for (const url of ["/1", "/2", "/3"]) listener(...exchange(url));
  expect(begun).toEqual([]);
  await nextTurn();
  expect(begun).toEqual(["/1"]);
  await nextTurn();
  expect(begun).toEqual(["/1", "/2"]);
  listener(...exchange("/4"));
  for (let turns = 0; turns < 4; turns += 1) await nextTurn();
  expect(begun).toEqual(["/1", "/2", "/3", "/4"]);
});

test("one that takes long holds up nobody, and is over when it is answered", async () => {
  const { promise: slow, resolve: finish } = Promise.withResolvers<void>();
  const over: (string | undefined)[] = [];
  const listener = withRequestQueue((request) => (request.url === "/slow" ? slow : undefined));
  const all = ["/slow", "/quick"].map(async (url) => {
    await listener(...exchange(url));
    over.push(url);
  });
  for (let turns = 0; turns < 4; turns += 1) await nextTurn();
  expect(over).toEqual(["/quick"]);
  finish();
  await Promise.all(all);
  expect(over).toEqual(["/quick", "/slow"]);
});

test("whoever hung up meanwhile is not answered", async () => {
  const begun: (string | undefined)[] = [];
  const listener = withRequestQueue((request) => begun.push(request.url));
  const gone = exchange("/gone");
  listener(...gone);
  listener(...exchange("/here"));
  gone[0].destroy();
  for (let turns = 0; turns < 4; turns += 1) await nextTurn();
  expect(begun).toEqual(["/here"]);
});

test("a flood is refused with a sentence once a thousand wait", async () => {
  const listener = withRequestQueue(() => {});
  for (let n = 0; n < 1_000; n += 1) void listener(...exchange(`/${n}`));
  const [request, response] = exchange("/one-more");
  await listener(request, response);
  expect(response.statusCode).toBe(503);
});

function exchange(url: string): [IncomingMessage, ServerResponse] {
  const request = Object.assign(new IncomingMessage(new Socket()), { url, method: "POST" });
  return [request, new ServerResponse(request)];
}
