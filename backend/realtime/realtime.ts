import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Sql } from "postgres";
import * as v from "valibot";
import { WebSocketServer } from "ws";
import { createLimiter, QueueFullError } from "../../domain/limiter.ts";
import { widestNetworkOf } from "../../domain/network.ts";
import type { AccessTokens } from "../auth/tokens/access-tokens.ts";
import { type Authenticate, AuthFailure, readApiKey } from "../authenticate.ts";
import { CLIENT_ADDRESS_HEADER } from "../client-address.ts";
import { allowAllOrigins } from "../cors.ts";
import type { Claims } from "../database/database.ts";
import type { ApiKeys } from "../keys.ts";
import type { Log } from "../log.ts";
import { parseJson } from "../parse-json.ts";
import { RETRY_AFTER } from "../retry-after.ts";
import { sendAndClose } from "../send-and-close.ts";
import { createChanges } from "./changes.ts";
import { ONLY_PRIVATE, readTopicPermissions, type RealtimeContext, storeBroadcast, TOO_MANY_BYTES } from "./channel.ts";
import { Connection } from "./connection.ts";
import type { Broadcast } from "./frames.ts";
import { type Bucket, createBucket } from "./rate.ts";
import { type TopicName, Topics } from "./topics.ts";

type RealtimeOptions = {
  readonly sql: Sql;
  readonly keys: ApiKeys;
  readonly tokens: AccessTokens;
  readonly authenticate: Authenticate;
  /** Whether other processes may use the same database. */
  readonly isShared: boolean;
  readonly isPublic: boolean;
  readonly log: Log;
};

export type Realtime = Awaited<ReturnType<typeof startRealtime>>;

const MAX_CONNECTIONS = 4_000;
const MAX_CONNECTIONS_PER_NETWORK = 200;
/** Of those, connections that have not joined a topic, where strangers are kept out. */
const MAX_STRANGERS_PER_NETWORK = 20;
const MAX_MESSAGE_BYTES = 256 * 1024;
const NETWORK_RATE = { perSecond: 500, burst: 1_000 };
/** Database work of all clients, and of one network. */
const LEVELS = [
  { maxRunning: 3, maxWaiting: 4_000 },
  { maxRunning: 2, maxWaiting: 1_000 },
] as const;
const CHECK_INTERVAL_MS = 15_000;
const CLOSE_GOING_AWAY = 1001;
const CLOSE_TIMEOUT_MS = 500;

/** realtime/v1: the WebSocket protocol of realtime-js, and broadcasts over HTTP. */
export async function startRealtime({ sql, keys, tokens, authenticate, isShared, isPublic, log }: RealtimeOptions) {
  const report = (error: unknown) => log.error("failed", { error });
  const changes = createChanges({ sql, log });
  const topics = new Topics({ sql, isShared, log, onChange: (id) => changes.onChange(id) });
  await topics.start();
  const context: RealtimeContext = {
    sql,
    isPublic,
    topics,
    changes,
    limit: createLimiter({ levels: LEVELS }),
    report,
    async identify(token) {
      const role = readApiKey(keys, token);
      if (role) return { role };
      const result = await tokens.verify(token);
      return "claims" in result ? result.claims : undefined;
    },
  };
  const sockets = createSockets(keys, context);
  return {
    routes: new Hono()
      .use("*", allowAllOrigins(["GET", "POST"]))
      .route("/", createBroadcastRoutes({ ...context, authenticate })),
    upgrade: sockets.upgrade,
    closeConnections: sockets.close,
    stop: () => topics.stop(),
  };
}

/** An administrator who prepared the database may have left out schema realtime. */
export async function hasRealtimeSchema(sql: Sql): Promise<boolean> {
  const [row] = await sql`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'realtime' and c.relname = 'bus' and has_schema_privilege(n.oid, 'usage')
      and has_table_privilege(c.oid, 'insert, delete')`;
  return row !== undefined;
}

function createSockets(keys: ApiKeys, context: RealtimeContext) {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const networks = new Map<string, { readonly connections: Set<Connection>; readonly bucket: Bucket }>();
  const checking = setInterval(() => void check().catch(context.report), CHECK_INTERVAL_MS).unref();

  /** Ends idle connections, and channels whose session has ended or whose token has expired. */
  async function check(): Promise<void> {
    const valid = new Map<string, boolean>();
    for (const connection of [...networks.values()].flatMap(({ connections }) => Array.from(connections))) {
      connection.closeIfIdle();
      for (const { topic, token } of connection.tokens()) {
        const isValid = valid.get(token) ?? (await context.identify(token)) !== undefined;
        valid.set(token, isValid);
        if (!isValid) connection.closeChannel(topic, "The token has expired or the session has ended.");
      }
    }
  }

  function isFull(connections: ReadonlySet<Connection>): boolean {
    if (connections.size >= MAX_CONNECTIONS_PER_NETWORK || server.clients.size >= MAX_CONNECTIONS) return true;
    const strangers = context.isPublic ? 0 : [...connections].filter(({ hasJoined }) => !hasJoined).length;
    return strangers >= MAX_STRANGERS_PER_NETWORK;
  }

  return {
    /** Completes the handshake of a WebSocket; `address` is the client's. */
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void => {
      // Not parsed as a URL: the target may be anything that HTTP's grammar allows, such as //host:99999/.
      const [path, query] = (request.url ?? "").split("?", 2);
      const searchParams = new URLSearchParams(query);
      const apiKey = searchParams.get("apikey") ?? String(request.headers.apikey ?? "");
      const version = searchParams.get("vsn") === "2.0.0" ? "2.0.0" : "1.0.0";
      if (path !== "/realtime/v1/websocket") return sendAndClose(socket, "404 Not Found");
      if (!readApiKey(keys, apiKey)) return sendAndClose(socket, "401 Unauthorized");
      const name = widestNetworkOf(address);
      const network = networks.get(name) ?? { connections: new Set(), bucket: createBucket(NETWORK_RATE) };
      if (isFull(network.connections)) return sendAndClose(socket, "429 Too Many Requests", { "retry-after": "30" });
      networks.set(name, network);
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const { bucket: networkBucket, connections } = network;
        const connection = new Connection({
          socket: webSocket,
          transport: socket,
          version,
          network: name,
          apiKey,
          context,
          networkBucket,
        });
        connections.add(connection);
        webSocket.on("close", () => {
          connections.delete(connection);
          if (connections.size === 0) networks.delete(name);
        });
      });
    },

    /** Clients connect again by themselves, to another process or to the next one. */
    close: (): void => {
      clearInterval(checking);
      for (const client of server.clients) {
        client.close(CLOSE_GOING_AWAY, "restarting");
        setTimeout(() => client.terminate(), CLOSE_TIMEOUT_MS).unref();
      }
    },
  };
}

type RouteOptions = Pick<RealtimeContext, "sql" | "isPublic" | "topics" | "limit" | "report"> & {
  readonly authenticate: Authenticate;
};

const MAX_BODY_BYTES = 256 * 1024;
const MAX_MESSAGES = 100;
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(255));
const Messages = v.object({
  messages: v.pipe(
    v.array(
      v.object({ topic: name, event: name, payload: v.unknown(), private: v.optional(v.nullable(v.boolean()), false) }),
    ),
    v.maxLength(MAX_MESSAGES),
  ),
});

/** POST /api/broadcast with several messages, and /api/broadcast/{topic}/events/{event} with one payload. */
function createBroadcastRoutes(options: RouteOptions): Hono {
  const { sql, isPublic, topics, authenticate, limit, report } = options;

  async function canSend(claims: Claims, { name: topic, isPrivate }: TopicName): Promise<boolean> {
    if (!isPrivate || claims.role === "service_role") return true;
    return (await readTopicPermissions(sql, claims, topic)).canSend;
  }

  async function sendAll(request: Request, messages: readonly (readonly [TopicName, Broadcast, boolean])[]) {
    const claims = await authenticate(request);
    if (!isPublic && claims.role !== "service_role") return problem(403, "Broadcasts over HTTP need the service key.");
    if (!isPublic && messages.some(([{ isPrivate }]) => !isPrivate)) return problem(403, ONLY_PRIVATE);
    const network = widestNetworkOf(request.headers.get(CLIENT_ADDRESS_HEADER) ?? "");
    return limit(async () => {
      for (const [topic] of messages) if (!(await canSend(claims, topic))) return forbidden(topic);
      for (const [topic, broadcast, isStored] of messages) {
        if (isStored) await storeBroadcast(sql, topic.name, broadcast);
        else if (!topics.broadcast(topic, broadcast, { network })) return problem(429, TOO_MANY_BYTES, RETRY_AFTER);
      }
      return new Response(null, { status: 202 });
    }, [network]);
  }

  return new Hono()
    .use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => problem(413, "The message is too large.") }))
    .post("/api/broadcast", async (c) => {
      const { success, output } = v.safeParse(Messages, parseJson(await c.req.text()));
      if (!success) return problem(422, "Send {messages: [{topic, event, payload, private}]}.");
      const messages = output.messages.map(
        ({ topic, event, payload, private: isPrivate }) =>
          [{ name: topic, isPrivate: isPrivate ?? false }, { event, payload }, false] as const,
      );
      return sendAll(c.req.raw, messages);
    })
    .post("/api/broadcast/:topic/events/:event", async (c) => {
      const { topic, event } = c.req.param();
      const isBinary = c.req.header("content-type") === "application/octet-stream";
      const payload: unknown = isBinary ? new Uint8Array(await c.req.arrayBuffer()) : parseJson(await c.req.text());
      const isPrivate = c.req.query("private") === "true";
      const isStored = isPrivate && /[?&]persist(%5Bttl%5D|\[ttl\])?=/i.test(c.req.url);
      if (payload === undefined || (isBinary && isStored)) return problem(422, "The body must be JSON.");
      return sendAll(c.req.raw, [[{ name: topic, isPrivate }, { event, payload }, isStored]]);
    })
    .notFound(() => problem(404, "Not supported"))
    .onError((error) => {
      if (error instanceof AuthFailure) return error.toResponse();
      if (!(error instanceof QueueFullError)) report(error);
      return problem(503, "Realtime is busy. Please try again.", RETRY_AFTER);
    });
}

function problem(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers });
}

function forbidden({ name: topic }: TopicName): Response {
  return problem(403, `You do not have permissions to write to this Channel topic: ${topic}`);
}
