import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { contactWordsIn } from "../../../domain/contact/all-words.ts";
import { MAX_FORM_BYTES } from "../../../domain/contact/message-file.ts";
import { createUploadLimit } from "../../../domain/contact/upload-limit.ts";
import { createNetworkLimit, createRateLimit } from "../../../domain/rate-limit.ts";
import { createSignatures } from "../../../domain/signatures.ts";
import { isFormData, readContactRequest, type ReadForm, visitorAddress } from "./contact-request.ts";
import { createFormTokens, BUSY_BITS, type ProofOfWork, DEFAULT_BITS } from "./form-token.ts";
import { createStoreMessage, functionWords, type StoreOptions } from "./store-message.ts";

type Options = StoreOptions & {
  /** Also signs form tokens and message links, because the site and the function both have it. */
  readonly serviceKey: string;
  /** The network address of the client; empty if unknown. */
  readonly clientAddress: (request: Request) => string;
  /** The owner's form, read for each message; the specification's by default. */
  readonly form?: ReadForm | undefined;
  /** Whether the disk has room for files. */
  readonly hasRoomForFiles?: (() => Promise<boolean>) | undefined;
  readonly report: (error: unknown) => void;
  readonly clock?: () => number;
};

/** Enough for the longest message with every character escaped, and the other fields. */
const MAX_BODY_BYTES = 64 * 1024;
const MAX_RUNNING = 4;
/** Higher than the limits in the database, which decide about messages that may be legitimate. */
const MAX_PER_NETWORK = 120;
const NETWORK_WINDOW_MS = 600_000;
const MAX_TRACKED_KEYS = 20_000;
/** A proof of work is valid for one message and its retries. */
const MAX_USES_OF_PROOF = 3;
const DAY_MS = 24 * 3_600_000;
/** Above this rate of messages with proof of work, new tokens require BUSY_BITS. */
const BUSY_MESSAGES_PER_MINUTE = 120;
const MINUTE_MS = 60_000;
const RETRY_AFTER_S = 10;

const ALLOWED_HEADERS = [
  ["authorization", "apikey", "x-client-info", "content-type", "prefer", "accept-profile", "content-profile", "range"],
  ["x-supabase-api-version", "idempotency-key", "content-language", "x-retry-count", "x-region"],
].flat();

/** Goes before the check of the API key, because a preflight request carries none. */
export const allowBrowsers = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "OPTIONS"],
  allowHeaders: ALLOWED_HEADERS,
  exposeHeaders: ["retry-after"],
});

/** Uses web standards only: the server mounts this code, and Supabase runs it as an edge function. */
export function createSendContactEmail(options: Options): Hono {
  const { serviceKey, clientAddress, form: readForm = () => undefined, report, clock = Date.now } = options;
  const signatures = createSignatures(serviceKey);
  const formTokens = createFormTokens(signatures, clock);
  const store = createStoreMessage(options, signatures);
  const queue = createPriorityQueue({ maxRunning: MAX_RUNNING });
  const checkNetworkLimit = createNetworkLimit({
    max: MAX_PER_NETWORK,
    windowMs: NETWORK_WINDOW_MS,
    maxKeys: MAX_TRACKED_KEYS,
    clock,
  });
  const proofLimit = createRateLimit({ windowMs: DAY_MS, maxKeys: MAX_TRACKED_KEYS, clock });
  const provenLimit = createRateLimit({ windowMs: MINUTE_MS, maxKeys: 1, clock });
  let bits = DEFAULT_BITS;

  function choosePriority({ id }: ProofOfWork, isFirst: boolean): Priority {
    if (!id || proofLimit.add(id).count > MAX_USES_OF_PROOF) return isFirst ? "first" : "other";
    bits = provenLimit.add("all").count > BUSY_MESSAGES_PER_MINUTE ? BUSY_BITS : DEFAULT_BITS;
    return "proven";
  }

  async function receive(c: Context): Promise<Response> {
    const address = visitorAddress(c.req.raw, serviceKey, clientAddress(c.req.raw));
    const { isFirst, refusedMs } = checkNetworkLimit(address);
    if (refusedMs !== undefined) return refuseNetwork(wordsOf(c), refusedMs / 1000);
    const parsed = await readContactRequest(c.req.raw, readForm);
    if ("error" in parsed) return c.json(parsed.error, parsed.status);
    const proof = await formTokens.read(parsed.formToken, parsed.solution);
    const outcome = await queue.run(choosePriority(proof, isFirst), () => store(parsed, proof, address));
    const words = functionWords(parsed.language);
    if (outcome === "full") return tryLater(words.manyAtOnce);
    if ("is_full" in outcome) return tryLater(words.quarantineFull, outcome.wait_seconds);
    if ("wait_seconds" in outcome) return refuseNetwork(words, outcome.wait_seconds);
    return c.json({ reference: outcome.reference });
  }

  const app = new Hono();
  app.use(createBodyLimit(options));
  app.get("/", async (c) =>
    c.json({ stamp: await formTokens.issue(bits), bits }, 200, { "cache-control": "no-store" }),
  );
  app.post("/", (c) => receive(c));
  app.all("/", (c) => c.json({ message: "Method not allowed" }, 405, { allow: "GET, POST, OPTIONS" }));
  app.onError((error, c) => {
    report(error);
    return tryLater(wordsOf(c).later);
  });
  return app;
}

type FunctionWords = ReturnType<typeof functionWords>;

/** Before the body is read. */
const languageOf = (c: Context) => c.req.header("content-language") ?? "";
const wordsOf = (c: Context): FunctionWords => functionWords(languageOf(c));

const tooLarge = (c: Context, message: string) => c.json({ message, fields: {} }, 413);

/** Goes before a body is read. */
function createBodyLimit({ storeApplication, hasRoomForFiles, serviceKey, clientAddress }: Options): MiddlewareHandler {
  const limitMessage = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => tooLarge(c, wordsOf(c).tooLong) });
  const limitApplication = bodyLimit({
    maxSize: MAX_FORM_BYTES,
    onError: (c) => tooLarge(c, contactWordsIn(languageOf(c)).file.tooLarge),
  });
  const limitUploads = createUploadLimit();
  return async (c, next) => {
    if (!storeApplication || !isFormData(c.req.raw)) return limitMessage(c, next);
    if (!(await hasRoomForFiles?.())) return tryLater(wordsOf(c).quarantineFull);
    const address = visitorAddress(c.req.raw, serviceKey, clientAddress(c.req.raw));
    const received = await limitUploads(address, () => limitApplication(c, next));
    return received === "full" ? tryLater(wordsOf(c).manyAtOnce) : received;
  };
}

function tryLater(message: string, waitSeconds = RETRY_AFTER_S): Response {
  return Response.json({ message }, { status: 503, headers: { "retry-after": String(waitSeconds) } });
}

function refuseNetwork(words: FunctionWords, waitSeconds: number): Response {
  const message = words.manyFromNetwork(Math.max(1, Math.ceil(waitSeconds / 60)));
  return Response.json({ message }, { status: 429, headers: { "retry-after": String(Math.ceil(waitSeconds)) } });
}

/** From highest to lowest: with proof of work, the first message of a network for a while, all others. */
type Priority = "proven" | "first" | "other";

const MAX_WAITING: Readonly<Record<Priority, number>> = { proven: 400, first: 400, other: 100 };
const ORDER = Object.keys(MAX_WAITING) as Priority[];

/** Limits concurrent work. Waiting work starts in order of priority; it is refused if its queue is full. */
function createPriorityQueue({ maxRunning }: { readonly maxRunning: number }) {
  const waiting: Readonly<Record<Priority, (() => void)[]>> = { proven: [], first: [], other: [] };
  let running = 0;

  function startNext(): void {
    const priority = ORDER.find((each) => waiting[each].length > 0);
    if (priority) waiting[priority].shift()?.();
    else running -= 1;
  }

  return {
    async run<Result>(priority: Priority, work: () => Promise<Result>): Promise<Result | "full"> {
      if (running < maxRunning) running += 1;
      else if (waiting[priority].length >= MAX_WAITING[priority]) return "full";
      else await new Promise<void>((resolve) => waiting[priority].push(resolve));
      try {
        return await work();
      } finally {
        startNext();
      }
    },
  };
}
