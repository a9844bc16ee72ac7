import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTick } from "node:timers/promises";
import { expect, test } from "vitest";
import { withRequestQueue } from "./request-queue.ts";

test("requests that arrive together start one per tick, in order", async () => {
  const started: (string | undefined)[] = [];
  const listener = withRequestQueue((request) => started.push(request.url));
  for (const url of ["/1", "/2", "/3"]) listener(...exchange(url));
  expect(started).toEqual([]);
  await nextTick();
  expect(started).toEqual(["/1"]);
  await nextTick();
  expect(started).toEqual(["/1", "/2"]);
  listener(...exchange("/4"));
  for (let ticks = 0; ticks < 4; ticks += 1) await nextTick();
  expect(started).toEqual(["/1", "/2", "/3", "/4"]);
});

test("a slow request does not delay the others", async () => {
  const { promise: slow, resolve: finish } = Promise.withResolvers<void>();
  const finished: (string | undefined)[] = [];
  const listener = withRequestQueue((request) => (request.url === "/slow" ? slow : undefined));
  const all = ["/slow", "/quick"].map(async (url) => {
    await listener(...exchange(url));
    finished.push(url);
  });
  for (let ticks = 0; ticks < 4; ticks += 1) await nextTick();
  expect(finished).toEqual(["/quick"]);
  finish();
  await Promise.all(all);
  expect(finished).toEqual(["/quick", "/slow"]);
});

test("a request whose client disconnected while waiting is not handled", async () => {
  const started: (string | undefined)[] = [];
  const listener = withRequestQueue((request) => started.push(request.url));
  const gone = exchange("/gone");
  listener(...gone);
  listener(...exchange("/here"));
  gone[0].destroy();
  for (let ticks = 0; ticks < 4; ticks += 1) await nextTick();
  expect(started).toEqual(["/here"]);
});

test("the 1,001st waiting request gets a 503", async () => {
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
