import { expect, test } from "vitest";
import { findMisspelt, readConfig } from "./config.ts";

const KEY = "8d0cbe41f2a7495aa1d7f0c35be2946d";
/** The payload of the published key of every local Supabase. */
const DEMO_KEY = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"iss":"supabase-demo","role":"service_role"}').toString("base64url")}.signature`;

const REPLIES = { REPLY_IMAP_URL: "imaps://u:p%40@mail.example", REPLY_ADDRESS: "answers@agency.example" };

test("the defaults are port 3000, the request's own origin and no trusted proxy", () => {
  expect(readConfig({})).toMatchObject({ port: 3000, siteUrl: undefined, trustedProxies: 0, databaseUrl: undefined });
});

test("by default messages go to the agency for a year, and mail is late after 15 minutes", () => {
  const defaults = { contactTo: undefined, messageRetentionDays: 365, mailAlertMinutes: 15 };
  expect(readConfig({})).toMatchObject(defaults);
  expect(readConfig({ CONTACT_TO: "team@agency.example" }).contactTo).toBe("team@agency.example");
});

test("backups are off; with a folder they are made from 3 o'clock on, and never beside Supabase's own", () => {
  expect(readConfig({}).backups).toBeUndefined();
  expect(readConfig({ BACKUP_DIR: "/var/backups/site" }).backups).toEqual({ folder: "/var/backups/site", hour: 3 });
  expect(() => readConfig({ BACKUP_DIR: "/b", BACKUP_HOUR: "24" })).toThrow("BACKUP_HOUR must be at most 23");
  const supabase = { SUPABASE_URL: "https://p.supabase.co", SUPABASE_ANON_KEY: "a", SUPABASE_SERVICE_ROLE_KEY: "b" };
  expect(() => readConfig({ ...supabase, BACKUP_DIR: "/b" })).toThrow("SUPABASE_URL and BACKUP_DIR exclude each other");
});

test("sessions end after 30 idle days and 180 days in all, unless set otherwise", () => {
  expect(readConfig({}).sessionLifetime).toEqual({ idleDays: 30, maxDays: 180 });
  const set = readConfig({ AUTH_SESSION_IDLE_DAYS: "1", AUTH_SESSION_MAX_DAYS: "7" });
  expect(set.sessionLifetime).toEqual({ idleDays: 1, maxDays: 7 });
});

test("sign-ups are open, confirmed by email and never anonymous, unless set otherwise", () => {
  const { autoconfirm, anonymous, signUps, rateLimits } = readConfig({}).auth;
  expect({ autoconfirm, anonymous, signUps }).toEqual({ autoconfirm: false, anonymous: false, signUps: true });
  expect(rateLimits).toEqual({
    signIn: 30,
    signUp: 30,
    emailSent: 30,
    verify: 30,
    tokenRefresh: 300,
    anonymousUsers: 30,
  });
  const set = readConfig({
    AUTH_AUTOCONFIRM: "1",
    AUTH_ANONYMOUS: "1",
    AUTH_SIGNUPS: "0",
    AUTH_RATE_LIMIT_VERIFY: "5",
  });
  expect(set.auth).toMatchObject({ autoconfirm: true, anonymous: true, signUps: false, rateLimits: { verify: 5 } });
});

test("behind a proxy the site listens on loopback, unless HOST is set", () => {
  expect(readConfig({}).host).toBeUndefined();
  expect(readConfig({ TRUST_PROXY: "1" }).host).toBe("127.0.0.1");
  expect(readConfig({ TRUST_PROXY: "1", HOST: "0.0.0.0" }).host).toBe("0.0.0.0");
});

test("a password in DATABASE_URL needs percent-encoding, one in DATABASE_PASSWORD none", () => {
  for (const url of ["postgres://u:50%off@h/d", "postgres://u:a/b@h/d", "postgres://u:a#b@h/d"]) {
    expect(() => readConfig({ DATABASE_URL: url }), url).toThrow("percent-encoding");
  }
  const DATABASE_PASSWORD = "50% @/#?:";
  const { databaseUrl = "" } = readConfig({ DATABASE_URL: "postgres://u@one,two/d", DATABASE_PASSWORD });
  expect(databaseUrl).toBe("postgres://u:50%25%20%40%2F%23%3F%3A@one,two/d");
  expect(readConfig({ DATABASE_URL: "postgres://u:own@h/d", DATABASE_PASSWORD }).databaseUrl).toContain("u:own@");
});

test("an unknown sslmode is refused", () => {
  expect(() => readConfig({ DATABASE_URL: "postgres://u:p@h/d?sslmode=verify" })).toThrow("sslmode: disable, allow");
  expect(readConfig({ DATABASE_URL: "postgres://u:p@h/d?sslmode=verify-full" }).databaseUrl).toContain("verify-full");
});

test("misspelt settings are told, and variables of other programs are not", () => {
  const told = findMisspelt({
    SMPT_URL: "",
    BACKUP_DIRS: "",
    TRUST_PROXI: "",
    AUTH_SIGNUP_OPEN: "",
    AUTH_OIDC_GOOGLE_ISSUER: "",
    SMTP_URL: "",
    PATH: "",
    PORTS: "",
    EMAIL: "",
  });
  expect(told).toEqual([
    "SMPT_URL is no setting; is it SMTP_URL?",
    "BACKUP_DIRS is no setting; is it BACKUP_DIR?",
    "TRUST_PROXI is no setting; is it TRUST_PROXY?",
    "AUTH_SIGNUP_OPEN is no setting: docs/settings.md lists them all.",
  ]);
});

test("DATABASE_URL may list several hosts", () => {
  const list = "postgres://u:p@one:5432,two:5433/d?target_session_attrs=read-write";
  expect(readConfig({ DATABASE_URL: list }).databaseUrl).toBe(list);
});

test("Supabase's own keys are accepted with SUPABASE_URL, whatever their form", () => {
  const given = {
    SUPABASE_URL: "http://localhost:54321",
    SUPABASE_ANON_KEY: "anon",
    SUPABASE_SERVICE_ROLE_KEY: DEMO_KEY,
  };
  expect(readConfig(given).apiKeys?.serviceRoleKey).toBe(DEMO_KEY);
});

test("providers are named by their settings, in lower case", () => {
  const base = { SITE_URL: "https://agency.example" };
  const google = {
    AUTH_OIDC_GOOGLE_ISSUER: "https://accounts.google.com",
    AUTH_OIDC_GOOGLE_CLIENT_ID: "id",
    AUTH_OIDC_GOOGLE_CLIENT_SECRET: "secret",
  };
  const github = { AUTH_GITHUB_CLIENT_ID: "id", AUTH_GITHUB_CLIENT_SECRET: "secret" };
  const [first, second] = readConfig({ ...base, ...google, ...github }).auth.providers;
  expect(first).toMatchObject({ kind: "oidc", id: "google", issuer: "https://accounts.google.com" });
  expect(second).toMatchObject({ kind: "github", id: "github", issuer: "https://github.com" });
  expect(() => readConfig(google)).toThrow(/need SITE_URL/);
  const supabase = { SUPABASE_URL: "https://x.example", SUPABASE_ANON_KEY: "a", SUPABASE_SERVICE_ROLE_KEY: "b" };
  expect(() => readConfig({ ...base, ...google, ...supabase })).toThrow(/exclude SUPABASE_URL/);
  const insecure = { AUTH_OIDC_GOOGLE_ISSUER: "http://accounts.example" };
  expect(() => readConfig({ ...base, ...google, ...insecure })).toThrow(/GOOGLE_ISSUER must be written as https/);
  expect(() =>
    readConfig({ PORT: "x", AUTH_OIDC_GOOGLE_ISUER: "https://a.example", AUTH_GITHUB_CLIENT_ID: "id" }),
  ).toThrow(/4 problems[\s\S]*PORT[\s\S]*ISUER is no setting[\s\S]*GITHUB_CLIENT_SECRET is missing[\s\S]*SITE_URL/);
});

test("answers by mail need a mailbox and an address", () => {
  expect(readConfig(REPLIES).replies).toEqual({ imapUrl: REPLIES.REPLY_IMAP_URL, address: "answers@agency.example" });
  expect(readConfig({ ...REPLIES, REPLY_IMAP_URL: "imap://u:p@localhost:1143" }).replies).toBeDefined();
  const supabase = { SUPABASE_URL: "https://x.example", SUPABASE_ANON_KEY: "a", SUPABASE_SERVICE_ROLE_KEY: "b" };
  expect(() => readConfig({ ...REPLIES, ...supabase })).toThrow(/REPLY_IMAP_URL and SUPABASE_URL exclude/);
});

test("an empty variable counts as unset", () => {
  expect(readConfig({ PORT: "", SITE_URL: "" }).port).toBe(3000);
});

test("SITE_URL loses its trailing slash", () => {
  expect(readConfig({ SITE_URL: "https://agency.example/" }).siteUrl).toBe("https://agency.example");
});

test("every problem is listed in one message", () => {
  expect(() => readConfig({ PORT: "70000", SITE_URL: "https://agency.example/site" })).toThrow(
    /2 problems[\s\S]*PORT must be at most 65535[\s\S]*SITE_URL must be an origin/,
  );
});

test.each(["hello@agency.example", "Plumbline <hello@agency.example>", '"Plumb, line" <hello@agency.example>'])(
  "MAIL_FROM may be %s",
  (sender) => {
    expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender);
  },
);

test.each([
  [{ SUPABASE_ANON_KEY: "a" }, /come together/],
  [{ SUPABASE_URL: "https://x.example" }, /needs SUPABASE_ANON_KEY/],
  [{ SUPABASE_ANON_KEY: KEY, SUPABASE_SERVICE_ROLE_KEY: KEY }, /must differ/],
  [
    { SUPABASE_ANON_KEY: KEY, SUPABASE_SERVICE_ROLE_KEY: "short-but-random-8fQ2" },
    /must be random, .* npm run make-keys/,
  ],
  [{ SUPABASE_ANON_KEY: KEY, SUPABASE_SERVICE_ROLE_KEY: "a".repeat(40) }, /must be random/],
  [{ SUPABASE_ANON_KEY: KEY, SUPABASE_SERVICE_ROLE_KEY: DEMO_KEY }, /must be random/],
  [{ DATABASE_DIRECT_URL: "postgres://u:p@h/d" }, /DATABASE_DIRECT_URL needs DATABASE_URL/],
  [{ DATABASE_URL: "postgres://u:p@h/d?target_session_attrs=standby" }, /target_session_attrs=read-write or none/],
  [{ HOST: "http://agency.example" }, /HOST must be an IP address, a host name/],
  [{ HOST: "/run/site.sock" }, /HOST needs SITE_URL if it is a socket/],
  [{ LOG_LEVEL: "loud" }, /LOG_LEVEL must be info, warn or error/],
  [{ METRICS_TOKEN: "short" }, /METRICS_TOKEN must have at least 16 characters/],
  [{ ERROR_HOOK_URL: "http://hooks.example/" }, /ERROR_HOOK_URL must be written as https/],
  [{ DRAIN_SECONDS: "301" }, /DRAIN_SECONDS must be at most 300/],
  [{ ADMIN_EMAIL: "ada@agency.example" }, /come together/],
  [{ INDEXNOW_KEY: "a-key-of-ours" }, /INDEXNOW_KEY needs SITE_URL/],
  [{ DATABASE_URL: "mysql://x" }, /postgres:\/\//],
  [{ MAIL_FROM: "Plumbline" }, /MAIL_FROM must be or end with an address/],
  [{ MAIL_FROM: "Plumbline <hello>" }, /MAIL_FROM must be or end with an address/],
  [{ ADMIN_EMAIL: "ada@agency.example", ADMIN_PASSWORD: "ü".repeat(37) }, /ADMIN_PASSWORD must have at most 72 bytes/],
  [{ CONTACT_TO: "the team" }, /CONTACT_TO must be an email address/],
  [{ REPLY_ADDRESS: "a@agency.example" }, /REPLY_IMAP_URL and REPLY_ADDRESS come together/],
  [{ ...REPLIES, REPLY_ADDRESS: "a+b@agency.example" }, /REPLY_ADDRESS must have at most 21 characters and no \+/],
  [{ ...REPLIES, REPLY_ADDRESS: `${"a".repeat(22)}@agency.example` }, /REPLY_ADDRESS must have at most 21/],
  [{ ...REPLIES, REPLY_IMAP_URL: "imap://u:p@mail.example" }, /REPLY_IMAP_URL must be imaps/],
  [{ ...REPLIES, REPLY_IMAP_URL: "imaps://mail.example" }, /REPLY_IMAP_URL must be imaps:.*with user and password/],
  [{ ...REPLIES, REPLY_IMAP_URL: "pop3://u:p@mail.example" }, /REPLY_IMAP_URL must be written as imaps/],
  [{ MESSAGE_RETENTION_DAYS: "0" }, /MESSAGE_RETENTION_DAYS must be at least 1/],
  [{ AUTH_SIGNUPS: "no" }, /AUTH_SIGNUPS must be 1 or 0/],
  [{ AUTH_SAML: "1" }, /AUTH_SAML needs SITE_URL/],
  [
    {
      AUTH_SAML: "1",
      SITE_URL: "https://a.example",
      SUPABASE_URL: "https://x.example",
      SUPABASE_ANON_KEY: "a",
      SUPABASE_SERVICE_ROLE_KEY: "b",
    },
    /AUTH_SAML and SUPABASE_URL exclude each other/,
  ],
  [{ AUTH_RATE_LIMIT_SIGN_IN: "0" }, /AUTH_RATE_LIMIT_SIGN_IN must be a whole number from 1/],
  [{ MAIL_ALERT_MINUTES: "soon" }, /MAIL_ALERT_MINUTES must be a whole number/],
])("%o is refused", (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(reason);
});
