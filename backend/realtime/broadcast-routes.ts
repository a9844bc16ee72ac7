import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as v from "valibot";
import { QueueFullError } from "../../domain/limiter.ts";
import { widestNetworkOf } from "../../domain/network.ts";
import { type Authenticate, AuthFailure } from "../authenticate.ts";
import { CLIENT_ADDRESS_HEADER } from "../client-address.ts";
import type { Claims } from "../database/database.ts";
import { parseJson } from "../parse-json.ts";
import { RETRY_AFTER } from "../retry-after.ts";
import { ONLY_PRIVATE, readTopicPermissions, type RealtimeContext, storeBroadcast, TOO_MANY_BYTES } from "./channel.ts";
import type { Broadcast } from "./frames.ts";
import type { TopicName } from "./topics.ts";

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
export function createBroadcastRoutes(options: RouteOptions): Hono {
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
