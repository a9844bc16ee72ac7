import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createInProcessFetch } from "../../supabase-clients.ts";
import { readStoredPicture } from "./stored-picture.ts";

/** Responds with the status in the path. */
const storage = createServer((request, response) => {
  response.writeHead(Number(request.url?.slice(1))).end("bytes");
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => storage.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
});
afterAll(() => storage.close());

test("an existing picture is read", async () => {
  expect(await readStoredPicture(fetch, `${url}/200`)).toEqual(Buffer.from("bytes"));
});

test.each([400, 403, 404, 410])("%i means that there is no such picture", async (status) => {
  expect(await readStoredPicture(fetch, `${url}/${status}`)).toBeUndefined();
});

test.each([408, 429, 500, 502, 503, 504])("%i is an error", async (status) => {
  await expect(readStoredPicture(fetch, `${url}/${status}`)).rejects.toThrow(String(status));
});

test("an unreachable storage is an error", async () => {
  await expect(readStoredPicture(fetch, "http://127.0.0.1:1/a.webp")).rejects.toThrow("fetch failed");
});

const never = new Promise<never>(() => {});
const HANGING = {
  "a response": () => never,
  "a body": () => new Response(new ReadableStream({ pull: () => never })),
};

test.each(Object.entries(HANGING))("reading times out on %s that never arrives", async (_, respond) => {
  const timeout = new AbortController();
  const reading = readStoredPicture(createInProcessFetch(respond), `${url}/200`, timeout.signal);
  timeout.abort();
  await expect(reading).rejects.toThrow("in time");
});
