import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createInProcessFetch } from "../../backend/clients.ts";
import { readStoredPicture } from "./stored-picture.ts";

/** Answers with the status that its path names. */
const storage = createServer((request, response) => {
  response.writeHead(Number(request.url?.slice(1))).end("bytes");
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => storage.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
});
afterAll(() => storage.close());

test("a picture that is there is read", async () => {
  expect(await readStoredPicture(fetch, `${url}/200`)).toEqual(Buffer.from("bytes"));
});

test.each([400, 403, 404, 410])("%i says that there is no such picture", async (status) => {
  expect(await readStoredPicture(fetch, `${url}/${status}`)).toBeUndefined();
});

test.each([408, 429, 500, 502, 503, 504])("%i says nothing about the picture", async (status) => {
  await expect(readStoredPicture(fetch, `${url}/${status}`)).rejects.toThrow(String(status));
});

test("neither does a storage that cannot be reached", async () => {
  await expect(readStoredPicture(fetch, "http://127.0.0.1:1/a.webp")).rejects.toThrow("fetch failed");
});

const never = new Promise<never>(() => {});
const HANGING = {
  "an answer": () => never,
  "a body": () => new Response(new ReadableStream({ pull: () => never })),
};

test.each(Object.entries(HANGING))(
  "nobody waits for %s that never comes, also within the process",
  async (_, answer) => {
    const patience = new AbortController();
    const reading = readStoredPicture(createInProcessFetch(answer), `${url}/200`, patience.signal);
    patience.abort();
    await expect(reading).rejects.toThrow("in time");
  },
);
