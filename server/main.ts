import type { RequestListener } from "node:http";
import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "./app.ts";
import {
  createInProcessFetch,
  createPublicClient,
  createServiceClient,
  createUserClientFactory,
  withTimeout,
} from "./backend/clients.ts";
import type { Realtime } from "./backend/realtime/realtime.ts";
import type { Change } from "./backend/rest/respond.ts";
import { type Backend, startBackend } from "./backend/start-backend.ts";
import { readConfig } from "./config.ts";
import { startFunctionCheck } from "./contact/function-check.ts";
import { startRetention } from "./contact/retention.ts";
import { type ContentStore, createContentStore } from "./content/content-store.ts";
import { factsOf, shippedFacts, type SiteFacts } from "./content/site-facts.ts";
import { createBackupMetrics } from "./db/backup/backup-report.ts";
import { listVersions } from "./db/migrate.ts";
import { createRemoteState } from "./db/remote-state.ts";
import { UserError } from "./db/user-error.ts";
import { createErrorHook } from "./error-hook.ts";
import { clientAddress } from "./http/client-address.ts";
import { openHttpServer } from "./http/http-server.ts";
import { loadApp, loadDevelopmentApp } from "./load-app.ts";
import { createLog } from "./log.ts";
import { createMailMetrics } from "./mail/mail-metrics.ts";
import { createRemoteQueue } from "./mail/remote-queue.ts";
import { startMail } from "./mail/start-mail.ts";
import { createMetrics } from "./metrics.ts";
import { DENY_ALL_POLICY, securityHeaders } from "./pages/html/security-headers.ts";
import { createRestartMetric, isSupervised, onParentEnd, readRestart, tellParent } from "./parent-process.ts";
import { ensureAdmin, lacksAdmin } from "./people/ensure-admin.ts";
import { startScheduleWatch } from "./posts/schedule-watch.ts";
import { createReadiness } from "./readiness.ts";
import { startAnnouncements } from "./seo/start-announcements.ts";
import { readVersion } from "./version.ts";

const development = process.argv.includes("dev");
const { restarts, after } = readRestart();
const metrics = createMetrics();
metrics.addSource(createRestartMetric(restarts));
const counters = {
  countSignIn: metrics.addCounter({
    name: "plumbline_sign_ins_total",
    help: "Sessions that started, and sign-ins that were refused.",
    outcomes: ["ok", "refused"],
  }),
  countMessage: metrics.addCounter({
    name: "plumbline_messages_total",
    help: "Messages of the contact form.",
    outcomes: ["stored", "refused"],
  }),
  countMail: metrics.addCounter({
    name: "plumbline_mails_total",
    help: "Attempts to deliver a mail; a deferred one is tried again.",
    outcomes: ["sent", "deferred", "failed"],
  }),
};
let log = createLog(writeLine);
let app: App | undefined;
let backend: Backend | undefined;
let contentStore: ContentStore | undefined;
let wasReady = restarts > 0;
let stopping = false;
let isExiting = false;
const isStopping = () => stopping;
ignoreClosedOutput();
process.on("uncaughtException", (cause) => void exitOnError(cause));

const config = readConfig(process.env);
log = createLog(writeLine, { level: config.logLevel, onError: createErrorCounter(config.errorHookUrl) });
if (restarts > 0) log.error("server started again", { restarts, after });
const server = await openHttpServer({
  port: config.port,
  host: config.host,
  headers: { ...securityHeaders(config.siteUrl), "content-security-policy": DENY_ALL_POLICY },
  log,
});
const address = config.siteUrl ?? localAddress(server.port);
const remote = config.supabaseUrl ? { url: config.supabaseUrl, keys: requireApiKeys() } : undefined;
backend = remote ? undefined : await startOwnBackend();
const protocol = {
  url: remote?.url ?? address,
  fetch: backend ? createInProcessFetch(backend.fetch) : globalThis.fetch,
};
const keys = backend?.keys ?? requireApiKeys();
const service = backend?.service ?? createServiceClient(protocol, keys.serviceRoleKey);
const reader = createPublicClient(protocol, keys.anonKey);
const content = (contentStore = createContentStore({
  dataDir: config.dataDir,
  reader: createServiceClient({ ...protocol, fetch: withTimeout(protocol.fetch) }, keys.serviceRoleKey),
  onChange: () => app?.invalidatePages("all"),
  messageDays: config.messageRetentionDays,
  storageUrl: config.supabaseUrl,
  log,
}));
if (config.admin) await requireAdmin(config.admin);
// In Supabase mode the outbox is in Supabase, and this process delivers its mails.
const remoteMail = remote
  ? await startMail({ ...config, queue: createRemoteQueue(service), siteFacts, log, ...counters })
  : undefined;
const contactFunction = remote && startFunctionCheck({ supabaseUrl: remote.url, anonKey: keys.anonKey, log });
startRetention({ service, days: config.messageRetentionDays, log });
metrics.addSource(createMailMetrics(service, config.mailAlertMinutes));
if (config.backups) metrics.addSource(createBackupMetrics(config.backups.folder));
const readReadiness = createReadiness({
  ...config,
  isStopping,
  service,
  readDatabaseState: backend?.readDatabaseState ?? createRemoteState(service, await listVersions()),
  readFunctionState: contactFunction?.state,
});
app = await (development ? loadDevelopmentApp : loadApp)({
  ...keys,
  config,
  log,
  backend,
  service,
  reader,
  contentStore: content,
  actAs: createUserClientFactory(protocol, keys.anonKey),
  fetch: protocol.fetch,
  readReadiness,
  version: readVersion(),
  metrics,
});
const announcePosts = await startAnnouncements({ config, reader, isPolled: remote !== undefined, log });
const watches = backend ? await startWatches(backend) : undefined;
// In Supabase mode pages are served without it.
if (backend) await content.renew();
server.release(remote ? withBackgroundRenewal(app.listener) : app.listener);
if (backend?.realtime) serveWebSockets(backend.realtime);
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
if (backend && (await lacksAdmin(service))) {
  console.log("There is no admin yet: npm run make-admin -- you@agency.example");
}
// The Host header of a request cannot be used instead: anyone who asks for a new password for somebody chooses it.
if (backend && config.smtpUrl && !config.siteUrl && new URL(address).hostname === "localhost") {
  console.log(`SITE_URL is not set: links in emails lead to ${address}, which only this machine opens.`);
}
tellParent({ ready: { host: config.host ?? "127.0.0.1", port: server.port } });
wasReady = true;
console.log(`Ready on ${address}${config.siteUrl ? ` (port ${server.port})` : ""}`);
onParentEnd(() => void stop());
// Node writes the cache only when a process exits by itself, and this one may be killed.
flushCompileCache();

function writeLine(line: string): void {
  process.stdout.write(line);
}

function createErrorCounter(url: string | undefined) {
  const report = url ? createErrorHook({ url, warn: (event, facts) => log.warn(event, facts) }) : undefined;
  return (error: Parameters<NonNullable<typeof report>>[0]) => {
    metrics.countError();
    report?.(error);
  };
}

/** Keeps serving if the log cannot be written, for example because its collector died. */
function ignoreClosedOutput(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", () => {});
  process.stdout.once("error", ({ message }) =>
    console.error(`The log cannot be written (${message}). The site goes on.`),
  );
}

function localAddress(port: number): string {
  const isLocal = !config.host || /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)$/.test(config.host);
  const host = config.host?.includes(":") ? `[${config.host}]` : config.host;
  return `http://${isLocal ? "localhost" : host}:${port}`;
}

function serveWebSockets(realtime: Realtime): void {
  server.onUpgrade((request, socket, head) => {
    realtime.upgrade(request, socket, head, clientAddress(request, config.trustedProxies));
  });
}

/** The backend starts before the content is read, and its mail worker may send at once. */
function siteFacts(): SiteFacts {
  const stored = contentStore?.current();
  return stored ? factsOf(stored) : shippedFacts();
}

function requireApiKeys() {
  if (!config.apiKeys) throw new Error("SUPABASE_URL came without its keys.");
  return config.apiKeys;
}

async function onChange(change: Change): Promise<void> {
  const writesPosts = "routine" in change && change.routine === "adopt_shipped_post";
  const table = "table" in change ? change.table : writesPosts ? "blog_posts" : undefined;
  // Replacing a picture changes the posts and entries that show it.
  if (table === "blog_posts" || table === "pictures") app?.invalidatePages("posts");
  if (table === "entries" || table === "pictures") await content.renew();
}

function onStalePosts(): void {
  app?.invalidatePages("posts");
  announcePosts();
}

function onStaleEntries(): void {
  void content.renew();
}

async function startWatches({ watchChanges }: Backend) {
  const posts = startScheduleWatch({ schedule: "seconds_to_next_post", service, onStale: onStalePosts, log });
  const entries = startScheduleWatch({ schedule: "seconds_to_next_entry", service, onStale: onStaleEntries, log });
  await watchChanges((table) => {
    if (table !== "entries") posts.onChange();
    if (table !== "blog_posts") entries.onChange();
  });
  return { posts, entries };
}

/** Supabase does not notify us of changes. */
function withBackgroundRenewal(listener: RequestListener): RequestListener {
  return (request, response) => {
    content.renewIfOld();
    return listener(request, response);
  };
}

function startOwnBackend(): Promise<Backend> {
  const printMail = development ? { printMail: console.log } : {};
  return startBackend({
    config,
    siteUrl: address,
    log,
    onChange,
    isStopping,
    siteFacts,
    metrics,
    counters,
    ...printMail,
  });
}

/** Supabase may be unreachable at startup, and pages are served without it, so failures there are only logged. */
async function requireAdmin(account: NonNullable<typeof config.admin>): Promise<void> {
  const ensured = ensureAdmin(service, account);
  if (backend) return void (await ensured);
  ensured.catch((error: unknown) => log.error("the admin could not be made", { error }));
}

/**
 * Terminals and service managers may send the signal several times; a second one must not exit before PostgreSQL has
 * stopped.
 */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info("stopping");
  tellParent("stopping");
  server.drain();
  await sleep(config.drainSeconds * 1_000);
  backend?.realtime?.closeConnections();
  await server.close();
  watches?.posts.stop();
  watches?.entries.stop();
  contactFunction?.stop();
  await remoteMail?.stop();
  await backend?.stop();
  process.exit(0);
}

/**
 * Prints mistakes of the operator in one line. Stops PostgreSQL before an error ends the process, unless the parent
 * process starts this one again.
 */
async function exitOnError(cause: Error): Promise<void> {
  // Stopping ends pending queries, whose errors must not exit before PostgreSQL has stopped.
  if (isExiting) return;
  isExiting = true;
  if (cause instanceof UserError) console.error(cause.message);
  // The log omits the statement parameters that a driver error holds.
  else log.error("given up", { error: cause });
  stopping = true;
  if (wasReady && isSupervised()) process.exit(1);
  await backend?.stop().catch((error: unknown) => log.error("stopping failed", { error }));
  process.exit(1);
}
