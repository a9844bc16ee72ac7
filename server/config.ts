import { resolve } from "node:path";
import * as v from "valibot";
import { EMAIL } from "../domain/email.ts";
import { authEntries, flag, toAuthConfig } from "./auth-config.ts";
import { listAddresses, sessionAttribute } from "./db/address.ts";
import { UserError } from "./db/user-error.ts";
import { LOG_LEVELS } from "./log.ts";
import { readProviders } from "./provider-config.ts";

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

/** Accepts names and addresses; the system decides at the start whether it can listen there. */
const host = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9.:_-]+$/, "must be an IP address or a host name, such as 0.0.0.0"));

const email = v.pipe(v.string(), v.regex(EMAIL, "must be an email address"));

/** postgres.js 3.4.9 cuts a host off at the first colon. */
const hasIpv6Host = (url: string) => listAddresses(url).some(({ hostname }) => hostname.startsWith("["));

const database = v.pipe(
  v.string(),
  v.check((url) => listAddresses(url).length > 0, "must be written as postgres://user:password@host:5432/database"),
  v.check((url) => !hasIpv6Host(url), "must name its host or give its IPv4 address: the driver takes no IPv6 address"),
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
  SUPABASE_URL: v.optional(originOnly),
  SUPABASE_ANON_KEY: v.optional(v.string()),
  SUPABASE_SERVICE_ROLE_KEY: v.optional(v.string()),
  SMTP_URL: v.optional(urlWith(["smtp:", "smtps:"], "smtp://user:password@host:587")),
  MAIL_FROM: v.optional(sender),
  CONTACT_TO: v.optional(email),
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
  needs("DATABASE_DIRECT_URL", "DATABASE_URL", ": it is the same database, past the connection pooler"),
  together("ADMIN_EMAIL", "ADMIN_PASSWORD"),
  needs("AUTH_SAML", "SITE_URL", ": identity providers send people back to it"),
  excludes("AUTH_SAML", "SUPABASE_URL", "Supabase has its own settings for SAML"),
  excludes("REALTIME_PUBLIC", "SUPABASE_URL", "Supabase has its own settings for realtime"),
  needs("INDEXNOW_KEY", "SITE_URL", ": search engines are told the public address"),
);

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
    databaseUrl: settings.DATABASE_URL,
    /** The same database past a connection pooler, for LISTEN and for commands. */
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
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
