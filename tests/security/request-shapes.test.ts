import { describe, expect, inject, test } from "vitest";
import { get, sendRaw } from "../fixtures/network/http.ts";

const site = inject("siteUrl");
const HOST = "host: localhost\r\n";
/** The smuggled request, which must not get a response. */
const SMUGGLED = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
const post = (headers: string, body: string) => `POST /contact HTTP/1.1\r\n${HOST}${headers}\r\n\r\n${body}`;
const chunked = (body: string) => post("transfer-encoding: chunked", body);

describe.concurrent("an ambiguous request is refused and its connection closed", () => {
  test.each<[shape: string, bytes: string]>([
    ["two kinds of length", post("content-length: 6\r\ntransfer-encoding: chunked", `0\r\n\r\nG${SMUGGLED}`)],
    ["two kinds, the other way", post(`transfer-encoding: chunked\r\ncontent-length: 4`, `0\r\n\r\n${SMUGGLED}`)],
    ["two lengths", post(`content-length: 0\r\ncontent-length: ${SMUGGLED.length}`, SMUGGLED)],
    ["a list of lengths", post(`content-length: 0, ${SMUGGLED.length}`, SMUGGLED)],
    ["a length with a sign", post("content-length: +5", `hello${SMUGGLED}`)],
    ["a length below zero", post("content-length: -1", SMUGGLED)],
    ["a length in hexadecimal", post("content-length: 0x5", `hello${SMUGGLED}`)],
    ["two codings", post("transfer-encoding: chunked\r\ntransfer-encoding: identity", `0\r\n\r\n${SMUGGLED}`)],
    ["a coding after chunked", post("transfer-encoding: chunked, identity", `0\r\n\r\n${SMUGGLED}`)],
    ["an unknown coding", post("transfer-encoding: xchunked", `0\r\n\r\n${SMUGGLED}`)],
    ["a space before the colon", post("transfer-encoding : chunked", `0\r\n\r\n${SMUGGLED}`)],
    ["a folded coding", post("transfer-encoding:\r\n chunked", `0\r\n\r\n${SMUGGLED}`)],
    ["a folded header", `GET /healthz HTTP/1.1\r\n${HOST}x-a: b\r\n c: d\r\n\r\n`],
    ["bare line feeds", SMUGGLED.replaceAll("\r", "")],
    ["one bare line feed", "GET /healthz HTTP/1.1\r\nhost: localhost\nx-a: b\r\n\r\n"],
    ["a bare carriage return", "GET /healthz HTTP/1.1\r\nhost: localhost\rx-a: b\r\n\r\n"],
    ["NUL in a header", `GET /healthz HTTP/1.1\r\n${HOST}x: a\0b\r\n\r\n`],
    ["a line break in a chunk's extension", chunked(`5;a="b\r\n\r\n"\r\nhello\r\n0\r\n\r\n${SMUGGLED}`)],
    ["an extension of 100 KB", chunked(`5;${"a".repeat(100_000)}\r\nhello\r\n0\r\n\r\n${SMUGGLED}`)],
    ["a chunk of more than 64 bits", chunked(`fffffffffffffffff\r\nhello\r\n0\r\n\r\n${SMUGGLED}`)],
    ["a chunk's size with 0x", chunked(`0x5\r\nhello\r\n0\r\n\r\n${SMUGGLED}`)],
    ["a chunk's size before a bare line feed", chunked(`5\nhello\n0\n\n${SMUGGLED}`)],
    ["a chunk longer than it says", chunked(`5\r\nhello0\r\n\r\n${SMUGGLED}`)],
    ["chunks in HTTP/1.0", chunked(`0\r\n\r\n${SMUGGLED}`).replace("HTTP/1.1", "HTTP/1.0")],
    ["a version that does not exist", SMUGGLED.replace("HTTP/1.1", "HTTP/9.9")],
    ["HTTP/2 from the start", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a space in front", ` ${SMUGGLED}`],
  ])("%s", async (_shape, bytes) => {
    const response = await sendRaw(site, bytes);
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
    expect(response).not.toContain("healthy");
  });
});

test("an absolute-form or asterisk-form target is refused", async () => {
  const { anonKey } = await publicKeys();
  for (const target of [
    "http://evil.example/about",
    "http://localhost/healthz",
    "http://evil.example/rest/v1/x",
    "*",
  ]) {
    const response = await sendRaw(
      site,
      `GET ${target} HTTP/1.1\r\n${HOST}apikey: ${anonKey}\r\nconnection: close\r\n\r\n`,
    );
    expect(response, target).toMatch(/^HTTP\/1\.1 400 /);
  }
  expect(await sendRaw(site, `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`)).not.toMatch(/^HTTP\/1\.1 200/);
});

test("the body of a GET request is not parsed as the next request", async () => {
  const head = `GET /about HTTP/1.1\r\n${HOST}connection: close\r\ncontent-length: ${SMUGGLED.length}\r\n\r\n`;
  const response = await sendRaw(site, head + SMUGGLED);
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  expect(response).not.toContain("healthy");
});

test("of two Host headers the first is used, also by the cache", async () => {
  const path = "/blog/balance-is-a-number";
  const response = await sendRaw(
    site,
    `GET ${path} HTTP/1.1\r\nhost: agency.example\r\nhost: evil.example\r\nconnection: close\r\n\r\n`,
  );
  expect(response).not.toContain("evil.example");
  expect((await get(site, path, { host: "agency.example" })).body.toString()).not.toContain("evil.example");
});

async function publicKeys(): Promise<{ anonKey: string }> {
  const { body } = await get(site, "/");
  const config = JSON.parse(/id="site-config">([^<]+)</.exec(body.toString())?.[1] ?? "{}");
  return { anonKey: config.supabaseAnonKey };
}
