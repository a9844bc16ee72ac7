import { afterAll, beforeAll, expect, test } from "vitest";
import { get, sendRaw } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

let site: Awaited<ReturnType<typeof spawnSite>>;
let key: string;

beforeAll(async () => {
  site = await spawnSite();
  ({ serviceRoleKey: key } = await site.readKeys());
});
afterAll(() => site.stop());

const headers = () => ({ apikey: key, authorization: `Bearer ${key}` });

test("DELETE without a body and content-length succeeds", async () => {
  const reply = await get(site.url, "/rest/v1/blog_posts?id=eq.999", headers(), "DELETE");
  expect([reply.status, reply.body.toString()]).toEqual([204, ""]);
});

test("a chunked body is read", async () => {
  const row = JSON.stringify({ title: "In chunks", excerpt: "e", content: "c" });
  expect(await sendChunked(row)).toMatch(/^HTTP\/1\.1 201 /);
});

function sendChunked(body: string): Promise<string> {
  const lines = Object.entries({
    ...headers(),
    host: "localhost",
    connection: "close",
    "transfer-encoding": "chunked",
  });
  const head = lines.map(([name, value]) => `${name}: ${value}`).join("\r\n");
  const chunk = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return sendRaw(
    site.url,
    `POST /rest/v1/blog_posts HTTP/1.1\r\n${head}\r\ncontent-type: application/json\r\n\r\n${chunk}`,
  );
}
