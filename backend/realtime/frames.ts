import * as v from "valibot";
import { parseJson } from "../parse-json.ts";

/** Versions of the serializer that realtime-js speaks. */
export type ProtocolVersion = "1.0.0" | "2.0.0";

/** A message of the Phoenix channel protocol. */
export type Frame = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
};

/** A broadcast that a client sends or receives. Binary payloads exist in version 2 only. */
export type Broadcast = { readonly event: string; readonly payload: unknown; readonly meta?: object | undefined };

export type Message = { readonly data: Buffer; readonly isBinary: boolean };
/** A message to the members of a topic, encoded once for each version; undefined where the version cannot carry it. */
export type SharedFrame = (version: ProtocolVersion) => Message | undefined;

export const TOPIC_PREFIX = "realtime:";
const KIND_BROADCAST_PUSH = 3;
const KIND_BROADCAST = 4;
const ENCODING_BINARY = 0;
const MAX_NAME_BYTES = 255;

const name = v.pipe(v.string(), v.maxLength(MAX_NAME_BYTES));
const ref = v.optional(v.nullable(name), null);
const FrameV1 = v.object({ topic: name, event: name, payload: v.unknown(), ref, join_ref: ref });
const FrameV2 = v.tuple([v.nullable(name), v.nullable(name), name, name, v.unknown()]);

/** Returns undefined for a message that does not follow the protocol. */
export function decodeFrame(data: Buffer, isBinary: boolean, version: ProtocolVersion): Frame | undefined {
  try {
    if (isBinary) return version === "2.0.0" ? decodeBroadcastPush(data) : undefined;
    const message = parseJson(data.toString());
    if (version === "1.0.0") {
      const { join_ref: joinRef, ...frame } = v.parse(FrameV1, message);
      return { ...frame, joinRef };
    }
    const [joinRef, reference, topic, event, payload] = v.parse(FrameV2, message);
    return { joinRef, ref: reference, topic, event, payload };
  } catch (error) {
    if (error instanceof v.ValiError || error instanceof RangeError) return undefined;
    throw error;
  }
}

export function encodeFrame({ joinRef, ref: reference, topic, event, payload }: Frame, version: ProtocolVersion) {
  if (version === "2.0.0") return JSON.stringify([joinRef, reference, topic, event, payload]);
  return JSON.stringify({ topic, event, payload, ref: reference, join_ref: joinRef });
}

export function shareFrame(topicName: string, event: string, payload: unknown): SharedFrame {
  const frame = { joinRef: null, ref: null, topic: TOPIC_PREFIX + topicName, event, payload };
  return share((version) => encodeFrame(frame, version));
}

export function shareBroadcast(topicName: string, broadcast: Broadcast): SharedFrame {
  return share((version) => encodeBroadcast(TOPIC_PREFIX + topicName, broadcast, version));
}

export function toMessage(encoded: string | Buffer): Message {
  return typeof encoded === "string"
    ? { data: Buffer.from(encoded), isBinary: false }
    : { data: encoded, isBinary: true };
}

function share(encode: (version: ProtocolVersion) => string | Buffer | undefined): SharedFrame {
  const messages = new Map<ProtocolVersion, Message | undefined>();
  return (version) => {
    if (!messages.has(version)) {
      const encoded = encode(version);
      messages.set(version, encoded === undefined ? undefined : toMessage(encoded));
    }
    return messages.get(version);
  };
}

function encodeBroadcast(topic: string, broadcast: Broadcast, version: ProtocolVersion) {
  const { event, payload, meta } = broadcast;
  if (!(payload instanceof Uint8Array)) {
    const frame = { type: "broadcast", event, payload, ...(meta && { meta }) };
    return encodeFrame({ joinRef: null, ref: null, topic, event: "broadcast", payload: frame }, version);
  }
  if (version === "1.0.0") return undefined;
  const names = [topic, event, meta ? JSON.stringify(meta) : ""].map((text) => Buffer.from(text));
  if (names.some(({ length }) => length > MAX_NAME_BYTES)) return undefined;
  const lengths = names.map(({ length }) => length);
  return Buffer.concat([Buffer.from([KIND_BROADCAST, ...lengths, ENCODING_BINARY]), ...names, payload]);
}

/** Header: kind, then the lengths of join reference, reference, topic, event and metadata, then the encoding. */
function decodeBroadcastPush(data: Buffer): Frame | undefined {
  const [kind, joinRefLength = 0, refLength = 0, topicLength = 0, eventLength = 0, metaLength = 0, encoding] = data;
  if (kind !== KIND_BROADCAST_PUSH) return undefined;
  let offset = 7;
  const read = (length: number) => {
    if (offset + length > data.length) throw new RangeError("The frame is shorter than its header says");
    return data.subarray(offset, (offset += length));
  };
  const [joinRef, reference, topic, event, meta] = [joinRefLength, refLength, topicLength, eventLength, metaLength].map(
    (length) => read(length).toString(),
  ) as [string, string, string, string, string];
  const rest = data.subarray(offset);
  const payload: unknown = encoding === ENCODING_BINARY ? rest : parseJson(rest.toString());
  if (payload === undefined) return undefined;
  const options = meta ? v.parse(v.looseObject({}), parseJson(meta)) : {};
  return {
    joinRef: joinRef || null,
    ref: reference || null,
    topic,
    event: "broadcast",
    payload: { ...options, type: "broadcast", event, payload },
  };
}
