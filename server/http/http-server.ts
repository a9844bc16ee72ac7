import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as yieldToEventLoop, setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../db/user-error.ts";
import { holdRequestsUntilReady } from "./startup-queue.ts";
import { setWriteTimeout } from "./write-timeout.ts";

type Options = {
  readonly port: number;
  /** Undefined listens on all interfaces. */
  readonly host: string | undefined;
  /** Headers of the probe responses during the start. */
  readonly headers: Readonly<Record<string, string>>;
};

export type HttpServer = {
  readonly port: number;
  /** Passes the requests that have been waiting, and all later ones, to the listener. */
  readonly release: (listener: RequestListener) => void;
  /** Handles WebSocket handshakes. */
  readonly onUpgrade: (listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void) => void;
  /** From now on each connection is closed after its next response, so that proxies open none to this process again. */
  readonly drain: () => void;
  /** Closes idle connections at once and the others after their next response, for at most STOP_TIMEOUT_MS. */
  readonly close: () => Promise<void>;
};

/** How long pending requests may take to finish at shutdown. */
const STOP_TIMEOUT_MS = 10_000;
const SOCKET_READ_GRACE_MS = 100;
/** Long enough to upload a 10 MB picture over a slow connection. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
const TIMEOUT_CHECK_INTERVAL_MS = 5_000;
/** Clients on slow connections read in bursts that are less than this apart. */
const WRITE_TIMEOUT_MS = 60_000;
/** Proxies keep idle connections for 60 s; we keep ours longer so that they never write to one we are closing. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** Opens the port at once; requests wait until `release`. Throws UserError if the port cannot be opened. */
export async function openHttpServer({ port, host, headers }: Options): Promise<HttpServer> {
  let isClosing = false;
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  server.on("request", (_, response) => {
    if (isClosing) response.setHeader("connection", "close");
  });
  setWriteTimeout(server, WRITE_TIMEOUT_MS);
  const startupQueue = holdRequestsUntilReady(server, { headers });
  server.on("clientError", sendClientError);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(describeListenError(error, port, host)));
    server.listen({ port, host }, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound ? bound.port : port,
    release: startupQueue.release,
    onUpgrade: (listener) => void server.on("upgrade", listener),
    drain: () => void (isClosing = true),
    async close() {
      isClosing = true;
      // A keep-alive connection may hold a request that we have not read yet; read it before closing idle connections.
      await sleep(SOCKET_READ_GRACE_MS);
      await yieldToEventLoop();
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.race([closed, sleep(STOP_TIMEOUT_MS)]);
    },
  };
}

function describeListenError(error: NodeJS.ErrnoException, port: number, host = ""): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken. Set PORT to another one, such as PORT=3001.`,
    EACCES: `Port ${port} is reserved for root. Set PORT to 1024 or higher and put a proxy in front, or allow this user to open it.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is no address of this machine.`,
    ENOTFOUND: `HOST is ${host}, and there is no host of this name.`,
    EAI_AGAIN: `HOST is ${host}, and there is no host of this name.`,
  };
  const sentence = sentences[error.code ?? ""];
  return sentence ? new UserError(sentence, { cause: error }) : error;
}

const CLIENT_ERRORS: Readonly<Record<string, readonly [status: string, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [
    "431 Request Header Fields Too Large",
    "The address or the headers of this request are too long.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "This request took too long to arrive."],
};

/** Sends a status and a reason to requests that Node cannot parse, instead of closing the connection. */
function sendClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const [status, reason] = CLIENT_ERRORS[error.code ?? ""] ?? ["400 Bad Request", "This request is malformed."];
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n`;
  socket.end(`${head}content-length: ${reason.length + 1}\r\n\r\n${reason}\n`);
}
