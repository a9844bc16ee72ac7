import { describe, expect, inject, test } from "vitest";
import { get, sendRaw } from "../fixtures/http.ts";

const site = inject("siteUrl");
const HOST = "host: localhost\r\n";
/** What a smuggler hopes to have answered besides the request that it hides in. */
const HIDDEN = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
const post = (headers: string, body: string) => `POST /contact HTTP/1.1\r\n${HOST}${headers}\r\n\r\n${body}`;
const chunked = (body: string) => post("transfer-encoding: chunked", body);

describe.concurrent("a request that two servers could read in two ways is refused, and ends its connection", () => {
  test.each<[shape: string, bytes: string]>([
    ["two kinds of length", post("content-length: 6\r\ntransfer-encoding: chunked", `0\r\n\r\nG${HIDDEN}`)],
    ["two kinds, the other way", post(`transfer-encoding: chunked\r\ncontent-length: 4`, `0\r\n\r\n${HIDDEN}`)],
    ["two lengths", post(`content-length: 0\r\ncontent-length: ${HIDDEN.length}`, HIDDEN)],
    ["a list of lengths", post(`content-length: 0, ${HIDDEN.length}`, HIDDEN)],
    ["a length with a sign", post("content-length: +5", `hello${HIDDEN}`)],
    ["a length below zero", post("content-length: -1", HIDDEN)],
    ["a length in hexadecimal", post("content-length: 0x5", `hello${HIDDEN}`)],
    ["two codings", post("transfer-encoding: chunked\r\ntransfer-encoding: identity", `0\r\n\r\n${HIDDEN}`)],
    ["a coding after chunked", post("transfer-encoding: chunked, identity", `0\r\n\r\n${HIDDEN}`)],
    ["an unknown coding", post("transfer-encoding: xchunked", `0\r\n\r\n${HIDDEN}`)],
    ["a space before the colon", post("transfer-encoding : chunked", `0\r\n\r\n${HIDDEN}`)],
    ["a folded coding", post("transfer-encoding:\r\n chunked", `0\r\n\r\n${HIDDEN}`)],
    ["a folded header", `GET /healthz HTTP/1.1\r\n${HOST}x-a: b\r\n c: d\r\n\r\n`],
    ["bare line feeds", HIDDEN.replaceAll("\r", "")],
    ["one bare line feed", "GET /healthz HTTP/1.1\r\nhost: localhost\nx-a: b\r\n\r\n"],
    ["a bare carriage return", "GET /healthz HTTP/1.1\r\nhost: localhost\rx-a: b\r\n\r\n"],
    ["NUL in a header", `GET /healthz HTTP/1.1\r\n${HOST}x: a\0b\r\n\r\n`],
    ["a line break in a chunk's extension", chunked(`5;a="b\r\n\r\n"\r\nhello\r\n0\r\n\r\n${HIDDEN}`)],
    ["an extension of 100 KB", chunked(`5;${"a".repeat(100_000)}\r\nhello\r\n0\r\n\r\n${HIDDEN}`)],
    ["a chunk of more than 64 bits", chunked(`fffffffffffffffff\r\nhello\r\n0\r\n\r\n${HIDDEN}`)],
    ["a chunk's size with 0x", chunked(`0x5\r\nhello\r\n0\r\n\r\n${HIDDEN}`)],
    ["a chunk's size before a bare line feed", chunked(`5\nhello\n0\n\n${HIDDEN}`)],
    ["a chunk longer than it says", chunked(`5\r\nhello0\r\n\r\n${HIDDEN}`)],
    ["chunks in HTTP/1.0", chunked(`0\r\n\r\n${HIDDEN}`).replace("HTTP/1.1", "HTTP/1.0")],
    ["a version that does not exist", HIDDEN.replace("HTTP/1.1", "HTTP/9.9")],
    ["HTTP/2 from the start", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a space in front", ` ${HIDDEN}`],
  ])("%s", async (_shape, bytes) => {
    const answer = await sendRaw(site, bytes);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
    expect(answer).not.toContain("healthy");
  });
});

test("an address with a host in it, or none at all, is no address", async () => {
  const { anonKey } = await publicKeys();
  for (const target of [
    "http://evil.example/about",
    "http://localhost/healthz",
    "http://evil.example/rest/v1/x",
    "*",
  ]) {
    const answer = await sendRaw(
      site,
      `GET ${target} HTTP/1.1\r\n${HOST}apikey: ${anonKey}\r\nconnection: close\r\n\r\n`,
    );
    expect(answer, target).toMatch(/^HTTP\/1\.1 400 /);
  }
  expect(await sendRaw(site, `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`)).not.toMatch(/^HTTP\/1\.1 200/);
});

test("a body where none belongs is not the next request", async () => {
  const head = `GET /about HTTP/1.1\r\n${HOST}connection: close\r\ncontent-length: ${HIDDEN.length}\r\n\r\n`;
  const answer = await sendRaw(site, head + HIDDEN);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  expect(answer).not.toContain("healthy");
});

test("of two hosts the first counts, for the page and for the cache", async () => {
  const path = "/blog/balance-is-a-number";
  const answer = await sendRaw(
    site,
    `GET ${path} HTTP/1.1\r\nhost: agency.example\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
  );
  expect(answer).not.toContain("evil.example");
  expect((await get(site, path, { host: "agency.example" })).body.toString()).not.toContain("evil.example");
});

async function publicKeys(): Promise<{ anonKey: string }> {
  const { body } = await get(site, "/");
  const config = JSON.parse(/id="site-config">([^<]+)</.exec(body.toString())?.[1] ?? "{}");
  return { anonKey: config.supabaseAnonKey };
}
