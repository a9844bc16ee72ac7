import postgres from "postgres";
import { expect, test } from "vitest";
import type { SharedFrame } from "./frames.ts";
import { Topics } from "./topics.ts";

const TOPIC = { name: "room", isPrivate: false };
const log = { info: () => {}, warn: () => {}, error: () => {} };

test("a broadcast is encoded once for each version, however many members a topic has", () => {
  let encodings = 0;
  const payload = { toJSON: () => ((encodings += 1), "text") };
  const received: unknown[] = [];
  const { topics } = openTopic(200, (frame, n) => received.push(frame(n % 2 === 0 ? "1.0.0" : "2.0.0")?.data));
  expect(topics.broadcast(TOPIC, { event: "x", payload }, { network: "10.0.0.1" })).toBe(true);
  expect(received).toHaveLength(200);
  expect(new Set(received).size).toBe(2);
  expect(encodings).toBe(2);
});

test("the limit of a network counts the bytes of a message times the members of its topic", () => {
  const payload = "x".repeat(200_000);
  const send = (members: number, network: string) => {
    const { topics } = openTopic(members, () => {});
    let sent = 0;
    while (sent < 1_000 && topics.broadcast(TOPIC, { event: "x", payload }, { network })) sent += 1;
    return sent;
  };
  const [few, many] = [send(10, "10.0.0.1"), send(100, "10.0.0.1")];
  expect(few).toBeGreaterThan(10);
  expect(many).toBeLessThanOrEqual(Math.ceil(few / 10));
  expect(send(1_000, "10.0.0.1"), "more bytes than may be sent at once").toBe(0);
});

test("one network's messages leave room for those of others", () => {
  const { topics } = openTopic(50, () => {});
  const send = (network: string) => topics.broadcast(TOPIC, { event: "x", payload: "x".repeat(100_000) }, { network });
  while (send("10.0.0.1"));
  expect(send("10.0.0.2")).toBe(true);
});

function openTopic(members: number, onFrame: (frame: SharedFrame, member: number) => void) {
  const topics = new Topics({ sql: postgres(), isShared: false, log, onChange: () => {} });
  for (let n = 0; n < members; n++) {
    topics.join(TOPIC, { sendShared: (frame) => onFrame(frame, n), seesPresence: false });
  }
  return { topics };
}
