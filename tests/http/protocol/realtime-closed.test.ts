import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { join } from "../../fixtures/network/realtime.ts";
import { type ProtocolSite, startProtocolSite } from "../../fixtures/site/protocol-site.ts";

const NOT_JOINED = 1008;
const TOO_LARGE = 1009;
const MAX_STRANGERS = 20;
const PRIVATE = { private: true };

let site: ProtocolSite;
let token: string;
beforeAll(async () => {
  site = await startProtocolSite();
  const { data } = await (await site.admin()).auth.getSession();
  token = data.session?.access_token ?? "";
});
afterAll(() => site.stop());

test("a client that joins nothing is disconnected, and one that has joined with a session's token is not", async () => {
  const stranger = openSocket("10.40.0.1");
  const admin = openSocket("10.40.0.2");
  const [, reply] = await Promise.all([opened(stranger), joinNewsroom(admin, token)]);
  expect(reply).toMatchObject({ status: "ok" });
  expect(await closeCode(stranger)).toBe(NOT_JOINED);
  expect(admin.readyState).toBe(WebSocket.OPEN);
});

test.each([
  ["the public key", () => site.anonKey],
  ["a forged token", () => `${token}x`],
  ["no token", () => undefined],
])("a join with %s is refused with a reason, and ends the connection", async (_, credential) => {
  const socket = openSocket("10.40.1.1");
  const closed = closeCode(socket);
  const reply = await joinNewsroom(socket, credential());
  expect(reply).toMatchObject({ status: "error", response: { reason: expect.stringContaining("Unauthorized") } });
  expect(await closed).toBe(NOT_JOINED);
});

test("before the join one message of at most 8 KB is handled", async () => {
  const talking = openSocket("10.40.2.1");
  const received: string[] = [];
  talking.on("message", (data: Buffer) => received.push(data.toString()));
  await opened(talking);
  for (let n = 0; n < 10; n++) talking.send(JSON.stringify([null, String(n), "phoenix", "heartbeat", {}]));
  expect(await closeCode(talking)).toBe(NOT_JOINED);
  expect(received).toHaveLength(1);

  const large = openSocket("10.40.2.2");
  await opened(large);
  const closed = closeCode(large);
  large.send(frameOf({ access_token: token, config: PRIVATE, padding: "x".repeat(9_000) }));
  expect(await closed).toBe(TOO_LARGE);

  const endless = openSocket("10.40.2.3");
  await opened(endless);
  const ended = closeCode(endless);
  endless.send("x".repeat(9_000), { fin: false });
  expect(await ended, "a message that has not ended yet").toBe(TOO_LARGE);
});

test("several topics can be joined at once", async () => {
  const admin = await site.admin();
  const joining = ["newsroom", "unknown"].map((topic) => join(admin.channel(topic, { config: PRIVATE })));
  const [joined, refused] = await Promise.allSettled(joining);
  expect(joined).toMatchObject({ status: "fulfilled" });
  expect(refused).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining("Unauthorized") } });
  expect(admin.realtime.isConnected()).toBe(true);
  await admin.realtime.disconnect();
});

test("a network has twenty connections that have not joined, and those that have do not count", async () => {
  const members = Array.from({ length: 5 }, () => openSocket("10.40.3.1"));
  await Promise.all(members.map((socket) => joinNewsroom(socket, token)));
  const strangers = Array.from({ length: MAX_STRANGERS + 5 }, () => openSocket("10.40.3.1"));
  const outcomes = await Promise.all(strangers.map(openedOrStatus));
  expect(outcomes.filter((outcome) => outcome === "open")).toHaveLength(MAX_STRANGERS);
  expect(outcomes.filter((outcome) => outcome === 429)).toHaveLength(5);
  expect(await openedOrStatus(openSocket("10.40.4.1")), "another network").toBe("open");
});

test("public topics are closed, and only the service key broadcasts over HTTP", async () => {
  const admin = await site.admin();
  await expect(join(admin.channel("lobby"))).rejects.toThrow("Only private topics");
  const heard: unknown[] = [];
  await join(admin.channel("newsroom", { config: PRIVATE }).on("broadcast", { event: "*" }, (one) => heard.push(one)));
  const messages = [{ topic: "newsroom", event: "word", payload: { n: 1 }, private: true }];
  expect(await broadcast({ messages }, site.anonKey)).toBe(403);
  expect(await broadcast({ messages }, site.anonKey, token)).toBe(403);
  expect(await broadcast({ messages: [{ ...messages[0], private: false }] }, site.serviceKey)).toBe(403);
  expect(await broadcast({ messages }, site.serviceKey)).toBe(202);
  await expect.poll(() => heard).toMatchObject([{ event: "word", payload: { n: 1 } }]);
  await admin.realtime.disconnect();
});

function openSocket(network: string): WebSocket {
  const address = `${site.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${site.anonKey}&vsn=2.0.0`;
  const socket = new WebSocket(address, { headers: { "x-forwarded-for": network } });
  socket.on("error", () => {});
  onTestFinished(() => socket.terminate());
  return socket;
}

const frameOf = (payload: object) => JSON.stringify(["1", "1", "realtime:newsroom", "phx_join", payload]);

/** The payload of the server's reply. */
async function joinNewsroom(socket: WebSocket, accessToken: string | undefined): Promise<unknown> {
  await opened(socket);
  const replied = new Promise<unknown>((resolve) =>
    socket.once("message", (data: Buffer) => resolve(JSON.parse(data.toString())[4])),
  );
  socket.send(frameOf({ access_token: accessToken, config: PRIVATE }));
  return replied;
}

async function broadcast(body: object, apikey: string, bearer = apikey): Promise<number> {
  const headers = { apikey, authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify(body) };
  return (await fetch(`${site.url}/realtime/v1/api/broadcast`, sent)).status;
}

const opened = (socket: WebSocket) => new Promise((resolve) => socket.once("open", resolve));
const closeCode = (socket: WebSocket) => new Promise<number>((resolve) => socket.once("close", resolve));

function openedOrStatus(socket: WebSocket): Promise<"open" | number> {
  return new Promise((resolve) => {
    socket.on("open", () => resolve("open"));
    socket.on("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
  });
}
