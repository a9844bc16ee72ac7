import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { type LimitedNetwork, networksOf } from "../../../domain/network.ts";
import { createSignatures } from "../../../domain/signatures.ts";
import type { Sender } from "./contact-mails.ts";
import { readContactRequest } from "./contact-request.ts";
import { createFormTokens, HARD_BITS, type Proof, USUAL_BITS } from "./form-token.ts";
import { createLanes, type Lane } from "./priority-queue.ts";
import { createRateLimit } from "./rate-limit.ts";
import { createStoreMessage, type Submit } from "./store-message.ts";
import { visitorAddress } from "./visitor-address.ts";

type Parts = {
  readonly submit: Submit;
  /** Also signs stamps and links: both the site and the function have it. */
  readonly serviceKey: string;
  readonly sender: Sender;
  /** The network address that a request came from; empty where it is not known. */
  readonly addressOf: (request: Request) => string;
  readonly report: (error: unknown) => void;
  readonly clock?: () => number;
};

/** The longest message, every character escaped, and the other fields. */
const LARGEST_BODY_BYTES = 64 * 1024;
const AT_ONCE = 4;
/** Beyond what the database lets through from one network, so that it decides about all that may be honest. */
const MAX_PER_NETWORK = 120;
const NETWORK_WINDOW_MS = 600_000;
const MAX_TRACKED = 20_000;
/** A solved puzzle counts for one message, and for the retries of that one. */
const MAX_ATTEMPTS = 3;
const DAY_MS = 24 * 3_600_000;
/** More proven messages than this in a minute, and the puzzles get harder. */
const BUSY_FROM = 120;
const MINUTE_MS = 60_000;
const RETRY_S = 10;
const QUARANTINE_IS_FULL = "Many messages are arriving at once. Please try again later, or write to us by email.";

const ALLOWED_HEADERS = [
  ["authorization", "apikey", "x-client-info", "content-type", "prefer", "accept-profile", "content-profile", "range"],
  ["x-supabase-api-version", "idempotency-key", "x-retry-count", "x-region"],
].flat();

/** In front of everything, also of whoever asks for a key: a browser's preflight carries none. */
export const allowBrowsers = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "OPTIONS"],
  allowHeaders: ALLOWED_HEADERS,
  exposeHeaders: ["retry-after"],
});

/** Web standards only: the server mounts this very code, and on Supabase it is the edge function. */
export function createSendContactEmail({
  submit,
  serviceKey,
  sender,
  addressOf,
  report,
  clock = Date.now,
}: Parts): Hono {
  const signatures = createSignatures(serviceKey);
  const stamps = createFormTokens(signatures, clock);
  const store = createStoreMessage({ submit, signatures, sender });
  const lanes = createLanes({ atOnce: AT_ONCE });
  const visits = createRateLimit({ withinMs: NETWORK_WINDOW_MS, mostSubjects: MAX_TRACKED, clock });
  const tries = createRateLimit({ withinMs: DAY_MS, mostSubjects: MAX_TRACKED, clock });
  const proven = createRateLimit({ withinMs: MINUTE_MS, mostSubjects: 1, clock });
  let bits = USUAL_BITS;

  function chooseLane({ puzzle }: Proof, isFirst: boolean): Lane {
    if (!puzzle || tries.add(puzzle).count > MAX_ATTEMPTS) return isFirst ? "first" : "other";
    bits = proven.add("all").count > BUSY_FROM ? HARD_BITS : USUAL_BITS;
    return "proven";
  }

  /** A wider network counts only what the smaller one in it may do. */
  function countVisit(networks: readonly LimitedNetwork[]): { isFirst: boolean; refusedMs: number | undefined } {
    let isFirst = true;
    for (const { name, factor } of networks) {
      const { count, waitMs } = visits.add(name);
      if (count > factor * MAX_PER_NETWORK) return { isFirst: false, refusedMs: waitMs };
      isFirst &&= count <= factor;
    }
    return { isFirst, refusedMs: undefined };
  }

  async function receive(c: Context): Promise<Response> {
    const address = visitorAddress(c.req.raw, serviceKey, addressOf(c.req.raw));
    const { isFirst, refusedMs } = countVisit(networksOf(address));
    if (refusedMs !== undefined) return refuseNetwork(refusedMs / 1000);
    const reading = await readContactRequest(c.req.raw);
    if ("refusal" in reading) return c.json(reading.refusal, reading.status);
    const proof = await stamps.read(reading.stamp, reading.solution);
    const outcome = await lanes.run(chooseLane(proof, isFirst), () => store(reading, proof, address));
    if (outcome === "full") return tryLater("Many messages are arriving at once. Please try again in a minute.");
    if ("is_full" in outcome) return tryLater(QUARANTINE_IS_FULL, outcome.wait_seconds);
    if ("wait_seconds" in outcome) return refuseNetwork(outcome.wait_seconds);
    return c.json({ reference: outcome.reference });
  }

  const app = new Hono();
  app.use(
    bodyLimit({
      maxSize: LARGEST_BODY_BYTES,
      onError: (c) => c.json({ message: "This message is too long.", fields: {} }, 413),
    }),
  );
  app.get("/", async (c) => c.json({ stamp: await stamps.issue(bits), bits }, 200, { "cache-control": "no-store" }));
  app.post("/", (c) => receive(c));
  app.all("/", (c) => c.json({ message: "Method not allowed" }, 405, { allow: "GET, POST, OPTIONS" }));
  app.onError((error) => {
    report(error);
    return tryLater("Please try again later.");
  });
  return app;
}

function tryLater(message: string, waitSeconds = RETRY_S): Response {
  return Response.json({ message }, { status: 503, headers: { "retry-after": String(waitSeconds) } });
}

function refuseNetwork(waitSeconds: number): Response {
  const message = `Many messages came from your network. Please try again in ${describeWait(waitSeconds)}.`;
  return Response.json({ message }, { status: 429, headers: { "retry-after": String(Math.ceil(waitSeconds)) } });
}

function describeWait(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
