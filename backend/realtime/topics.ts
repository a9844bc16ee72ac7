import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import * as v from "valibot";
import { limitLines, type Log } from "../log.ts";
import { type Broadcast, shareBroadcast, type SharedFrame, shareFrame } from "./frames.ts";
import { createBucket, createBuckets } from "./rate.ts";

/** A private topic and a public one of the same name are different topics. */
export type TopicName = { readonly name: string; readonly isPrivate: boolean };

export type Member = {
  readonly sendShared: (frame: SharedFrame) => void;
  readonly seesPresence: boolean;
};

/** Where a broadcast comes from. */
type Origin = { readonly network: string; readonly except?: Member | undefined };

type TopicsOptions = {
  readonly sql: Sql;
  readonly isShared: boolean;
  readonly log: Log;
  readonly onChange: (id: string) => void;
};

/** Bytes times members that clients may make this process send, for each network and together. */
const NETWORK_FAN_OUT = { perSecond: 8 * 1024 * 1024, burst: 32 * 1024 * 1024 };
const FAN_OUT = { perSecond: 32 * 1024 * 1024, burst: 64 * 1024 * 1024 };
const MAX_LOGGED_DROPS_PER_SECOND = 1;
const ALIVE_INTERVAL_MS = 10_000;
/** A process that has not reported for three intervals has ended without saying so. */
const MAX_SILENCE_MS = 3 * ALIVE_INTERVAL_MS;

const PresenceBody = v.object({ key: v.string(), meta: v.looseObject({ phx_ref: v.string() }), process: v.string() });
const BusBody = v.variant("kind", [
  v.object({ kind: v.literal("alive") }),
  v.object({ kind: v.literal("ended") }),
  v.object({
    kind: v.literal("broadcast"),
    topic: v.string(),
    event: v.string(),
    payload: v.unknown(),
    isBinary: v.boolean(),
  }),
  /** Asks the other processes for their clients in a topic. */
  v.object({ kind: v.literal("query"), topic: v.string() }),
  v.object({
    kind: v.literal("presence"),
    topic: v.string(),
    joins: v.array(PresenceBody),
    leaves: v.array(PresenceBody),
  }),
]);

/** Members and presence of every topic, kept in step with the other processes. */
export class Topics {
  readonly #options: TopicsOptions;
  readonly #members = new Map<string, Set<Member>>();
  readonly #presences = createPresences();
  readonly #lastSeen = new Map<string, number>();
  readonly #networkFanOut = createBuckets(NETWORK_FAN_OUT);
  readonly #fanOut = createBucket(FAN_OUT);
  readonly #logDropped: Log["warn"];
  readonly #bus: Bus;
  readonly #alive: NodeJS.Timeout;

  constructor(options: TopicsOptions) {
    this.#options = options;
    this.#logDropped = limitLines((event, facts) => options.log.warn(event, facts), MAX_LOGGED_DROPS_PER_SECOND);
    this.#bus = createBus({
      ...options,
      onBus: (body, sender) => this.#onBus(body, sender),
      onMessage: (id) =>
        void this.#deliverMessage(id).catch((error: unknown) => options.log.error("failed", { error })),
    });
    this.#alive = setInterval(() => this.#reportAlive(), ALIVE_INTERVAL_MS).unref();
  }

  get process(): string {
    return this.#bus.process;
  }

  start(): Promise<void> {
    return this.#bus.start();
  }

  async stop(): Promise<void> {
    clearInterval(this.#alive);
    await this.#bus.send({ kind: "ended" });
    await this.#bus.stop();
  }

  join(topic: TopicName, member: Member): void {
    const key = topicKey(topic);
    const joined = this.#members.get(key);
    if (joined) return void joined.add(member);
    this.#members.set(key, new Set([member]));
    void this.#bus.send({ kind: "query", topic: key });
  }

  leave(topic: TopicName, member: Member): void {
    const key = topicKey(topic);
    const joined = this.#members.get(key);
    joined?.delete(member);
    if (joined?.size === 0) this.#members.delete(key);
  }

  /** Counts a message against the limits of its sender's network. Returns false if it may not be sent now. */
  spend(topic: TopicName, bytes: number, network: string): boolean {
    const cost = this.#cost(topicKey(topic), bytes);
    return this.#networkFanOut(network).take(cost) && this.#fanOut.take(cost);
  }

  /** Returns false if the network's clients have sent too much. */
  broadcast(topic: TopicName, broadcast: Broadcast, { network, except }: Origin): boolean {
    const key = topicKey(topic);
    const { event, payload } = broadcast;
    const frame = shareBroadcast(topic.name, broadcast);
    if (!this.spend(topic, sizeOf(frame), network)) return false;
    this.#sendToMembers(key, frame, except);
    const isBinary = payload instanceof Uint8Array;
    const carried = isBinary ? Buffer.from(payload).toString("base64") : payload;
    void this.#bus.send({ kind: "broadcast", topic: key, event, payload: carried, isBinary });
    return true;
  }

  presenceState(topic: TopicName): PresenceState {
    return toState(this.#presences.list(topicKey(topic)));
  }

  changePresence(topic: TopicName, joins: readonly Presence[], leaves: readonly Presence[]): void {
    if (joins.length + leaves.length === 0) return;
    this.#applyPresence(topicKey(topic), joins, leaves);
    void this.#bus.send({ kind: "presence", topic: topicKey(topic), joins, leaves });
  }

  #cost(topic: string, bytes: number): number {
    return bytes * Math.max(1, this.#members.get(topic)?.size ?? 0);
  }

  #sendToMembers(topic: string, frame: SharedFrame, except?: Member): void {
    for (const member of this.#members.get(topic) ?? []) if (member !== except) member.sendShared(frame);
  }

  #applyPresence(topic: string, joins: readonly Presence[], leaves: readonly Presence[]): void {
    const gone = leaves.filter((presence) => this.#presences.remove(topic, presence));
    for (const presence of joins) this.#presences.add(topic, presence);
    this.#sendDiff(topic, joins, gone);
  }

  #sendDiff(topic: string, joins: readonly Presence[], leaves: readonly Presence[]): void {
    const frame = shareFrame(nameOf(topic), "presence_diff", { joins: toState(joins), leaves: toState(leaves) });
    for (const member of this.#members.get(topic) ?? []) if (member.seesPresence) member.sendShared(frame);
  }

  #onBus(received: unknown, sender: string): void {
    const body = v.parse(BusBody, received);
    this.#lastSeen.set(sender, Date.now());
    if (body.kind === "ended") this.#removeProcess(sender);
    else if (body.kind === "presence") this.#applyPresence(body.topic, body.joins, body.leaves);
    else if (body.kind === "query") {
      const joins = this.#presences.list(body.topic).filter(({ process }) => process === this.process);
      if (joins.length > 0) void this.#bus.send({ kind: "presence", topic: body.topic, joins, leaves: [] });
    } else if (body.kind === "broadcast") {
      const payload = body.isBinary ? Buffer.from(String(body.payload), "base64") : body.payload;
      const frame = shareBroadcast(nameOf(body.topic), { event: body.event, payload });
      // The process that sent it counted its own members only.
      if (this.#fanOut.take(this.#cost(body.topic, sizeOf(frame)))) this.#sendToMembers(body.topic, frame);
      else this.#logDropped("a broadcast of another process was dropped");
    }
  }

  #reportAlive(): void {
    void this.#bus.send({ kind: "alive" });
    for (const [process, at] of this.#lastSeen) if (Date.now() - at > MAX_SILENCE_MS) this.#removeProcess(process);
  }

  #removeProcess(process: string): void {
    this.#lastSeen.delete(process);
    for (const [topic, gone] of this.#presences.removeProcess(process)) this.#sendDiff(topic, [], gone);
  }

  /** A row of realtime.messages: realtime.send(), or a broadcast that is stored for replay. */
  async #deliverMessage(id: string): Promise<void> {
    const message = await readMessage(this.#options.sql, id);
    if (!message) return;
    const { topic: name, event, payload, private: isPrivate } = message;
    this.#sendToMembers(topicKey({ name, isPrivate }), shareBroadcast(name, { event, payload, meta: { id } }));
  }
}

function topicKey({ name, isPrivate }: TopicName): string {
  return `${isPrivate ? "private" : "public"}:${name}`;
}

function nameOf(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

function sizeOf(frame: SharedFrame): number {
  return frame("2.0.0")?.data.length ?? 0;
}

async function readMessage(sql: Sql, id: string) {
  const [message] = await sql<{ topic: string; event: string; payload: unknown; private: boolean }[]>`
    select topic, coalesce(event, '') as event, payload, coalesce(private, false) as private
    from realtime.messages where id = ${id} and extension = 'broadcast'`;
  return message;
}

type BusOptions = {
  readonly sql: Sql;
  /** The embedded database has one process, which needs to tell nobody. */
  readonly isShared: boolean;
  readonly log: Log;
  readonly onBus: (body: unknown, sender: string) => void;
  readonly onMessage: (id: string) => void;
  readonly onChange: (id: string) => void;
};

const CLEANUP_INTERVAL_MS = 60_000;
const NOTIFICATION = /^(message|change|bus) (\S+)$/;

/** Carries notifications of the database, and messages between the processes that share it. */
function createBus({ sql, isShared, log, onBus, onMessage, onChange }: BusOptions) {
  const process = randomUUID();
  const report = (error: unknown) => log.error("failed", { error });
  let listening: { unlisten: () => Promise<void> } | undefined;

  async function readBus(id: string): Promise<void> {
    const [row] = await sql<{ sender: string; body: unknown }[]>`
      select sender, body from realtime.bus where id = ${id} and sender <> ${process}`;
    if (row) onBus(row.body, row.sender);
  }

  function onNotification(payload: string): void {
    const [, kind, id = ""] = NOTIFICATION.exec(payload) ?? [];
    if (kind === "message") onMessage(id);
    else if (kind === "change") onChange(id);
    else if (kind === "bus") readBus(id).catch(report);
  }

  const removeOld = () => sql`
    with c as (delete from realtime.changes where committed_at < now() - interval '5 minutes'),
      b as (delete from realtime.bus where created_at < now() - interval '5 minutes')
    delete from realtime.messages where inserted_at < (now() at time zone 'utc') - interval '1 day'`;
  const cleanup = setInterval(() => void removeOld().catch(report), CLEANUP_INTERVAL_MS).unref();

  return {
    process,
    async start(): Promise<void> {
      listening = await sql.listen("realtime", onNotification);
    },
    /** Errors are logged: the clients of this process have received the message already. */
    async send(body: object): Promise<void> {
      if (!isShared) return;
      try {
        await sql`
          with row as (insert into realtime.bus (sender, body) values (${process}, ${JSON.stringify(body)}::text::jsonb) returning id)
          select pg_notify('realtime', 'bus ' || id) from row`;
      } catch (error) {
        report(error);
      }
    },
    async stop(): Promise<void> {
      clearInterval(cleanup);
      await listening?.unlisten();
    },
  };
}
export type Bus = ReturnType<typeof createBus>;

type Meta = Readonly<Record<string, unknown>> & { readonly phx_ref: string };
/** Metadata by presence key, as realtime-js expects it. */
export type PresenceState = Readonly<Record<string, { readonly metas: readonly Meta[] }>>;
/** One tracked client. `process` is where it is connected. */
export type Presence = { readonly key: string; readonly meta: Meta; readonly process: string };

/** Clients that are present in each topic, on this process and on others. */
function createPresences() {
  const topics = new Map<string, Map<string, Presence>>();

  function add(topic: string, presence: Presence): void {
    const presences = topics.get(topic) ?? new Map<string, Presence>();
    topics.set(topic, presences.set(presence.meta.phx_ref, presence));
  }

  function remove(topic: string, { meta }: Presence): boolean {
    const presences = topics.get(topic);
    const isKnown = presences?.delete(meta.phx_ref) ?? false;
    if (presences?.size === 0) topics.delete(topic);
    return isKnown;
  }

  return {
    add,
    remove,
    list: (topic: string): readonly Presence[] => [...(topics.get(topic)?.values() ?? [])],
    /** Removes the clients of a process that has ended; returns them by topic. */
    removeProcess(process: string): readonly (readonly [topic: string, gone: readonly Presence[]])[] {
      const gone = [...topics].map(
        ([topic, presences]) => [topic, [...presences.values()].filter((one) => one.process === process)] as const,
      );
      for (const [topic, presences] of gone) for (const presence of presences) remove(topic, presence);
      return gone.filter(([, presences]) => presences.length > 0);
    },
  };
}

export function createPresence(key: string, meta: object, process: string): Presence {
  return { key, meta: { ...meta, phx_ref: randomUUID() }, process };
}

function toState(presences: readonly Presence[]): PresenceState {
  const state: Record<string, { metas: Meta[] }> = Object.create(null);
  for (const { key, meta } of presences) (state[key] ??= { metas: [] }).metas.push(meta);
  return state;
}
