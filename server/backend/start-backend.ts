import { Hono } from "hono";
import type { Config } from "../config.ts";
import type { SiteFacts } from "../content/site-facts.ts";
import { startBackups } from "../db/backup/backup-schedule.ts";
import { prepareFolder } from "../db/data-dir.ts";
import { type DatabaseAddress, findAddress, fixedAddress } from "../db/database-address.ts";
import { createPoolMetrics, createPostgresMetrics } from "../db/database-metrics.ts";
import { connect, type Database } from "../db/database.ts";
import { type EmbeddedPostgres, startEmbedded } from "../db/embedded/embedded-postgres.ts";
import { createDatabaseHealth, type DatabaseState } from "../db/health-check.ts";
import { listVersions, migrate } from "../db/migrate.ts";
import { CLIENT_ADDRESS_HEADER } from "../http/client-address.ts";
import type { Log } from "../log.ts";
import { createMailQueue } from "../mail/mail-queue.ts";
import { createOutbox } from "../mail/outbox.ts";
import { printMails } from "../mail/print-mails.ts";
import { startMail } from "../mail/start-mail.ts";
import type { CountMail } from "../mail/worker.ts";
import type { Metrics } from "../metrics.ts";
import type { CountSignIn } from "./auth/auth-context.ts";
import { removeExpired } from "./auth/cleanup.ts";
import { createAuth } from "./auth/create-auth.ts";
import { createAccessTokens } from "./auth/tokens/access-tokens.ts";
import { createSigningKeys } from "./auth/tokens/signing-keys.ts";
import { createAuthenticate } from "./authenticate.ts";
import { createBudget } from "./budget.ts";
import { withCircuitBreaker } from "./circuit-breaker.ts";
import type { DatabaseClient } from "./clients.ts";
import { createServiceClient, createInProcessFetch } from "./clients.ts";
import { allowAllOrigins } from "./cors.ts";
import { type CountMessage, createFunctions } from "./functions/functions.ts";
import { warnOfOtherKeys } from "./key-fingerprint.ts";
import { type ApiKeys, loadApiKeys } from "./keys.ts";
import { hasRealtimeSchema, type Realtime, startRealtime } from "./realtime/realtime.ts";
import type { Change } from "./rest/respond.ts";
import { createRest } from "./rest/rest.ts";
import { erasePictures } from "./storage/erase-pictures.ts";
import { createStorage } from "./storage/storage.ts";

export type Backend = {
  /** Serves auth/v1, rest/v1, storage/v1 and functions/v1, over HTTP and in-process. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly keys: ApiKeys;
  /** supabase-js with the service key, connected in-process. */
  readonly service: DatabaseClient;
  /** Calls back when any process has changed a post or an entry; without a table when notifications may have been missed. */
  readonly watchChanges: (onNews: (table?: string) => void) => Promise<void>;
  readonly readDatabaseState: () => Promise<DatabaseState>;
  /** realtime/v1; not for command-line tools, nor on a database without schema realtime. */
  readonly realtime: Realtime | undefined;
  readonly stop: () => Promise<void>;
};

type BackendOptions = {
  readonly config: Config;
  /** The public URL, or the local one that the server printed. */
  readonly siteUrl: string;
  readonly log: Log;
  /** Called after a write is committed and before the response is sent. */
  readonly onChange: (change: Change) => Promise<void> | void;
  /** The site's facts in mails; the shipped ones by default. */
  readonly siteFacts?: () => SiteFacts;
  /** A command-line tool may run beside the server and delivers no mail. */
  readonly isCli?: boolean;
  readonly isStopping?: () => boolean;
  /** Not for command-line tools. */
  readonly metrics?: Pick<Metrics, "addSource">;
  readonly counters?: {
    readonly countSignIn: CountSignIn;
    readonly countMessage: CountMessage;
    readonly countMail: CountMail;
  };
  /** Prints mails in development, when there is no mail server. */
  readonly printMail?: (mail: string) => void;
};

const clock = () => new Date();
const CLEANUP_INTERVAL_MS = 3_600_000;

/** Starts the database, runs the migrations and creates the API. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { config, log, isCli = false, isStopping = () => false } = options;
  // With its own database and keys from the environment, the site writes no files.
  if (!isCli && !(config.databaseUrl && config.apiKeys)) await prepareFolder("DATA_DIR", config.dataDir);
  if (!isCli && config.backups) await prepareFolder("BACKUP_DIR", config.backups.folder);
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, announce: console.log, log, join: isCli, isStopping });
  try {
    const address = config.databaseUrl
      ? await findAddress(config.databaseUrl, config, log)
      : fixedAddress(embedded?.url ?? "");
    return await openBackend(options, address, embedded);
  } catch (error) {
    // Leave no PostgreSQL running after a failed start.
    await embedded?.stop();
    throw error;
  }
}

async function openBackend(
  options: BackendOptions,
  address: DatabaseAddress,
  embedded?: EmbeddedPostgres,
): Promise<Backend> {
  const { config, siteUrl, log, isCli = false, printMail, metrics, counters } = options;
  await migrate(address.direct.url());
  const versions = await listVersions();
  const database = connect(address);
  const keys = await loadApiKeys({ folder: config.dataDir, ...(config.apiKeys && { given: config.apiKeys }) });
  if (!isCli) await warnOfOtherKeys(database.sql, keys, log);
  const { app, realtime } = await createApi({ ...options, database, keys });
  const health = createDatabaseHealth({ host: address.host, versions });
  metrics?.addSource(createPoolMetrics(database));
  metrics?.addSource(createPostgresMetrics(database, health));
  const fetch = withCircuitBreaker(health, (request) => app.fetch(request));
  const cleanup = setInterval(() => {
    const cleaned = Promise.all([removeExpired, erasePictures].map((clean) => clean({ sql: database.sql, clock })));
    cleaned.catch((error: unknown) => log.error("failed", { error }));
  }, CLEANUP_INTERVAL_MS).unref();
  const worker = isCli
    ? undefined
    : await startMail({
        ...config,
        ...counters,
        queue: createMailQueue(database.sql),
        siteFacts: options.siteFacts,
        log,
      });
  const stopPrinting = printMail && !config.smtpUrl ? await printMails(database.sql, printMail) : undefined;
  const backups =
    !isCli && config.backups
      ? startBackups({
          ...config.backups,
          keysFolder: config.apiKeys ? undefined : config.dataDir,
          databaseUrl: address.direct.url,
          log,
        })
      : undefined;
  const closeAll = async () => {
    await realtime?.stop();
    await worker?.stop();
    await stopPrinting?.();
    await database.close();
  };

  return {
    fetch,
    keys,
    realtime,
    service: createServiceClient({ url: siteUrl, fetch: createInProcessFetch(fetch) }, keys.serviceRoleKey),
    // The second callback runs at every reconnect, because notifications sent in between are lost.
    watchChanges: async (onNews) =>
      void (await database.sql.listen(
        "pages",
        (payload) => onNews(payload || "blog_posts"),
        () => onNews(),
      )),
    readDatabaseState: () => health.state(),
    async stop() {
      clearInterval(cleanup);
      await backups?.stop();
      // PostgreSQL must stop with this process, even if this fails.
      await health.run(closeAll).catch((error: unknown) => {
        log.warn("stopping without the database", { error });
        void database.close();
      });
      await health.stop();
      await embedded?.stop();
    },
  };
}

async function createApi(options: BackendOptions & { database: Database; keys: ApiKeys }) {
  const { database, keys, siteUrl, log, onChange, isCli = false } = options;
  const { contactTo, sessionLifetime, auth: settings } = options.config;
  const signingKeys = createSigningKeys({ sql: database.sql, clock });
  const tokens = createAccessTokens({ sql: database.sql, signingKeys, siteUrl, clock });
  const authenticate = createAuthenticate({ keys, tokens });
  const budget = createBudget();
  const report = (error: unknown) => log.error("failed", { error });
  const mailer = createOutbox({ domain: new URL(siteUrl).hostname, siteFacts: options.siteFacts });
  const auth = createAuth({
    database,
    mailer,
    keys,
    siteUrl,
    log,
    clientAddress,
    signingKeys,
    tokens,
    sessionLifetime,
    settings,
    siteFacts: options.siteFacts,
    ...options.counters,
  });
  const isShared = options.config.databaseUrl !== undefined;
  const isPublic = options.config.realtimePublic;
  const realtime =
    isCli || !(await hasRealtimeSchema(database.sql))
      ? undefined
      : await startRealtime({ sql: database.sql, keys, tokens, authenticate, isShared, isPublic, log });
  const app = new Hono()
    .use("/auth/v1/*", allowAllOrigins(["GET", "POST", "PUT", "DELETE"]))
    .route("/auth/v1", auth)
    .route("/rest/v1", createRest({ database, authenticate, onChange, budget, report }))
    .route("/storage/v1", createStorage({ database, authenticate, budget, report }))
    .route(
      "/functions/v1",
      createFunctions({
        ...keys,
        contactTo,
        siteFacts: options.siteFacts,
        database,
        authenticate,
        siteUrl,
        log,
        clientAddress,
        ...options.counters,
      }),
    )
    .route("/realtime/v1", realtime?.routes ?? new Hono());
  return { app, realtime };
}

function clientAddress(request: Request): string {
  return request.headers.get(CLIENT_ADDRESS_HEADER) ?? "";
}
