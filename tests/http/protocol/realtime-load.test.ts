import { readFile } from "node:fs/promises";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startEmbedded } from "../../../server/db/embedded/embedded-postgres.ts";
import { openSockets, PUBLISHED_TABLE, readRows, subscribe } from "../../fixtures/network/sockets.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";
import type { Site } from "../../fixtures/site/start-site.ts";

let site: Site;
let server: { url: string; anonKey: string };
let sql: Sql;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  site = await spawnSite({ TRUST_PROXY: "1", REALTIME_PUBLIC: "1" });
  server = { url: site.url, anonKey: (await site.readKeys()).anonKey };
  sql = postgres((await startEmbedded({ dataDir: site.dataDir, join: true })).url, { max: 1, onnotice: () => {} });
  await sql.unsafe(PUBLISHED_TABLE);
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await sql.end();
  await site.stop();
});

const MAX_GROWTH_MB = 250;

test("2,000 idle sockets and 500 subscribers of a busy table are served, and memory and pages stay within bounds", async () => {
  expect(await pageStatus()).toBe(200);
  const before = await residentMb();
  sockets.push(...(await openSockets(server, 2_000, 0)));
  const subscribers = await openSockets(server, 500, 100);
  sockets.push(...subscribers);
  await Promise.all(subscribers.map((socket) => subscribe(socket, "ticks")));
  const received = subscribers.map((socket) => {
    const ids: number[] = [];
    readRows(socket, ({ id }) => void ids.push(id));
    return ids;
  });
  const written: number[] = [];
  for (let n = 0; n < 20; n++) {
    const [row] = await sql`insert into public.ticks (body) values ('x') returning id::int`;
    written.push(row?.id);
    expect(await pageStatus()).toBe(200);
  }
  await expect.poll(() => received.every((ids) => ids.length === written.length)).toBe(true);
  for (const ids of received) expect(ids).toEqual(written);
  expect((await residentMb()) - before).toBeLessThan(MAX_GROWTH_MB);
  expect(sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN)).toEqual([]);
});

test("a client that does not read is disconnected before its messages fill the memory", async () => {
  const [reader, sender] = (await openSockets(server, 2, 200)) as [WebSocket, WebSocket];
  sockets.push(reader, sender);
  await Promise.all([reader, sender].map((socket) => joinTopic(socket, "realtime:flood")));
  const before = await residentMb();
  reader.pause();
  const message = { type: "broadcast", event: "x", payload: { text: "x".repeat(200_000) } };
  // More than the buffers of both kernels hold.
  for (let n = 0; n < 150; n++) {
    const answered = new Promise((resolve) => sender.once("message", resolve));
    sender.send(JSON.stringify(["1", String(n + 2), "realtime:flood", "broadcast", message]));
    await answered;
  }
  expect((await residentMb()) - before).toBeLessThan(MAX_GROWTH_MB);
  reader.resume();
  await expect.poll(() => reader.readyState).toBe(WebSocket.CLOSED);
  expect(sender.readyState).toBe(WebSocket.OPEN);
});

test("large broadcasts to many clients that do not read are limited by the bytes that they would send", async () => {
  const members = await openSockets(server, 200, 210);
  sockets.push(...members);
  await Promise.all(members.map((socket) => joinTopic(socket, "realtime:crowd")));
  for (const socket of members) socket.pause();
  const before = await residentMb();
  const outcomes: number[] = [];
  for (let n = 0; n < 40; n++) {
    outcomes.push(await broadcast("crowd", 255_000), await broadcast("crowd", 50_000));
    expect(await pageStatus()).toBe(200);
  }
  expect(outcomes.filter((status) => status === 202).length, "a message that fits is sent").toBeGreaterThan(0);
  expect(outcomes.filter((status) => status === 429).length, "the others are refused").toBeGreaterThan(40);
  expect((await residentMb()) - before).toBeLessThan(MAX_GROWTH_MB / 2);
});

async function broadcast(topic: string, characters: number): Promise<number> {
  const messages = [{ topic, event: "x", payload: "x".repeat(characters) }];
  const headers = { apikey: server.anonKey, "content-type": "application/json", "x-forwarded-for": "10.30.0.1" };
  const body = JSON.stringify({ messages });
  return (await fetch(`${site.url}/realtime/v1/api/broadcast`, { method: "POST", headers, body })).status;
}

function joinTopic(socket: WebSocket, topic: string): Promise<unknown> {
  const joined = new Promise((resolve) => socket.once("message", resolve));
  socket.send(JSON.stringify(["1", "1", topic, "phx_join", { config: { broadcast: { ack: true } } }]));
  return joined;
}

async function pageStatus(): Promise<number> {
  const response = await fetch(`${site.url}/about`);
  await response.text();
  return response.status;
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${site.process.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
