import { resolve } from "node:path";
import * as v from "valibot";
import {
  LOG_LEVELS,
  UserError,
  authEntries,
  flag,
  listAddresses,
  readProviders,
  sessionAttribute,
  toAuthConfig,
} from "../backend/index.ts";
import { EMAIL } from "../domain/email.ts";
import { MAX_REPLY_LOCAL_LENGTH } from "./mail/reply-address.ts";

const originOnly = v.pipe(
  v.string(),
  v.url("is no address; write it as https://agency.example"),
  v.regex(/^https?:\/\/[^/?#]+\/?$/, "must be an origin without a path, such as https://agency.example"),
  v.transform((url) => new URL(url).origin),
);

const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, "must be a whole number"),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );

const urlWith = (protocols: readonly string[], example: string) =>
  v.pipe(
    v.string(),
    v.check((url) => URL.canParse(url) && protocols.includes(new URL(url).protocol), `must be written as ${example}`),
  );

/** Accepts names, addresses and paths of sockets; the system decides at the start whether it can listen there. */
const host = v.pipe(
  v.string(),
  v.regex(
    /^(?:[a-zA-Z0-9.:_-]+|\/[^\0]{1,100})$/,
    "must be an IP address, a host name or the path of a socket, such as 0.0.0.0",
  ),
);

const email = v.pipe(v.string(), v.regex(EMAIL, "must be an email address"));

const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-full"] as const;

/** The driver would take an unknown one for verify-full, or send plain text. */
const sslModeOf = (url: string) => listAddresses(url)[0]?.searchParams.get("sslmode") ?? "disable";

function isDecodable(url: string): boolean {
  try {
    return listAddresses(url).every(({ username, password }) => decodeURIComponent(username + password) !== undefined);
  } catch {
    return false;
  }
}

const database = v.pipe(
  v.string(),
  v.check(
    (url) => listAddresses(url).length > 0 && isDecodable(url),
    "must be written as postgres://user:password@host:5432/database, with %, @, /, # and ? in user and password in percent-encoding (%25, %40, %2F, %23, %3F)",
  ),
  v.check(
    (url) => v.is(v.picklist(SSL_MODES), sslModeOf(url)),
    `must have one of these as sslmode: ${SSL_MODES.join(", ")}`,
  ),
  v.check(
    (url) => ["primary", "read-write", "any", null].includes(sessionAttribute(url)),
    "must have target_session_attrs=read-write or none: the site writes",
  ),
);

const sender = v.pipe(
  v.string(),
  v.check(
    (value) => v.is(email, /<([^<>]*)>\s*$/.exec(value)?.[1] ?? value),
    "must be or end with an address, such as Agency <hello@agency.example>",
  ),
);

const replyAddress = v.pipe(
  email,
  v.check(
    (value) => !value.includes("+") && value.lastIndexOf("@") <= MAX_REPLY_LOCAL_LENGTH,
    `must have at most ${MAX_REPLY_LOCAL_LENGTH} characters and no + before the @: a signed id is added there`,
  ),
);

const mailbox = v.pipe(
  urlWith(["imap:", "imaps:"], "imaps://user:password@host:993, percent-encoded"),
  v.check((url) => {
    const { protocol = "", hostname = "", username, password, pathname = "" } = URL.parse(url) ?? {};
    const isEncrypted = protocol === "imaps:" || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
    return isEncrypted && Boolean(username && password) && pathname.length < 2;
  }, "must be imaps:// (imap:// on this machine only) with user and password, and without a path"),
);

const errorHook = v.pipe(
  v.string(),
  v.check(
    (url) => /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1)[:/])/.test(url) && URL.canParse(url),
    "must be written as https://hooks.example/path",
  ),
);

const LOOPBACK = "127.0.0.1";

/** bcrypt ignores the rest. */
const MAX_PASSWORD_BYTES = 72;

const Settings = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), "3000"),
  HOST: v.optional(host),
  SITE_URL: v.optional(originOnly),
  TRUST_PROXY: v.optional(wholeNumber(0, 16), "0"),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, "must be info, warn or error"), "info"),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, "must have at least 16 characters"))),
  ERROR_HOOK_URL: v.optional(errorHook),
  DRAIN_SECONDS: v.optional(wholeNumber(0, 300), "0"),
  DATA_DIR: v.optional(v.string(), "data"),
  BACKUP_DIR: v.optional(v.string()),
  BACKUP_HOUR: v.optional(wholeNumber(0, 23), "3"),
  DATABASE_URL: v.optional(database),
  DATABASE_DIRECT_URL: v.optional(database),
  DATABASE_PASSWORD: v.optional(v.string()),
  SUPABASE_URL: v.optional(originOnly),
  SUPABASE_ANON_KEY: v.optional(v.string()),
  SUPABASE_SERVICE_ROLE_KEY: v.optional(v.string()),
  SMTP_URL: v.optional(urlWith(["smtp:", "smtps:"], "smtp://user:password@host:587")),
  MAIL_FROM: v.optional(sender),
  CONTACT_TO: v.optional(email),
  REPLY_IMAP_URL: v.optional(mailbox),
  REPLY_ADDRESS: v.optional(replyAddress),
  MESSAGE_RETENTION_DAYS: v.optional(wholeNumber(1, 36_500), "365"),
  MAIL_ALERT_MINUTES: v.optional(wholeNumber(1, 100_000), "15"),
  AUTH_SESSION_IDLE_DAYS: v.optional(wholeNumber(1, 36_500), "30"),
  AUTH_SESSION_MAX_DAYS: v.optional(wholeNumber(1, 36_500), "180"),
  ...authEntries,
  REALTIME_PUBLIC: v.optional(flag, "0"),
  INDEXNOW_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[a-zA-Z0-9-]{8,128}$/, "must be 8 to 128 letters, digits or hyphens")),
  ),
  ADMIN_EMAIL: v.optional(email),
  ADMIN_PASSWORD: v.optional(
    v.pipe(
      v.string(),
      v.minLength(8, "must have at least 8 characters"),
      v.maxBytes(MAX_PASSWORD_BYTES, `must have at most ${MAX_PASSWORD_BYTES} bytes`),
    ),
  ),
});

const KEY_NAMES = ["SUPABASE_ANON_KEY", "SUPABASE_SERVICE_ROLE_KEY"] as const;
const MIN_KEY_LENGTH = 32;
/** A random key of 32 characters has more with near certainty, even in hexadecimal. */
const MIN_DIFFERENT_CHARACTERS = 8;
/** The issuer of the published keys that every local Supabase has. */
const DEMO_ISSUER = "supabase-demo";

function isWeakKey(key: string | undefined): boolean {
  if (key === undefined) return false;
  const isDemo = key.split(".").some((part) => Buffer.from(part, "base64url").includes(DEMO_ISSUER));
  return isDemo || key.length < MIN_KEY_LENGTH || new Set(key).size < MIN_DIFFERENT_CHARACTERS;
}

export const SETTING_NAMES: readonly string[] = Object.keys(Settings.entries);

type Settings = v.InferOutput<typeof Settings>;
type Name = keyof Settings;

const together = (one: Name, other: Name) =>
  v.check((given: Settings) => !given[one] === !given[other], `${one} and ${other} come together or not at all`);
const needs = (one: Name, other: Name, why: string) =>
  v.check((given: Settings) => !given[one] || Boolean(given[other]), `${one} needs ${other}${why}`);
const excludes = (one: Name, other: Name, why: string) =>
  v.check((given: Settings) => !given[one] || !given[other], `${one} and ${other} exclude each other: ${why}`);

const Environment = v.pipe(
  Settings,
  together("SUPABASE_ANON_KEY", "SUPABASE_SERVICE_ROLE_KEY"),
  needs("SUPABASE_URL", "SUPABASE_ANON_KEY", " and SUPABASE_SERVICE_ROLE_KEY"),
  excludes("SUPABASE_URL", "DATABASE_URL", "Supabase brings its database"),
  excludes("SUPABASE_URL", "BACKUP_DIR", "Supabase makes the backups"),
  v.check(
    ({ SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY }) =>
      !SUPABASE_ANON_KEY || SUPABASE_ANON_KEY !== SUPABASE_SERVICE_ROLE_KEY,
    "SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY must differ: the first is public",
  ),
  v.check(
    ({ SUPABASE_URL, ...keys }) => Boolean(SUPABASE_URL) || KEY_NAMES.every((name) => !isWeakKey(keys[name])),
    "SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY must be random, with 32 characters or more: npm run make-keys",
  ),
  together("REPLY_IMAP_URL", "REPLY_ADDRESS"),
  excludes("REPLY_IMAP_URL", "SUPABASE_URL", "answers by mail need this site's own backend"),
  needs("DATABASE_PASSWORD", "DATABASE_URL", ": it is the password of its user"),
  needs("DATABASE_DIRECT_URL", "DATABASE_URL", ": it is the same database, past the connection pooler"),
  v.check(
    ({ HOST, SITE_URL }) => !HOST?.startsWith("/") || Boolean(SITE_URL),
    "HOST needs SITE_URL if it is a socket: links need an address",
  ),
  together("ADMIN_EMAIL", "ADMIN_PASSWORD"),
  needs("AUTH_SAML", "SITE_URL", ": identity providers send people back to it"),
  excludes("AUTH_SAML", "SUPABASE_URL", "Supabase has its own settings for SAML"),
  excludes("REALTIME_PUBLIC", "SUPABASE_URL", "Supabase has its own settings for realtime"),
  needs("INDEXNOW_KEY", "SITE_URL", ": search engines are told the public address"),
);

/** A password of its own needs no percent-encoding; one in the URL takes precedence. */
function withPassword(url: string | undefined, password: string | undefined): string | undefined {
  if (!url || !password) return url;
  return url.replace(/^(\w+:\/\/[^:@/]+)@/, (_, start: string) => `${start}:${encodeURIComponent(password)}@`);
}

/** Beginnings that other programs do not use for settings of their own. */
const OUR_PREFIX = /^(?:AUTH|BACKUP|DATABASE|MAIL|METRICS|REPLY|SITE|SMTP|SUPABASE)_/;
/** The names of providers are free. */
const FREE_NAME = /^AUTH_(?:OIDC|GITHUB)_/;

/** A sentence for each variable that looks like a setting and is none. */
export function findMisspelt(environment: Record<string, string | undefined>): readonly string[] {
  return Object.keys(environment).flatMap((name) => {
    if (SETTING_NAMES.includes(name) || FREE_NAME.test(name)) return [];
    const near = SETTING_NAMES.find((known) => known.length > 5 && isNear(name, known));
    if (!near && !OUR_PREFIX.test(name)) return [];
    return [`${name} is no setting${near ? `; is it ${near}?` : ": docs/settings.md lists them all."}`];
  });
}

/** Whether one letter is missing, added, wrong or exchanged with its neighbor. */
function isNear(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1) return false;
  let same = 0;
  while (same < name.length && name[same] === known[same]) same += 1;
  const [left, right] = [name.slice(same), known.slice(same)];
  const isExchanged = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return isExchanged || left.slice(1) === right || left === right.slice(1) || left.slice(1) === right.slice(1);
}

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Validates the complete environment, so that one message lists every problem. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const result = v.safeParse(Environment, given);
  const { providers, problems: providerProblems } = readProviders(given);
  if (!result.success || providerProblems.length > 0) {
    const issues = result.issues?.map((issue) => `${v.getDotPath(issue) ?? ""} ${issue.message}`.trim()) ?? [];
    const problems = [...issues, ...providerProblems];
    if (problems.length === 1) throw new UserError(`The environment has a problem: ${problems[0]}`);
    throw new UserError(`The environment has ${problems.length} problems:\n  ${problems.join("\n  ")}`);
  }
  const settings = result.output;
  return {
    port: settings.PORT,
    // Undefined means all interfaces. Behind a proxy an open port would let anyone forge X-Forwarded-For.
    host: settings.HOST ?? (settings.TRUST_PROXY > 0 ? LOOPBACK : undefined),
    /** Public origin; if unset, each request's own origin is used. */
    siteUrl: settings.SITE_URL,
    /** How many proxies in front of this process are trusted to extend X-Forwarded-For. */
    trustedProxies: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    /** If set, /metrics answers requests with this bearer token. */
    metricsToken: settings.METRICS_TOKEN,
    /** If set, errors are posted there. */
    errorHookUrl: settings.ERROR_HOOK_URL,
    /** How long a stopping process still accepts requests, so that a proxy notices /readyz first. */
    drainSeconds: settings.DRAIN_SECONDS,
    /** Holds all persistent data. */
    dataDir: resolve(settings.DATA_DIR),
    /** If set, the site backs itself up there once a day, from this hour (UTC) on. */
    backups: settings.BACKUP_DIR ? { folder: resolve(settings.BACKUP_DIR), hour: settings.BACKUP_HOUR } : undefined,
    /** An external PostgreSQL; if unset, the embedded one. */
    databaseUrl: withPassword(settings.DATABASE_URL, settings.DATABASE_PASSWORD),
    /** The same database past a connection pooler, for LISTEN and for commands. */
    databaseDirectUrl: withPassword(settings.DATABASE_DIRECT_URL, settings.DATABASE_PASSWORD),
    /** If set (Supabase mode), Supabase is the backend and this process serves only pages. */
    supabaseUrl: settings.SUPABASE_URL,
    apiKeys:
      settings.SUPABASE_ANON_KEY && settings.SUPABASE_SERVICE_ROLE_KEY
        ? { anonKey: settings.SUPABASE_ANON_KEY, serviceRoleKey: settings.SUPABASE_SERVICE_ROLE_KEY }
        : undefined,
    /** If unset, mails stay in the outbox. */
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    /** Recipient of contact messages; without it the stored address. */
    contactTo: settings.CONTACT_TO,
    /** The mailbox of answers, and the address that leads to it; if unset, answers go to the agency's own mailbox. */
    replies:
      settings.REPLY_IMAP_URL && settings.REPLY_ADDRESS
        ? { imapUrl: settings.REPLY_IMAP_URL, address: settings.REPLY_ADDRESS }
        : undefined,
    messageRetentionDays: settings.MESSAGE_RETENTION_DAYS,
    /** /readyz reports mail as late after this long without delivery. */
    mailAlertMinutes: settings.MAIL_ALERT_MINUTES,
    /** A session ends after `idleDays` without use, and after `maxDays` in any case. */
    sessionLifetime: { idleDays: settings.AUTH_SESSION_IDLE_DAYS, maxDays: settings.AUTH_SESSION_MAX_DAYS },
    auth: toAuthConfig(settings, providers),
    /** Realtime is open to everybody with the public key, and has public topics. */
    realtimePublic: settings.REALTIME_PUBLIC,
    /** If set, IndexNow is notified of post changes; requires `siteUrl`. */
    indexNowKey: settings.INDEXNOW_KEY,
    /** Admin account to create at startup. */
    admin:
      settings.ADMIN_EMAIL && settings.ADMIN_PASSWORD
        ? { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }
        : undefined,
  };
}
