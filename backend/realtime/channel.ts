import { randomUUID } from "node:crypto";
import postgres, { type Sql, type TransactionSql } from "postgres";
import * as v from "valibot";
import type { Limiter } from "../../domain/limiter.ts";
import type { Claims } from "../database/database.ts";
import type { Changes, Subscription } from "./changes.ts";
import { type Broadcast, shareBroadcast, type SharedFrame } from "./frames.ts";
import type { JoinConfig } from "./join-config.ts";
import { createPresence, type Presence, type TopicName, type Topics } from "./topics.ts";

export type ChannelOutput = {
  readonly sendFrame: (event: string, payload: unknown) => void;
  readonly sendShared: (frame: SharedFrame) => void;
};

export type Credentials = { readonly claims: Claims; readonly token: string };

type ChannelOptions = {
  readonly context: RealtimeContext;
  readonly name: string;
  readonly config: JoinConfig;
  readonly credentials: Credentials;
  readonly network: string;
  readonly output: ChannelOutput;
};

/** The message is for the client. */
export class ChannelError extends Error {}

const DELETES_HIDDEN = "Deletes reach only admins and the service role, so this channel is not told of them.";
export const ONLY_PRIVATE = "Only private topics are open here. REALTIME_PUBLIC=1 opens the others.";
const MAX_PRESENCE_CHARACTERS = 4_096;
const MAX_REPLAYED = 25;
export const TOO_MANY_BYTES = "Too many bytes for the members of this topic. Please send fewer or smaller messages.";

const BroadcastPayload = v.object({
  event: v.pipe(v.string(), v.maxLength(255)),
  payload: v.optional(v.unknown(), {}),
  persist: v.optional(v.union([v.boolean(), v.object({ ttl: v.number() })]), false),
});
const PresencePayload = v.object({
  event: v.picklist(["track", "untrack"]),
  payload: v.optional(v.nullable(v.record(v.string(), v.unknown())), {}),
});

/** Joins a topic, or throws a ChannelError that says why not. */
export async function openChannel(options: ChannelOptions): Promise<Channel> {
  const { context, name, config, credentials } = options;
  const topic = { name, isPrivate: config.private ?? false };
  if (!topic.isPrivate && !context.isPublic) throw new ChannelError(ONLY_PRIVATE);
  const permissions = await requirePermissions(context.sql, credentials.claims, topic);
  const bindings = config.postgres_changes ?? [];
  const subscriptions = bindings.length > 0 ? await context.changes.subscribe(bindings) : [];
  if (subscriptions) return new Channel(options, topic, permissions, subscriptions);
  const facts = JSON.stringify(bindings.map(({ event, schema, table, filter }) => ({ event, schema, table, filter })));
  throw new ChannelError(`Unable to subscribe to changes. Publish the table and check the filter: ${facts}`);
}

/** A topic that one client has joined: a member of the topic and a subscriber of changes. */
export class Channel {
  readonly subscriptions: readonly Subscription[];
  readonly seesPresence: boolean;
  readonly sendShared: ChannelOutput["sendShared"];
  readonly sendFrame: ChannelOutput["sendFrame"];
  readonly #context: RealtimeContext;
  readonly #topic: TopicName;
  readonly #config: JoinConfig;
  readonly #presenceKey: string;
  readonly #network: string;
  #credentials: Credentials;
  #permissions: TopicPermissions;
  #presence: Presence | undefined;

  constructor(
    { context, config, credentials, network, output }: ChannelOptions,
    topic: TopicName,
    permissions: TopicPermissions,
    subscriptions: readonly Subscription[],
  ) {
    this.subscriptions = subscriptions;
    this.seesPresence = config.presence?.enabled === true && permissions.canSeePresence;
    this.sendShared = output.sendShared;
    this.sendFrame = output.sendFrame;
    this.#context = context;
    this.#topic = topic;
    this.#config = config;
    this.#presenceKey = config.presence?.key || randomUUID();
    this.#credentials = credentials;
    this.#network = network;
    this.#permissions = permissions;
  }

  get token(): string {
    return this.#credentials.token;
  }

  get claims(): Claims {
    return this.#credentials.claims;
  }

  /** Called after the client knows that it has joined. */
  async start(): Promise<void> {
    const { topics, changes } = this.#context;
    if (this.#permissions.canReceive) topics.join(this.#topic, this);
    if (this.subscriptions.length > 0) {
      // Before anything is awaited: the client has been told that it has joined, and counts on every change from then on.
      changes.add(this);
      const bindings = this.subscriptions.map(({ binding }) => binding);
      if (await changes.hidesDeletes(bindings, this.claims)) this.#sendSystem("postgres_changes", DELETES_HIDDEN);
      this.#sendSystem("postgres_changes", "Subscribed to PostgreSQL");
    }
    if (this.#config.broadcast?.replication_ready) this.#sendSystem("system", "Replication connection established");
    if (this.seesPresence) this.sendFrame("presence_state", topics.presenceState(this.#topic));
    await this.#replay();
  }

  /** Returns whether the client wants an acknowledgement. */
  async broadcast(payload: unknown): Promise<boolean> {
    const { success, output: broadcast } = v.safeParse(BroadcastPayload, payload);
    if (!success) throw new ChannelError("A broadcast needs an event.");
    if (!this.#permissions.canSend) {
      throw new ChannelError("You do not have permissions to write to this Channel topic.");
    }
    const { ack = false, self = false } = this.#config.broadcast ?? {};
    const { name, isPrivate } = this.#topic;
    if (broadcast.persist && isPrivate) await storeBroadcast(this.#context.sql, name, broadcast);
    else {
      const origin = { network: this.#network, except: self ? undefined : this };
      if (!this.#context.topics.broadcast(this.#topic, broadcast, origin)) throw new ChannelError(TOO_MANY_BYTES);
    }
    return ack;
  }

  presence(payload: unknown): void {
    const { success, output: message } = v.safeParse(PresencePayload, payload);
    const size = success ? JSON.stringify(message.payload).length : 0;
    if (!success || size > MAX_PRESENCE_CHARACTERS) {
      throw new ChannelError(`Presence needs track or untrack, and at most ${MAX_PRESENCE_CHARACTERS} characters.`);
    }
    if (!this.#permissions.canTrack) throw new ChannelError("You do not have permissions to track presence here.");
    const { topics } = this.#context;
    if (message.event !== "track") return this.#track(undefined);
    if (!topics.spend(this.#topic, size, this.#network)) throw new ChannelError(TOO_MANY_BYTES);
    this.#track(createPresence(this.#presenceKey, message.payload ?? {}, topics.process));
  }

  sendChange(payload: object): void {
    this.sendFrame("postgres_changes", payload);
  }

  /** Renews the token; throws if it may not read the topic. */
  async setCredentials(credentials: Credentials): Promise<void> {
    this.#permissions = await requirePermissions(this.#context.sql, credentials.claims, this.#topic);
    this.#credentials = credentials;
  }

  close(): void {
    this.#context.topics.leave(this.#topic, this);
    this.#context.changes.remove(this);
    this.#track(undefined);
  }

  #track(next: Presence | undefined): void {
    const leaves = this.#presence ? [this.#presence] : [];
    this.#presence = next;
    this.#context.topics.changePresence(this.#topic, next ? [next] : [], leaves);
  }

  #sendSystem(extension: string, message: string): void {
    this.sendFrame("system", { extension, status: "ok", message, channel: this.#topic.name });
  }

  async #replay(): Promise<void> {
    const { since, limit = MAX_REPLAYED } = this.#config.broadcast?.replay ?? {};
    const { name, isPrivate } = this.#topic;
    if (since === undefined || !isPrivate || !this.#permissions.canReceive) return;
    const messages = await this.#context.sql<{ id: string; event: string; payload: unknown }[]>`
      select id, coalesce(event, '') as event, payload from realtime.messages
      where topic = ${name} and private and extension = 'broadcast'
        and inserted_at > to_timestamp(${since / 1000}) at time zone 'utc'
      order by inserted_at desc limit ${Math.max(1, Math.min(MAX_REPLAYED, Math.round(limit)))}`;
    for (const { id, event, payload } of messages.toReversed()) {
      this.sendShared(shareBroadcast(name, { event, payload, meta: { id, replayed: true } }));
    }
  }
}

/** The trigger on the table delivers it, on every process. */
export async function storeBroadcast(sql: Sql, topic: string, { event, payload }: Broadcast): Promise<void> {
  if (payload instanceof Uint8Array) throw new ChannelError("Binary messages cannot be stored.");
  await sql`select realtime.send(${JSON.stringify(payload)}::text::jsonb, ${event}, ${topic}, true)`;
}

async function requirePermissions(sql: Sql, claims: Claims, topic: TopicName): Promise<TopicPermissions> {
  if (!topic.isPrivate) return PUBLIC_TOPIC;
  const permissions = await readTopicPermissions(sql, claims, topic.name);
  if (permissions.canReceive || permissions.canSeePresence) return permissions;
  throw new ChannelError(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic.name}`);
}

export type RealtimeContext = {
  readonly sql: Sql;
  /** Whether strangers may connect, and topics without a policy exist. */
  readonly isPublic: boolean;
  readonly topics: Topics;
  readonly changes: Changes;
  /** Returns the claims of a key or of an access token whose session exists. */
  readonly identify: (token: string) => Promise<Claims | undefined>;
  /** Limits work on behalf of clients, fairly between networks. */
  readonly limit: Limiter;
  readonly report: (error: unknown) => void;
};

/** A caller's rights on a private topic, by the policies on realtime.messages. */
export type TopicPermissions = {
  readonly canReceive: boolean;
  readonly canSend: boolean;
  readonly canSeePresence: boolean;
  readonly canTrack: boolean;
};
const PUBLIC_TOPIC: TopicPermissions = {
  canReceive: true,
  canSend: true,
  canSeePresence: true,
  canTrack: true,
};

const EXTENSIONS = ["broadcast", "presence"] as const;
const INSUFFICIENT_PRIVILEGE = "42501";
const CHECK_TIMEOUT = "3s";

/** Tries to read and write rows of the topic as the caller, as Supabase does, and rolls back. */
export async function readTopicPermissions(sql: Sql, claims: Claims, topic: string): Promise<TopicPermissions> {
  const rollback = new Error("Rolled back on purpose");
  let permissions: TopicPermissions | undefined;
  await sql
    .begin(async (transaction) => {
      const rows = EXTENSIONS.map((extension) => ({ topic, extension, private: true }));
      await transaction`insert into realtime.messages ${transaction(rows)}`;
      await transaction`
        select set_config('statement_timeout', ${CHECK_TIMEOUT}, true), set_config('realtime.topic', ${topic}, true),
          set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', ${claims.role}, true)`;
      const readable = await transaction<{ extension: string }[]>`
        select distinct extension from realtime.messages where topic = ${topic}`;
      const canRead = (wanted: string) => readable.some(({ extension }) => extension === wanted);
      permissions = {
        canReceive: canRead("broadcast"),
        canSeePresence: canRead("presence"),
        canSend: await canWrite(transaction, topic, "broadcast"),
        canTrack: await canWrite(transaction, topic, "presence"),
      };
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  if (!permissions) throw new Error("The permissions of a topic were not read");
  return permissions;
}

async function canWrite(transaction: TransactionSql, topic: string, extension: string): Promise<boolean> {
  try {
    await transaction.savepoint(
      (inner) => inner`insert into realtime.messages (topic, extension, private) values (${topic}, ${extension}, true)`,
    );
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}
