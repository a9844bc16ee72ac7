import type { RequestListener } from "node:http";
import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError, clientAddress, createLog, type CommittedWrite, type Realtime } from "../backend/index.ts";
import type { MailLook } from "../domain/compose-mail.ts";
import { ownFormOf, type ReceivedForm } from "../domain/contact/contact-fields.ts";
import { MAX_APPLICATION_DAYS } from "../domain/content/collections.ts";
import { jobsWithForm } from "../domain/content/job-posting.ts";
import { dayOf } from "../domain/dates.ts";
import { createAddresses } from "./addresses/addresses.ts";
import type { App } from "./app.ts";
import { findMisspelt, readConfig } from "./config.ts";
import { startFunctionCheck } from "./contact/function-check.ts";
import { startRetention } from "./contact/retention.ts";
import { type ContentStore, createContentStore } from "./content/content-store.ts";
import { senderFacts, shippedFacts, type SiteFacts } from "./content/site-facts.ts";
import { createBackupMetrics } from "./db/backup/backup-report.ts";
import { createRemoteState } from "./db/health-check.ts";
import { listVersions } from "./db/migrate.ts";
import { mailLookOf } from "./design/design-files.ts";
import { createCertificateMetric } from "./doctor/public-checks.ts";
import { createErrorHook } from "./error-hook.ts";
import { openHttpServer } from "./http/http-server.ts";
import { loadApp, loadDevelopmentApp } from "./load-app.ts";
import { createAnswers } from "./mail/answers.ts";
import { createMailMetrics } from "./mail/mail-state.ts";
import { printMails } from "./mail/outbox.ts";
import { createReplyAddress, type ReplyAddress } from "./mail/reply-address.ts";
import { startMail } from "./mail/worker.ts";
import { createMetrics } from "./metrics.ts";
import { createVisits } from "./numbers/visits.ts";
import { DENY_ALL_POLICY, securityHeaders } from "./pages/html/security-headers.ts";
import { createRestartMetric, isSupervised, onParentEnd, readRestart, tellParent } from "./parent-process.ts";
import { ensureAdmin, lacksAdmin } from "./people/ensure-admin.ts";
import { createPostSnapshot } from "./posts/kept-posts.ts";
import { startScheduleWatch } from "./posts/schedule-watch.ts";
import { createSeedTranslations, seedSamples } from "./posts/seed-samples.ts";
import { createDiskMetrics, createReadiness, hasRoomForFiles } from "./readiness.ts";
import { startAnnouncements } from "./seo/announcements.ts";
import { type Backend, startBackend } from "./start-backend.ts";
import {
  createInProcessFetch,
  createPublicClient,
  createServiceClient,
  createUserClientFactory,
  withTimeout,
} from "./supabase-clients.ts";
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
for (const sentence of findMisspelt(process.env)) console.log(sentence);
if (restarts > 0) log.error("server started again", { restarts, after });
const headers = { ...securityHeaders(config.siteUrl), "content-security-policy": DENY_ALL_POLICY };
const server = await openHttpServer({ port: config.port, host: config.host, headers, log });
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
const boundedService = createServiceClient({ ...protocol, fetch: withTimeout(protocol.fetch) }, keys.serviceRoleKey);
const content = (contentStore = createContentStore({
  dataDir: config.dataDir,
  reader: boundedService,
  onChange() {
    app?.invalidatePages("all");
    void seedTranslations();
  },
  messageDays: config.messageRetentionDays,
  storageUrl: config.supabaseUrl,
  log,
}));
const seedTranslations = createSeedTranslations({ service, original: content.original, log });
const addresses = createAddresses({
  dataDir: config.dataDir,
  service: boundedService,
  onChange: () => app?.invalidatePages("all"),
  log,
});
const visits = createVisits({
  service,
  isOn: () => content.original().facts.numbers === "on",
  today: () => dayOf(new Date().toISOString(), content.current().contact.timeZone),
  headers,
  trustedProxies: config.trustedProxies,
  log,
});
const posts = createPostSnapshot({ dataDir: config.dataDir, reader, log });
if (config.admin) await requireAdmin(config.admin);
const replyAddress = config.replies && createReplyAddress(config.replies.address, keys.serviceRoleKey);
const mail = await startMail({
  ...config,
  ...counters,
  service,
  listen: backend?.listen,
  siteFacts,
  mailLook,
  replyAddress,
  log,
});
if (development && backend && !mail) await printMails(service, backend.listen, console.log);
const contactFunction = remote && startFunctionCheck({ supabaseUrl: remote.url, anonKey: keys.anonKey, log });
metrics.addSource(createDiskMetrics(config));
metrics.addSource(createMailMetrics(service, config.mailAlertMinutes));
if (config.siteUrl?.startsWith("https:")) metrics.addSource(createCertificateMetric(config.siteUrl));
if (config.backups) metrics.addSource(createBackupMetrics(config.backups.folder));
const readReadiness = createReadiness({
  ...config,
  isStopping,
  service,
  hasRoom: backend?.hasRoom,
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
  keptPosts: posts,
  addresses,
  visits,
  actAs: createUserClientFactory(protocol, keys.anonKey),
  fetch: protocol.fetch,
  readReadiness,
  version: readVersion(),
  metrics,
});
await readSite();
const seeding = seedSamples({
  service: remote ? boundedService : service,
  timeZone: () => content.current().contact.timeZone,
  release: readVersion().version,
  onSeeded: readSite,
  log,
});
// Pages are served without Supabase.
if (backend) await seeding;
const announcePosts = await startAnnouncements({ config, reader, isPolled: remote !== undefined, log });
const watches = backend ? await startWatches(backend) : undefined;
// Changes since the first read were not heard.
if (backend) await readSite();
startRetention({
  service,
  days: config.messageRetentionDays,
  // What the owner has chosen is read first.
  applicationDays: () => (content.isKnown() ? content.current().facts.applicationDays : MAX_APPLICATION_DAYS),
  log,
});
server.release(remote ? withBackgroundRenewal(app.listener) : app.listener);
const answers =
  backend && config.replies && replyAddress && startAnswers(backend, config.replies.imapUrl, replyAddress);
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
tellParent({
  ready: config.host?.startsWith("/")
    ? { socketPath: config.host }
    : { host: config.host ?? "127.0.0.1", port: server.port },
});
wasReady = true;
console.log(
  `Ready on ${address}${config.siteUrl ? ` (${config.host?.startsWith("/") ? config.host : `port ${server.port}`})` : ""}`,
);
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

/** The backend starts before the content is read. */
function siteFacts(): SiteFacts {
  const stored = contentStore?.current();
  return stored ? senderFacts(stored) : shippedFacts();
}

function mailLook(): MailLook | undefined {
  const stored = contentStore?.current();
  return stored && mailLookOf(stored, config.siteUrl ?? address);
}

/** AUTH_SIGNUPS can close sign-up whatever the site says. */
function isSignUpOpen(): boolean {
  return config.auth.signUps && contentStore?.current().facts.signUp !== "closed";
}

/** A language that is not public has the form of the first. */
function contactForm(language: string): ReceivedForm | undefined {
  const shown = contentStore?.current(contentStore.locales().includes(language) ? language : "");
  return (
    shown && { ...ownFormOf(shown), jobs: Object.fromEntries(jobsWithForm(shown).map((job) => [job.id, job.title])) }
  );
}

function startAnswers({ database }: Backend, imapUrl: string, signed: ReplyAddress) {
  const options = {
    ...config,
    database,
    imapUrl,
    replyAddress: signed,
    siteUrl: address,
    siteFacts,
    hasRoomForFiles: () => hasRoomForFiles(config.dataDir),
    log,
  };
  const started = createAnswers(options);
  started.start();
  return started;
}

function requireApiKeys() {
  if (!config.apiKeys) throw new Error("SUPABASE_URL came without its keys.");
  return config.apiKeys;
}

async function onChange({ table }: CommittedWrite): Promise<void> {
  // Replacing a picture changes the posts and entries that show it.
  if (table === "blog_posts" || table === "pictures") app?.invalidatePages("posts");
  if (table === "entries" || table === "pictures") await content.renew();
  if (table === "entries" || table === "redirects") await addresses.renew();
}

/** Resolves although the database cannot be read: then what was read last is shown. */
function readSite(): Promise<unknown> {
  return Promise.all([content.renew(), posts.renew(), addresses.renew()]);
}

function onStalePosts(): void {
  app?.invalidatePages("posts");
  posts.renewSoon();
  addresses.renewSoon();
  announcePosts();
}

function onStaleEntries(): void {
  void content.renew();
  void addresses.renew();
}

async function startWatches({ listen }: Backend) {
  const ofPosts = startScheduleWatch({ schedule: "seconds_to_next_post", service, onStale: onStalePosts, log });
  const ofEntries = startScheduleWatch({ schedule: "seconds_to_next_entry", service, onStale: onStaleEntries, log });
  await listen("pages", (table) => {
    if (table === "redirects") void addresses.renew();
    else if (table !== "entries") ofPosts.onChange();
    if (table === "entries" || table === undefined) ofEntries.onChange();
  });
  return [ofPosts, ofEntries];
}

/** Supabase does not notify us of changes. */
function withBackgroundRenewal(listener: RequestListener): RequestListener {
  return (request, response) => {
    content.renewIfOld();
    posts.renewIfOld();
    addresses.renewIfOld();
    return listener(request, response);
  };
}

function startOwnBackend(): Promise<Backend> {
  return startBackend({
    config,
    siteUrl: address,
    log,
    onChange,
    isStopping,
    siteFacts,
    isSignUpOpen,
    contactForm,
    metrics,
    counters,
  });
}

/** Supabase may be unreachable at startup, and pages are served without it, so failures there are only logged. */
async function requireAdmin(account: NonNullable<typeof config.admin>): Promise<void> {
  const ensured = ensureAdmin(service, account);
  if (backend) return void (await ensured);
  ensured.catch((error: unknown) => log.error("the admin could not be made", { error }));
}

// Terminals and service managers may send the signal several times; a second one must not exit before PostgreSQL has
// stopped.
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info("stopping");
  tellParent("stopping");
  server.drain();
  await sleep(config.drainSeconds * 1_000);
  backend?.realtime?.closeConnections();
  await server.close();
  for (const watch of watches ?? []) watch.stop();
  contactFunction?.stop();
  await Promise.all([addresses.flush(), visits.flush()]);
  await Promise.all([answers?.stop(), mail?.stop()]);
  await backend?.stop();
  process.exit(0);
}

// Prints mistakes of the operator in one line. Stops PostgreSQL before an error ends the process, unless the parent
// process starts this one again.
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
