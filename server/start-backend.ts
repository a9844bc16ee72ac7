import { Hono } from "hono";
import {
  CLIENT_ADDRESS_HEADER,
  UNAVAILABLE_HEADERS,
  allowAllOrigins,
  connect,
  createAccessTokens,
  createAuth,
  createAuthenticate,
  createBudget,
  createFunctions,
  createRest,
  createSigningKeys,
  createStorage,
  erasePictures,
  findAddress,
  fixedAddress,
  hasRealtimeSchema,
  removeExpired,
  startRealtime,
  type ApiKeys,
  type CommittedWrite,
  type CountSignIn,
  type Database,
  type DatabaseAddress,
  type Log,
  type Realtime,
} from "../backend/index.ts";
import type { ReceivedForm } from "../domain/contact/contact-fields.ts";
import { createSendContactEmail } from "../supabase/functions/send-contact-email/send-contact-email.ts";
import type { CountMessage } from "../supabase/functions/send-contact-email/store-message.ts";
import { loadApiKeys, warnOfOtherKeys } from "./api-keys.ts";
import type { Config } from "./config.ts";
import { createMessageFiles, createStoreApplication } from "./contact/message-files.ts";
import { shippedFacts, type SiteFacts } from "./content/site-facts.ts";
import { startBackups } from "./db/backup/backup-schedule.ts";
import { prepareFolder } from "./db/data-dir.ts";
import { createPoolMetrics, createPostgresMetrics } from "./db/database-metrics.ts";
import { type EmbeddedPostgres, startEmbedded } from "./db/embedded/embedded-postgres.ts";
import {
  createDatabaseHealth,
  type DatabaseHealth,
  type DatabaseState,
  DatabaseUnreachable,
} from "./db/health-check.ts";
import { listVersions, migrate } from "./db/migrate.ts";
import { createOutbox } from "./mail/outbox.ts";
import type { Metrics } from "./metrics.ts";
import { hasRoomForFiles } from "./readiness.ts";
import { createInProcessFetch, createServiceClient, type SupabaseClient } from "./supabase-clients.ts";

export type Backend = {
  /** Serves auth/v1, rest/v1, storage/v1 and functions/v1, over HTTP and in-process. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly keys: ApiKeys;
  readonly database: Pick<Database, "asCaller">;
  /** supabase-js with the service key, connected in-process. */
  readonly service: SupabaseClient;
  /** Calls back with the payload of each NOTIFY; without one at a reconnect, because those sent in between are lost. */
  readonly listen: (channel: string, onNews: (payload?: string) => void) => Promise<void>;
  readonly readDatabaseState: () => Promise<DatabaseState>;
  /** False from a write that PostgreSQL refused for lack of room until one fits again. */
  readonly hasRoom: () => Promise<boolean>;
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
  readonly onChange: (change: CommittedWrite) => Promise<void> | void;
  /** The site's facts in mails; the shipped ones by default. */
  readonly siteFacts?: () => SiteFacts;
  /** Whether strangers may sign up now; by default as the settings say. */
  readonly isSignUpOpen?: () => boolean;
  /** The owner's contact form; the specification's by default. */
  readonly contactForm?: (language: string) => ReceivedForm | undefined;
  /** A command-line tool may run beside the server and delivers no mail. */
  readonly isCli?: boolean;
  readonly isStopping?: () => boolean;
  /** Not for command-line tools. */
  readonly metrics?: Pick<Metrics, "addSource">;
  readonly counters?: {
    readonly countSignIn: CountSignIn;
    readonly countMessage: CountMessage;
  };
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
  const { config, siteUrl, log, isCli = false, metrics } = options;
  await migrate(address.direct.url());
  const versions = await listVersions();
  const database = connect(address);
  const keys = await loadApiKeys({ folder: config.dataDir, ...(config.apiKeys && { given: config.apiKeys }) });
  if (!isCli) await warnOfOtherKeys(database.sql, keys, log);
  const inProcess = { url: siteUrl, fetch: createInProcessFetch((request) => fetch(request)) };
  const service = createServiceClient(inProcess, keys.serviceRoleKey);
  const { app, realtime } = await createApi({ ...options, database, keys, service });
  const health = createDatabaseHealth({ host: address.host, versions });
  metrics?.addSource(createPoolMetrics(database));
  metrics?.addSource(createPostgresMetrics(database, health));
  const fetch = withCircuitBreaker(health, (request) => app.fetch(request));
  const cleanup = setInterval(() => {
    const cleaned = Promise.all([removeExpired, erasePictures].map((clean) => clean({ sql: database.sql, clock })));
    cleaned.catch((error: unknown) => log.error("failed", { error }));
  }, CLEANUP_INTERVAL_MS).unref();
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
    await database.close();
  };

  return {
    fetch,
    keys,
    database,
    realtime,
    service,
    listen: async (channel, onNews) => void (await database.sql.listen(channel, onNews, () => onNews())),
    readDatabaseState: () => health.state(),
    hasRoom: () => health.run(() => database.hasRoom()).catch(() => true),
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

async function createApi(options: BackendOptions & { database: Database; keys: ApiKeys; service: SupabaseClient }) {
  const { database, keys, service, siteUrl, log, onChange, isCli = false } = options;
  const { contactTo, sessionLifetime, auth: settings } = options.config;
  const { siteFacts = shippedFacts, isSignUpOpen = () => settings.signUps } = options;
  const signingKeys = createSigningKeys({ sql: database.sql, clock });
  const tokens = createAccessTokens({ sql: database.sql, signingKeys, siteUrl, clock });
  const authenticate = createAuthenticate({ keys, tokens });
  const budget = createBudget();
  const report = (error: unknown) => log.error("failed", { error });
  const mailer = createOutbox({ domain: new URL(siteUrl).hostname, siteFacts });
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
    settings: {
      ...settings,
      get signUps() {
        return isSignUpOpen();
      },
    },
    siteName: () => siteFacts().name,
    siteLanguages: siteFacts,
    ...options.counters,
  });
  const sendContactEmail = createSendContactEmail({
    service,
    count: options.counters?.countMessage,
    storeApplication: createStoreApplication(database),
    hasRoomForFiles: () => hasRoomForFiles(options.config.dataDir),
    serviceKey: keys.serviceRoleKey,
    form: options.contactForm,
    sender() {
      const { name: siteName, email, ...languages } = siteFacts();
      return { ...languages, siteName, siteUrl, contactTo: contactTo ?? email };
    },
    clientAddress,
    report: (error) => log.error("A function failed", { error }),
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
        authenticate,
        log,
        functions: {
          "send-contact-email": sendContactEmail,
          "message-file": createMessageFiles(database, authenticate),
        },
      }),
    )
    .route("/realtime/v1", realtime?.routes ?? new Hono());
  return { app, realtime };
}

const clientAddress = (request: Request): string => request.headers.get(CLIENT_ADDRESS_HEADER) ?? "";

type Fetch = (request: Request) => Response | Promise<Response>;

const UNREACHABLE_BODY = JSON.stringify({
  message: "Our database is not available right now. Please try again later.",
});

/** Responds with 503 at once while the database is unreachable. */
function withCircuitBreaker(health: DatabaseHealth, fetch: Fetch): Fetch {
  return async (request) => {
    // A preflight needs no database; if it failed, the browser could not read the 503.
    if (request.method === "OPTIONS") return fetch(request);
    try {
      return await health.run(() => fetch(request));
    } catch (error) {
      if (!(error instanceof DatabaseUnreachable)) throw error;
      return new Response(UNREACHABLE_BODY, { status: 503, headers: UNAVAILABLE_HEADERS });
    }
  };
}
