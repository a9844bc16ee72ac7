import type { Duplex } from "node:stream";
import * as v from "valibot";
import type { WebSocket } from "ws";
import { type Channel, ChannelError, type Credentials, openChannel, type RealtimeContext } from "./channel.ts";
import {
  decodeFrame,
  encodeFrame,
  type Frame,
  type Message,
  type ProtocolVersion,
  type SharedFrame,
  TOPIC_PREFIX,
  toMessage,
} from "./frames.ts";
import { JoinPayload } from "./join-config.ts";
import { type Bucket, createBucket } from "./rate.ts";

type ConnectionOptions = {
  readonly socket: WebSocket;
  /** The connection that the socket reads from. */
  readonly transport: Duplex;
  readonly version: ProtocolVersion;
  readonly network: string;
  /** The key in the address counts until a channel brings a token. */
  readonly apiKey: string;
  readonly context: RealtimeContext;
  /** Shared by all connections of the network. */
  readonly networkBucket: Bucket;
};

const MAX_CHANNELS = 100;
const MAX_TOPIC_CHARACTERS = 255;
const MESSAGE_RATE = { perSecond: 100, burst: 200 };
/** A client that does not read is disconnected before its messages fill the memory. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** A client that sends faster than its messages are handled is not read from beyond this. */
const MAX_WAITING_BYTES = 512 * 1024;
/** Where strangers are kept out, a client has this long to join a topic with a token, and this much to say before. */
const MAX_JOIN_MS = 5_000;
const MAX_FIRST_FRAME_BYTES = 8 * 1024;
/** realtime-js sends a heartbeat every 25 seconds. */
const MAX_IDLE_MS = 60_000;
const CLOSE_TOO_FAST = 4408;
const CLOSE_PROTOCOL_ERROR = 1002;
const CLOSE_NOT_JOINED = 1008;
const CLOSE_TOO_LARGE = 1009;
/** A client that does not answer the closing frame is cut off after this. */
const CLOSE_TIMEOUT_MS = 1_000;

const TokenPayload = v.object({ access_token: v.string() });

/** One client with its channels. Messages are handled in order. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #channels = new Map<string, { readonly channel: Channel; readonly joinRef: string | null }>();
  readonly #bucket = createBucket(MESSAGE_RATE);
  #receivedAt = Date.now();
  #work = Promise.resolve();
  #waitingBytes = 0;
  /** Until then one message is handled, and no other is read. */
  #isTrusted: boolean;
  #hasJoined = false;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { socket, networkBucket, context } = options;
    this.#isTrusted = context.isPublic;
    if (!context.isPublic) this.#expectJoin();
    socket.on("message", (data: Buffer, isBinary) => {
      this.#receivedAt = Date.now();
      if (this.#isClosed) return;
      if (!this.#isTrusted && data.length > MAX_FIRST_FRAME_BYTES) return this.#refuseSize();
      if (!this.#bucket.take() || !networkBucket.take()) return this.#close(CLOSE_TOO_FAST, "too many messages");
      this.#waitingBytes += data.length;
      if (!this.#isTrusted || this.#waitingBytes > MAX_WAITING_BYTES) socket.pause();
      this.#enqueue(async () => {
        if (!this.#isClosed) await this.#receive(data, isBinary);
        this.#waitingBytes -= data.length;
        if (this.#waitingBytes <= MAX_WAITING_BYTES) socket.resume();
      });
    });
    socket.on("error", () => socket.terminate());
    // A join that is being handled must not outlive the connection.
    socket.on("close", () => this.#enqueue(() => this.#leaveAll()));
  }

  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  tokens(): readonly { readonly topic: string; readonly token: string }[] {
    return Array.from(this.#channels, ([topic, { channel }]) => ({ topic, token: channel.token }));
  }

  closeIfIdle(): void {
    if (Date.now() - this.#receivedAt > MAX_IDLE_MS) this.#options.socket.terminate();
  }

  /** The client learns the reason and joins again when it has a new token. */
  closeChannel(topic: string, message: string): void {
    const joined = this.#channels.get(topic);
    if (!joined) return;
    this.#leave(topic);
    const { joinRef } = joined;
    const system = { extension: "system", status: "error", message, channel: topic.slice(TOPIC_PREFIX.length) };
    this.#sendFrame({ joinRef, ref: null, topic, event: "system", payload: system });
    this.#sendFrame({ joinRef, ref: joinRef, topic, event: "phx_close", payload: {} });
  }

  #expectJoin(): void {
    const { socket, transport } = this.#options;
    let bytes = 0;
    const count = (chunk: Buffer) => {
      if (this.#isTrusted) transport.off("data", count);
      else if (this.#waitingBytes === 0 && (bytes += chunk.length) > MAX_FIRST_FRAME_BYTES) this.#refuseSize();
    };
    transport.on("data", count);
    const timer = setTimeout(() => {
      if (!this.#hasJoined) this.#close(CLOSE_NOT_JOINED, "no topic was joined");
    }, MAX_JOIN_MS).unref();
    socket.on("close", () => clearTimeout(timer));
  }

  #refuseSize(): void {
    this.#close(CLOSE_TOO_LARGE, "too large before a topic is joined");
  }

  /** Messages that wait are not handled any more. */
  #close(code: number, reason: string): void {
    const { socket } = this.#options;
    this.#isClosed = true;
    socket.close(code, reason);
    socket.resume();
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  /** An error ends this connection only. */
  #enqueue(task: () => Promise<void> | void): void {
    const { socket, context } = this.#options;
    this.#work = this.#work.then(task).catch((error: unknown) => {
      context.report(error);
      socket.terminate();
    });
  }

  async #receive(data: Buffer, isBinary: boolean): Promise<void> {
    const { version, network, context } = this.#options;
    const frame = decodeFrame(data, isBinary, version);
    if (!frame) return this.#close(CLOSE_PROTOCOL_ERROR, "malformed message");
    try {
      await context.limit(() => this.#handle(frame), [network]);
    } catch (error) {
      const isExpected = error instanceof ChannelError;
      if (!isExpected) context.report(error);
      this.#reply(frame, "error", { reason: isExpected ? error.message : "Realtime is busy. Please try again." });
    }
    if (!this.#isTrusted) this.#close(CLOSE_NOT_JOINED, "join with the token of a session");
  }

  async #handle(frame: Frame): Promise<void> {
    if (frame.topic === "phoenix" && frame.event === "heartbeat") return this.#reply(frame, "ok");
    if (frame.event === "phx_join") return this.#join(frame);
    const { channel } = this.#channels.get(frame.topic) ?? {};
    if (!channel) return this.#reply(frame, "error", { reason: "unmatched topic" });
    if (frame.event === "phx_leave") {
      this.#leave(frame.topic);
      this.#reply(frame, "ok");
      return this.#sendFrame({ ...frame, ref: frame.joinRef, event: "phx_close", payload: {} });
    }
    if (frame.event === "access_token") return this.#renew(frame, channel);
    if (frame.event === "presence") {
      channel.presence(frame.payload);
      return this.#reply(frame, "ok");
    }
    if (frame.event !== "broadcast") throw new ChannelError(`Unknown event: ${frame.event.slice(0, 50)}`);
    if (await channel.broadcast(frame.payload)) this.#reply(frame, "ok");
  }

  async #join(frame: Frame): Promise<void> {
    const { version, apiKey, network, context } = this.#options;
    const { topic, joinRef } = frame;
    const name = topic.slice(TOPIC_PREFIX.length);
    const isTopic = topic.startsWith(TOPIC_PREFIX) && name !== "" && name.length <= MAX_TOPIC_CHARACTERS;
    const { success, output: payload } = v.safeParse(JoinPayload, frame.payload ?? {});
    if (!isTopic || !success) throw new ChannelError("This join is malformed: check the topic and the options.");
    this.#leave(topic);
    if (this.#channels.size >= MAX_CHANNELS) throw new ChannelError("Too many channels on this connection");
    const credentials = await this.#requireCredentials(payload.access_token || apiKey);
    this.#isTrusted = true;
    const output = {
      sendFrame: (event: string, message: unknown) =>
        this.#sendFrame({ joinRef, ref: null, topic, event, payload: message }),
      sendShared: (shared: SharedFrame) => this.#send(shared(version)),
    };
    const channel = await openChannel({ context, name, config: payload.config, credentials, network, output });
    this.#channels.set(topic, { channel, joinRef });
    this.#hasJoined = true;
    const bindings = channel.subscriptions.map(({ id, binding }) => Object.assign({ id }, binding));
    this.#reply(frame, "ok", { postgres_changes: bindings });
    await channel.start();
  }

  async #renew(frame: Frame, channel: Channel): Promise<void> {
    const { success, output } = v.safeParse(TokenPayload, frame.payload);
    if (!success || output.access_token === channel.token) return;
    try {
      await channel.setCredentials(await this.#requireCredentials(output.access_token));
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      this.closeChannel(frame.topic, error.message);
    }
  }

  async #requireCredentials(token: string): Promise<Credentials> {
    const { context } = this.#options;
    const claims = await context.identify(token);
    if (!claims) throw new ChannelError("Unauthorized: the token is invalid or has expired");
    if (claims.role === "anon" && !context.isPublic)
      throw new ChannelError("Unauthorized: sign in to join topics here");
    return { claims, token };
  }

  #leave(topic: string): void {
    this.#channels.get(topic)?.channel.close();
    this.#channels.delete(topic);
  }

  #leaveAll(): void {
    for (const topic of this.#channels.keys()) this.#leave(topic);
  }

  #reply({ joinRef, ref, topic }: Frame, status: "ok" | "error", response: object = {}): void {
    this.#sendFrame({ joinRef, ref, topic, event: "phx_reply", payload: { status, response } });
  }

  #sendFrame(frame: Frame): void {
    this.#send(toMessage(encodeFrame(frame, this.#options.version)));
  }

  #send(message: Message | undefined): void {
    const { socket } = this.#options;
    if (message === undefined || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount + message.data.length > MAX_BUFFERED_BYTES) return socket.terminate();
    socket.send(message.data, { binary: message.isBinary });
  }
}
