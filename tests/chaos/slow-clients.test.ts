import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { get, sendRaw } from "../fixtures/network/http.ts";
import { scaled } from "../fixtures/scale.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";

const CONNECTIONS = 2_000;
const LARGE_BODIES = scaled(20, 200);
const FLOODS = scaled(20, 200);
const READERS = scaled(60, 300);
const LONG_POSTS = 126;
const LARGE_BODY_BYTES = 10 * 1024 * 1024;
/** An idle site uses about 200 MB. Answers with letters beyond Latin-1 take two bytes each while they are written. */
const MAX_MEMORY_MB = 850;
const PAGE_TIMEOUT_MS = 10_000;

let site: Awaited<ReturnType<typeof spawnSite>>;
let apikey: string;
const opened: Socket[] = [];

beforeAll(async () => {
  site = await spawnSite();
  apikey = (await site.readKeys()).anonKey;
});
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await site.stop();
});

test(`pages are served while ${CONNECTIONS} connections never finish a request, and those get a 408`, async () => {
  const partialRequests = [
    "",
    "GET / HTT",
    "GET /about HTTP/1.1\r\nhost: localhost\r\nx-slow: ",
    `POST /contact HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 500\r\n\r\nname=`,
    `POST /auth/v1/signup HTTP/1.1\r\nhost: localhost\r\napikey: ${apikey}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{`,
  ];
  const responses = new Map<Socket, string>();
  for (let n = 0; n < CONNECTIONS; n++) {
    const partialRequest = partialRequests[n % partialRequests.length] ?? "";
    const socket = await open();
    socket.on("data", (chunk: Buffer) => responses.set(socket, (responses.get(socket) ?? "") + chunk.toString()));
    if (partialRequest) socket.write(partialRequest);
    // A half-closed connection, as legitimate clients may have.
    if (n % 50 === 49) socket.end();
  }
  for (const path of ["/", "/blog", "/careers", "/healthz", "/readyz"]) await expectPage(path);
  const slowHeaders = opened.filter((_, n) => [1, 2].includes(n % 5) && n % 50 !== 49);
  const timedOut = () => slowHeaders.filter((socket) => responses.get(socket)?.startsWith("HTTP/1.1 408")).length;
  await expect.poll(timedOut, { timeout: 90_000, interval: 500 }).toBe(slowHeaders.length);
  await expectPage("/services");
  expect(await memoryMb()).toBeLessThan(MAX_MEMORY_MB);
});

test("large bodies and too many headers are refused with 413 and 431, and use little memory", async () => {
  const statuses = new Map<string, number>();
  const count = (answer: string) => {
    const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? "cut";
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const body = "x".repeat(LARGE_BODY_BYTES);
  const targets = ["/contact", "/auth/v1/token?grant_type=password", "/functions/v1/send-contact-email"];
  const large = Array.from({ length: LARGE_BODIES }, async (_, n) => {
    const head = `POST ${targets[n % targets.length]} HTTP/1.1\r\nhost: localhost\r\napikey: ${apikey}\r\nconnection: close\r\n`;
    const type = `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    count(await sendRaw(site.url, head + type + body).catch(() => "HTTP/1.1 413 cut while sending"));
  });
  const flood = Array.from({ length: 5_000 }, (_, n) => `x-${n}: ${"y".repeat(20)}`).join("\r\n");
  const floods = Array.from({ length: FLOODS }, async () => {
    const answer = sendRaw(site.url, `GET / HTTP/1.1\r\nhost: localhost\r\n${flood}\r\n\r\n`);
    count(await answer.catch(() => "HTTP/1.1 431 cut while sending"));
  });
  await expectPage("/about");
  await Promise.all([...large, ...floods]);
  expect(Object.fromEntries(statuses)).toEqual({ 413: LARGE_BODIES, 431: FLOODS });
  await expectPage("/work");
  expect(await memoryMb()).toBeLessThan(MAX_MEMORY_MB);
});

test(`pages are served and memory is bounded while ${READERS} clients do not read large responses`, async () => {
  await publishLongPosts();
  const list = `GET /rest/v1/blog_posts HTTP/1.1\r\nhost: localhost\r\napikey: ${apikey}\r\n\r\n`;
  const readers = await Promise.all(Array.from({ length: READERS }, open));
  for (const reader of readers) {
    reader.pause();
    reader.write(list);
  }
  await expectPage("/about");
  await vi.waitFor(() => expect(countResponses()).toBe(READERS), { timeout: 120_000 });
  await expectPage("/blog");
  expect(await memoryMb()).toBeLessThan(MAX_MEMORY_MB);
  const kept = await readFile(join(site.dataDir, "posts.json"), "utf8");
  expect(kept.length, "the posts that are kept for an outage are bounded too").toBeLessThan(5_000_000);
  const listStatus = async () => (await get(site.url, "/rest/v1/blog_posts?select=id", { apikey })).status;
  expect(await listStatus(), "a client with too many unread responses gets no more").toBe(503);
  for (const reader of readers) reader.destroy();
  await expect.poll(listStatus).toBe(200);
});

async function publishLongPosts(): Promise<void> {
  const { serviceRoleKey } = await site.readKeys();
  const headers = { apikey: serviceRoleKey, "content-type": "application/json" };
  const post = { title: "Long", slug: "", excerpt: "e", content: "x".repeat(100_000) };
  const body = JSON.stringify(Array.from({ length: 9 }, () => post));
  for (let posts = 0; posts < LONG_POSTS; posts += 9) {
    expect((await get(site.url, "/rest/v1/blog_posts", headers, "POST", body)).status).toBe(201);
  }
}

/** Counts the responses to the list requests in the log. */
const countResponses = () =>
  site.log.filter((line) => line.includes('"GET"') && line.includes("/rest/v1/blog_posts")).length;

async function expectPage(path: string): Promise<void> {
  const { status } = await Promise.race([get(site.url, path), sleep(PAGE_TIMEOUT_MS, { status: 0 }, { ref: false })]);
  expect(status, path).toBe(200);
}

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(site.url).port), "localhost");
  socket.on("error", () => {});
  opened.push(socket);
  await once(socket, "connect");
  return socket;
}

async function memoryMb(): Promise<number> {
  const status = await readFile(`/proc/${site.process.pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
