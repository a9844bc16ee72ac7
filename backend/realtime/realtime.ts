import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { Hono } from "hono";
import type { Sql } from "postgres";
import { WebSocketServer } from "ws";
import { createLimiter } from "../../domain/limiter.ts";
import { widestNetworkOf } from "../../domain/network.ts";
import type { AccessTokens } from "../auth/tokens/access-tokens.ts";
import { type Authenticate, readApiKey } from "../authenticate.ts";
import { allowAllOrigins } from "../cors.ts";
import type { ApiKeys } from "../keys.ts";
import type { Log } from "../log.ts";
import { sendAndClose } from "../send-and-close.ts";
import { createBroadcastRoutes } from "./broadcast-routes.ts";
import { createChanges } from "./changes.ts";
import type { RealtimeContext } from "./channel.ts";
import { Connection } from "./connection.ts";
import { type Bucket, createBucket } from "./rate.ts";
import { Topics } from "./topics.ts";

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
