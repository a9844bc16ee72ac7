import { createServer, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as yieldToEventLoop, setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type * as AppModule from "./app.ts";
import {
  createUserClientFactory,
  createPublicClient,
  createServiceClient,
  createInProcessFetch,
} from "./backend/clients.ts";
import type { Change } from "./backend/rest/respond.ts";
import { type Backend, startBackend } from "./backend/start-backend.ts";
import { ConfigError, readConfig } from "./config.ts";
import { startRetention } from "./contact/retention.ts";
import { UserError } from "./db/user-error.ts";
import { holdRequestsUntilReady } from "./http/startup-queue.ts";
import { setWriteTimeout } from "./http/write-timeout.ts";
import { createLog } from "./log.ts";
import { createRemoteQueue } from "./mail/remote-queue.ts";
import { startMail } from "./mail/start-mail.ts";
import { DENY_ALL_POLICY, securityHeaders } from "./pages/html/security-headers.ts";
import { ensureAdmin, lacksAdmin } from "./people/ensure-admin.ts";
import { startPostWatch } from "./posts/post-watch.ts";
import { createPostAnnouncer } from "./seo/announce-posts.ts";
import { createIndexNow } from "./seo/index-now.ts";

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
/** Each poll reads the ids of all posts from Supabase; search engines take longer than this anyway. */
const POSTS_POLL_INTERVAL_MS = 300_000;
const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const development = process.argv.includes("dev");
const log = createLog((line) => process.stdout.write(line));
ignoreClosedOutput();
const config = readConfigOrExit();
let stopping = false;
const isStopping = () => stopping;
let invalidatePages = () => {};

const server = createServer({
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
});
server.on("request", (_, response) => {
  if (stopping) response.setHeader("connection", "close");
});
setWriteTimeout(server, WRITE_TIMEOUT_MS);
const startupQueue = holdRequestsUntilReady(server, {
  headers: { ...securityHeaders(config.siteUrl), "content-security-policy": DENY_ALL_POLICY },
});
server.on("clientError", sendClientError);
const port = await listen();
const address = config.siteUrl ?? `http://localhost:${port}`;
const backend = config.supabaseUrl ? undefined : await startBackendOrExit();
process.once("uncaughtException", (cause) => void exitOnUncaught(cause));
const protocol = {
  url: config.supabaseUrl ?? address,
  fetch: backend ? createInProcessFetch(backend.fetch) : globalThis.fetch,
};
const service = backend?.service ?? createServiceClient(protocol, requireApiKeys().serviceRoleKey);
if (config.admin) await requireAdmin(config.admin);
// In Supabase mode the outbox is in Supabase, and this process delivers its mails.
const remoteMail = config.supabaseUrl
  ? await startMail({ ...config, queue: createRemoteQueue(service), log })
  : undefined;
startRetention({ service, days: config.messageRetentionDays, log });
const listener = development ? await developmentListener() : await productionListener();
const announcePosts = await startAnnouncements();
const onStale = () => {
  invalidatePages();
  announcePosts();
};
const postWatch = backend && startPostWatch({ service, onStale, log });
if (postWatch) await backend.watchPosts(postWatch.onChange);
startupQueue.release(listener);
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
if (backend && (await lacksAdmin(service))) {
  console.log("There is no admin yet: npm run make-admin -- you@agency.example");
}
console.log(`Ready on ${address}${config.siteUrl ? ` (port ${port})` : ""}`);

/** Keeps serving if the log cannot be written, for example because its collector died. */
function ignoreClosedOutput(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", () => {});
  process.stdout.once("error", ({ message }) =>
    console.error(`The log cannot be written (${message}). The site goes on.`),
  );
}

function appOptions(clientFolder: string | undefined): Parameters<typeof AppModule.createApp>[0] {
  const keys = backend?.keys ?? requireApiKeys();
  const reader = createPublicClient(protocol, keys.anonKey);
  const actAs = createUserClientFactory(protocol, keys.anonKey);
  const cardFont = inProject("server/seo/fonts/bricolage-grotesque-700.ttf");
  const clients = { service, reader, actAs, fetch: protocol.fetch };
  return { config, log, clientFolder, backend, ...clients, ...keys, cardFont, isStopping };
}

/** With our own backend the first read finishes before anyone can publish; Supabase does not notify us, so it is polled. */
async function startAnnouncements(): Promise<() => void> {
  const { indexNowKey: key, siteUrl: origin } = config;
  if (!key || !origin) return () => {};
  const { anonKey } = backend?.keys ?? requireApiKeys();
  const ping = createIndexNow({ key, origin, log });
  const announce = createPostAnnouncer({ reader: createPublicClient(protocol, anonKey), ping, log });
  const firstRead = announce();
  if (backend) await firstRead;
  else setInterval(() => void announce(), POSTS_POLL_INTERVAL_MS).unref();
  return () => void announce();
}

async function productionListener(): Promise<RequestListener> {
  const { createApp }: typeof AppModule = await import(inProject("build/server/index.js"));
  const app = createApp(appOptions(inProject("build/client")));
  ({ invalidatePages } = app);
  return app.listener;
}

/** Vite serves the client and reloads the app when a source file changes. */
async function developmentListener(): Promise<RequestListener> {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ root: inProject("."), server: { middlewareMode: true }, appType: "custom" });
  // React Router's plugin starts another Vite, whose SIGTERM handler would exit before PostgreSQL has stopped.
  process.removeAllListeners("SIGTERM");
  return (request, response) =>
    vite.middlewares(request, response, async () => {
      try {
        const { createApp } = (await vite.ssrLoadModule("./server/app.ts")) as typeof AppModule;
        createApp(appOptions(undefined)).listener(request, response);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        log.error("failed", { error });
        response.writeHead(500).end(String(error));
      }
    });
}

function requireApiKeys() {
  if (!config.apiKeys) throw new Error("SUPABASE_URL came without its keys.");
  return config.apiKeys;
}

async function startBackendOrExit(): Promise<Backend> {
  try {
    const printMail = development ? { printMail: console.log } : {};
    return await startBackend({ config, siteUrl: address, log, onChange, isStopping, ...printMail });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Supabase may be unreachable at startup, and pages are served without it, so failures there are only logged. */
async function requireAdmin(account: NonNullable<typeof config.admin>): Promise<void> {
  const ensured = ensureAdmin(service, account);
  if (backend) return void (await ensured);
  ensured.catch((error: unknown) => log.error("the admin could not be made", { error }));
}

function onChange({ table }: Change): void {
  if (table === "blog_posts") invalidatePages();
}

function listen(): Promise<number> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      console.error(isTaken ? `Port ${config.port} is taken. Set PORT to another one, such as PORT=3001.` : error);
      process.exit(1);
    });
    server.listen(config.port, () => {
      const bound = server.address();
      resolve(typeof bound === "object" && bound ? bound.port : config.port);
    });
  });
}

/**
 * Closes idle connections at once and the others after their next response. Terminals and service managers may send the
 * signal several times; a second one must not exit before PostgreSQL has stopped.
 */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info("stopping");
  // A keep-alive connection may hold a request that we have not read yet; read it before closing idle connections.
  await sleep(SOCKET_READ_GRACE_MS);
  await yieldToEventLoop();
  const closed = new Promise((resolve) => server.close(resolve));
  await Promise.race([closed, sleep(STOP_TIMEOUT_MS)]);
  postWatch?.stop();
  await remoteMail?.stop();
  await backend?.stop();
  process.exit(0);
}

/** Stops PostgreSQL before an uncaught exception ends the process. */
async function exitOnUncaught(cause: Error): Promise<void> {
  // The log omits the statement parameters that a driver error holds.
  log.error("given up", { error: cause });
  stopping = true;
  await backend?.stop().catch((error: unknown) => log.error("stopping failed", { error }));
  process.exit(1);
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

function readConfigOrExit() {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
