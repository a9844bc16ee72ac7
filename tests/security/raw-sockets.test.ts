import { chmod, mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { get, sendRaw } from "../fixtures/network/http.ts";
import { type Proxy, startCaddy, startNginx } from "../fixtures/network/proxies.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import type { Site } from "../fixtures/site/start-site.ts";

const UPGRADE = [
  "connection: upgrade",
  "upgrade: websocket",
  "sec-websocket-version: 13",
  "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
];
const TARGETS = [
  "//a:99999/",
  "//[/",
  "//",
  "///@:/",
  "http://a:99999/",
  "http://agency.example/about",
  "https://[::1/",
  "ws://agency.example/realtime/v1/websocket",
  "/%",
  "/%ff",
  "/realtime/v1/websocket",
  "/realtime/v1/websocket?apikey=%",
  "/realtime/v1/api/broadcast",
  "/about",
  "/about?%",
  "/\\..\\..",
  "*",
  "a:1",
  "about",
  "?",
  "#",
];
const METHODS = ["GET", "POST", "OPTIONS", "CONNECT", "TRACE", "NONSENSE"];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  upgrade: UPGRADE,
  "upgrade to h2c": ["connection: upgrade, http2-settings", "upgrade: h2c", "http2-settings: AAMAAABkAAQAAP__"],
  "a malformed key": [...UPGRADE.slice(0, 3), "sec-websocket-key: x"],
  "a wrong version": [...UPGRADE.slice(0, 2), "sec-websocket-version: 99", "sec-websocket-key: x"],
};
const SHAPES = METHODS.flatMap((method) =>
  TARGETS.flatMap((target) => Object.keys(HEADERS).map((headers) => ({ method, target, headers }))),
);
const AT_ONCE = 20;

let folder: string;
let store: Site;
let site: Site;
let anonKey: string;
const proxies: Proxy[] = [];
const doors: Record<string, string> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-raw-"));
  // nginx's workers run as another user and keep large bodies there.
  await chmod(folder, 0o755);
  store = await spawnSite();
  const keys = await store.readKeys();
  anonKey = keys.anonKey;
  const { url: DATABASE_URL } = await startEmbedded({ dataDir: store.dataDir, join: true });
  site = await spawnSite({
    DATABASE_URL,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    REALTIME_PUBLIC: "1",
    TRUST_PROXY: "1",
  });
  const ports = [Number(new URL(site.url).port)];
  proxies.push(await startNginx(folder, ports), await startCaddy(folder, ports));
  Object.assign(doors, { "the listener": site.url, nginx: proxies[0]?.url, Caddy: proxies[1]?.url });
});
afterAll(async () => {
  for (const proxy of proxies) proxy.stop();
  try {
    await site.stop();
  } finally {
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

describe.each(["the listener", "nginx", "Caddy"])("against %s", (door) => {
  test(`${SHAPES.length} requests of every method, target and kind of upgrade end no process`, async () => {
    await inParallel(SHAPES, async ({ method, target, headers }) => {
      const bytes = head(method, target, [...(HEADERS[headers] ?? []), "connection: close"]);
      expect(await sendRaw(urlOf(door), bytes).catch(String), bytes).toMatch(/^(HTTP\/1\.[01] |Error|$)/);
    });
    await expectAlive(door);
  });

  test.each(["/about", "/realtime/v1/websocket"])(
    "a handshake for %s may be reset at every byte, and after it",
    async (target) => {
      const bytes = head("GET", target, UPGRADE);
      const cuts = Array.from({ length: bytes.length + 1 }, (_, length) => length);
      await inParallel(cuts, (length) => abandon(door, bytes.slice(0, length), "reset"));
      for (let waitMs = 0; waitMs < 10; waitMs++) await abandon(door, bytes, "reset", waitMs);
      await expectAlive(door);
    },
  );

  test("a post may be reset or half closed at every byte", async () => {
    const body = JSON.stringify({ messages: [{ topic: "t", event: "e", payload: {} }] });
    const headers = [`apikey: ${anonKey}`, "content-type: application/json", `content-length: ${body.length}`];
    const bytes = head("POST", "/realtime/v1/api/broadcast", headers) + body;
    const cuts = Array.from({ length: bytes.length + 1 }, (_, length) => length);
    await inParallel(cuts, (length) => abandon(door, bytes.slice(0, length), "reset"));
    await inParallel(cuts, (length) => abandon(door, bytes.slice(0, length), "half close"));
    await expectAlive(door);
  });

  test("an open WebSocket may be reset, half closed or sent anything", async () => {
    const bytes = head("GET", `/realtime/v1/websocket?vsn=2.0.0&apikey=${anonKey}`, UPGRADE);
    const frames = [
      [],
      [0x81],
      [0x81, 0x80],
      [0x81, 0xff],
      [0xff, 0xff],
      [0x88, 0x80, 0, 0, 0, 0],
      [0x82, 0xfe, 0xff, 0xff],
    ];
    for (const ending of ["reset", "half close"] as const) {
      await inParallel(frames, (frame) => abandon(door, bytes, ending, 50, Buffer.from(frame)));
    }
    await expectAlive(door);
  });

  test("pipelined requests with an upgrade among them", async () => {
    const page = head("GET", "/about", []);
    for (const target of TARGETS) {
      const upgrade = head("GET", target, UPGRADE);
      for (const bytes of [page + upgrade, upgrade + page, page + upgrade + page, upgrade + upgrade]) {
        await abandon(door, bytes, "half close", 5);
        await abandon(door, bytes, "reset", 5);
      }
    }
    await expectAlive(door);
  });

  test("JSON that is nested 20,000 levels deep is refused", async () => {
    const deep = "[".repeat(20_000) + "]".repeat(20_000);
    const headers = { apikey: anonKey, "content-type": "application/json", host: "agency.example" };
    const messages = `{"messages":[{"topic":"t","event":"e","payload":${deep}}]}`;
    expect((await get(urlOf(door), "/realtime/v1/api/broadcast", headers, "POST", messages)).status).toBe(422);
    const path = "/realtime/v1/api/broadcast/t/events/e";
    expect((await get(urlOf(door), path, headers, "POST", deep)).status).toBe(422);
    await expectAlive(door);
  });
});

test("a body that is refused before its end is read, or closes the connection in words, so that no proxy uses it again", async () => {
  const body = "a".repeat(2_000_000);
  for (const path of ["/auth/v1/sso/saml/acs", "/rest/v1/rpc/search_posts", "/contact"]) {
    const headers = ["content-type: application/x-www-form-urlencoded", `content-length: ${body.length}`];
    const request = head("POST", path, [`apikey: ${anonKey}`, ...headers]);
    const [whole, part] = await Promise.all([
      sendRaw(site.url, request + body + head("GET", "/about", ["connection: close"])),
      sendRaw(site.url, request + body.slice(1)),
    ]);
    expect(whole, path).toMatch(/^HTTP\/1\.1 413 [^]*HTTP\/1\.1 200 /);
    expect(part, path).toMatch(/^HTTP\/1\.1 413 /);
    expect(part.toLowerCase(), path).toContain("\r\nconnection: close\r\n");
  }
});

test("a client that keeps its side open after a refusal is cut off", async () => {
  for (const bytes of [head("GET", "/about", UPGRADE), "NONSENSE\r\n\r\n"]) {
    const socket = openSocket(site.url, true);
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.write(bytes);
    await new Promise((resolve) => socket.resume().once("end", resolve));
    const writing = setInterval(() => socket.write("x"), 100);
    await closed;
    clearInterval(writing);
  }
});

test("broken connections are logged at most once a second, and none as an error", () => {
  const lines = site.log.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const faults = lines.filter(({ event }) => event === "connection failed");
  const seconds = (Date.parse(lines.at(-1)?.time) - Date.parse(lines[0]?.time)) / 1_000;
  expect(faults.length).toBeLessThanOrEqual(seconds + 1);
  expect(lines.filter(({ level }) => level === "error")).toEqual([]);
});

function head(method: string, target: string, headers: readonly string[]): string {
  return `${[`${method} ${target} HTTP/1.1`, "host: agency.example", ...headers].join("\r\n")}\r\n\r\n`;
}

const urlOf = (door: string) => doors[door] ?? "";

function openSocket(url: string, allowHalfOpen: boolean): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen });
  return socket.on("error", () => {});
}

/** Sends bytes and leaves; `more` is sent after the wait. */
async function abandon(
  door: string,
  bytes: string,
  how: "reset" | "half close",
  waitMs = 0,
  more?: Buffer,
): Promise<void> {
  const socket = openSocket(urlOf(door), true);
  const closed = new Promise((resolve) => socket.on("close", resolve));
  const sent = new Promise<void>((resolve) => {
    socket.on("connect", () => (bytes ? socket.write(bytes, () => resolve()) : resolve()));
  });
  await Promise.race([sent, closed]);
  await sleep(waitMs);
  if (more) socket.write(more);
  if (how === "half close") {
    socket.resume().end();
    await Promise.race([closed, sleep(50)]);
  }
  socket.resetAndDestroy();
  await closed;
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const run = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

async function expectAlive(door: string): Promise<void> {
  expect(site.process.exitCode, site.log.at(-1)).toBeNull();
  expect((await get(urlOf(door), "/about", { host: "agency.example" })).status).toBe(200);
}
