import { chmod, unlink } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { connect, type ListenOptions, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as yieldToEventLoop, setTimeout as sleep } from "node:timers/promises";
import { limitLines, type Log, RETRY_AFTER, sendAndClose, UserError } from "../../backend/index.ts";

type Options = {
  readonly port: number;
  /** Undefined listens on all interfaces. */
  readonly host: string | undefined;
  /** Headers of the probe responses during the start. */
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Log;
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

/** A flood of broken connections must not fill the disk with log lines. */
const MAX_LOGGED_FAULTS_PER_SECOND = 1;

/** Opens the port at once; requests wait until `release`. Throws UserError if the port cannot be opened. */
export async function openHttpServer({ port, host, headers, log }: Options): Promise<HttpServer> {
  let isClosing = false;
  const logFault = limitLines((event, facts) => log.info(event, facts), MAX_LOGGED_FAULTS_PER_SECOND);
  const onFault = ({ code, message }: NodeJS.ErrnoException) => logFault("connection failed", { code, message });
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
  // Node takes its own listeners off a socket that is upgraded; an error without a listener would end the process.
  server.on("connection", (socket) => socket.on("error", onFault));
  const startupQueue = createStartupQueue({ headers, isDraining: () => isClosing });

  function handle(request: IncomingMessage, response: ServerResponse): void {
    try {
      startupQueue.listener(request, response);
    } catch (error) {
      endConnection(response, error);
    }
  }

  // One listener, and no closure, timer or second listener for a page from the cache: this is the path of most requests.
  server.on("request", (request, response) => {
    if (isClosing) response.setHeader("connection", "close");
    handle(request, response);
    // A page from the cache is in the system's buffers by now, and nothing can fail or take long any more.
    if (response.writableEnded && response.writableLength === 0) return;
    response.on("error", onFault);
    limitWriteTime(response, WRITE_TIMEOUT_MS);
  });
  server.on("clientError", sendClientError);
  if (host?.startsWith("/")) await removeAbandonedSocket(host);
  await new Promise<void>((resolve, reject) => {
    const where: ListenOptions = host?.startsWith("/") ? { path: host } : { port, host };
    server.once("error", (error: NodeJS.ErrnoException) => reject(describeListenError(error, port, host)));
    server.listen(where, resolve);
  });
  // The rights of its folder decide who may connect, such as the proxy's user.
  if (host?.startsWith("/")) await chmod(host, 0o666);
  const bound = server.address();

  /** An error that a handler throws ends its connection, not the process. */
  function endConnection(connection: { destroy(): unknown }, error: unknown): void {
    log.error("failed", { error });
    connection.destroy();
  }

  return {
    port: typeof bound === "object" && bound ? bound.port : port,
    release: (listener) => startupQueue.release(listener, handle),
    onUpgrade(listener) {
      server.on("upgrade", (request, socket, head) => {
        if (isClosing) return sendAndClose(socket, "503 Service Unavailable", RETRY_AFTER);
        try {
          listener(request, socket, head);
        } catch (error) {
          endConnection(socket, error);
        }
      });
    },
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

/** A killed process leaves its socket behind, on which no other can listen. */
async function removeAbandonedSocket(path: string): Promise<void> {
  const code = await new Promise((resolve) => {
    const socket = connect(path, () => resolve(socket.destroy() && undefined));
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
  });
  if (code === "ECONNREFUSED") await unlink(path);
}

function describeListenError(error: NodeJS.ErrnoException, port: number, host = ""): Error {
  if (host.startsWith("/")) return new UserError(`HOST is ${host}, where this user cannot listen: ${error.message}.`);
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
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, reason] = CLIENT_ERRORS[error.code ?? ""] ?? ["400 Bad Request", "This request is malformed."];
  sendAndClose(socket, status, { "content-type": "text/plain; charset=utf-8" }, `${reason}\n`);
}

type QueueOptions = {
  /** Headers of the probe responses. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isDraining: () => boolean;
};

// Queues requests that arrive after the port is open and before the database is ready. Health probes get a response at
// once: crash recovery may take minutes, and an orchestrator kills a process that does not respond. /livez is answered
// here later, too: it tells the parent process only whether the event loop turns, and is neither logged nor counted.
export function createStartupQueue({ headers, isDraining }: QueueOptions) {
  let app: RequestListener | undefined;
  const queue: [IncomingMessage, ServerResponse][] = [];

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const path = request.method === "GET" || request.method === "HEAD" ? request.url?.replace(/\?.*/s, "") : undefined;
    if (path === "/healthz") sendJson(response, 200, { healthy: true });
    else if (path === "/readyz") sendJson(response, 503, { ready: false });
    else if (path === "/livez") sendJson(response, 503, { live: false });
    else queue.push([request, response]);
  }

  function sendJson(response: ServerResponse, status: 200 | 503, body: object): void {
    response.writeHead(status, {
      ...headers,
      "content-type": "application/json",
      "cache-control": "no-store",
      ...(status === 503 && RETRY_AFTER),
    });
    response.end(JSON.stringify(body));
  }

  return {
    listener: (request: IncomingMessage, response: ServerResponse): void => {
      if (!app) return onRequest(request, response);
      if (request.url !== "/livez") return app(request, response);
      const live = !isDraining();
      sendJson(response, live ? 200 : 503, { live });
    },
    /** Later requests go to the listener, those that have been waiting to `handle`. */
    release: (listener: RequestListener, handle = listener): void => {
      app = listener;
      for (const [request, response] of queue) handle(request, response);
    },
  };
}

// Closes the connection if its client reads nothing of a response for `timeoutMs`, because the unread rest stays in
// memory. Node restarts the timer whenever the socket accepts bytes, so slow clients are not affected.
export function limitWriteTime(response: ServerResponse, timeoutMs: number): void {
  response.setTimeout(timeoutMs, () => {
    // With nothing to write, the handler is slow, not the client.
    if (response.writableLength > 0) response.destroy();
  });
}
