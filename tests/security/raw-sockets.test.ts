import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { get, sendRaw } from "../fixtures/network/http.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import type { Site } from "../fixtures/site/start-site.ts";

const UPGRADE = [
  "connection: upgrade",
  "upgrade: websocket",
  "sec-websocket-version: 13",
  "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
];

let store: Site;
let site: Site;
let anonKey: string;
beforeAll(async () => {
  store = await spawnSite();
  const keys = await store.readKeys();
  anonKey = keys.anonKey;
  const { url: DATABASE_URL } = await startEmbedded({ dataDir: store.dataDir, join: true });
  site = await spawnSite({
    DATABASE_URL,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
  });
});
afterAll(async () => {
  await site.stop();
  await store.stop();
});

const TARGETS = ["//a:99999/", "//[/", "http://a:99999/", "/%", "/realtime/v1/websocket", "/about", "*", "a:1"];

describe("against the server", () => {
  test.each(TARGETS)("a handshake for %s is refused, and the server goes on", async (target) => {
    const received = await sendRaw(site.url, head("GET", target, UPGRADE));
    expect(received).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    await expectAlive();
  });

  test.each(["/about", "/realtime/v1/websocket"])("a refused handshake for %s may be reset", async (target) => {
    for (let round = 0; round < 10; round++) await resetAfter(site.url, head("GET", target, UPGRADE), round);
    await expectAlive();
  });

  test("JSON that is nested 20,000 levels deep is refused", async () => {
    const deep = "[".repeat(20_000) + "]".repeat(20_000);
    const headers = { apikey: anonKey, "content-type": "application/json" };
    const messages = `{"messages":[{"topic":"t","event":"e","payload":${deep}}]}`;
    expect((await get(site.url, "/realtime/v1/api/broadcast", headers, "POST", messages)).status).toBe(422);
    const path = "/realtime/v1/api/broadcast/t/events/e";
    expect((await get(site.url, path, headers, "POST", deep)).status).toBe(422);
    await expectAlive();
  });
});

const head = (method: string, target: string, headers: readonly string[]) =>
  `${[`${method} ${target} HTTP/1.1`, "host: localhost", ...headers].join("\r\n")}\r\n\r\n`;

async function resetAfter(url: string, bytes: string, waitMs: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  await sleep(waitMs);
  socket.resetAndDestroy();
  await sleep(10);
}

async function expectAlive(): Promise<void> {
  expect((await get(site.url, "/about")).status).toBe(200);
  expect(site.process.exitCode).toBeNull();
}
