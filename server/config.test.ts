import { expect, test } from "vitest";
import { site } from "../content/site.ts";
import { readConfig } from "./config.ts";

test("the defaults are port 3000, the request's own origin and no trusted proxy", () => {
  expect(readConfig({})).toMatchObject({ port: 3000, siteUrl: undefined, trustedProxies: 0, databaseUrl: undefined });
});

test("by default messages go to the agency for a year, and mail is late after 15 minutes", () => {
  const defaults = { contactTo: site.email, messageRetentionDays: 365, mailAlertMinutes: 15 };
  expect(readConfig({})).toMatchObject(defaults);
  expect(readConfig({ CONTACT_TO: "team@agency.example" }).contactTo).toBe("team@agency.example");
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

test("an empty variable counts as unset", () => {
  expect(readConfig({ PORT: "", SITE_URL: "" }).port).toBe(3000);
});

test("SITE_URL loses its trailing slash", () => {
  expect(readConfig({ SITE_URL: "https://agency.example/" }).siteUrl).toBe("https://agency.example");
});

test("every problem is listed in one message", () => {
  expect(() => readConfig({ PORT: "70000", SITE_URL: "https://agency.example/site" })).toThrow(
    /2 problem\(s\)[\s\S]*PORT must be at most 65535[\s\S]*SITE_URL must be an origin/,
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
  [{ ADMIN_EMAIL: "ada@agency.example" }, /come together/],
  [{ INDEXNOW_KEY: "a-key-of-ours" }, /INDEXNOW_KEY needs SITE_URL/],
  [{ DATABASE_URL: "mysql://x" }, /postgres:\/\//],
  [{ DATABASE_URL: "postgres://u:p@[::1]:5432/d" }, /DATABASE_URL must name its host .* no IPv6 address/],
  [{ MAIL_FROM: "Plumbline" }, /MAIL_FROM must be or end with an address/],
  [{ MAIL_FROM: "Plumbline <hello>" }, /MAIL_FROM must be or end with an address/],
  [{ ADMIN_EMAIL: "ada@agency.example", ADMIN_PASSWORD: "ü".repeat(37) }, /ADMIN_PASSWORD must have at most 72 bytes/],
  [{ CONTACT_TO: "the team" }, /CONTACT_TO must be an email address/],
  [{ MESSAGE_RETENTION_DAYS: "0" }, /MESSAGE_RETENTION_DAYS must be at least 1/],
  [{ AUTH_SIGNUPS: "no" }, /AUTH_SIGNUPS must be 1 or 0/],
  [{ AUTH_RATE_LIMIT_SIGN_IN: "0" }, /AUTH_RATE_LIMIT_SIGN_IN must be a whole number from 1/],
  [{ MAIL_ALERT_MINUTES: "soon" }, /MAIL_ALERT_MINUTES must be a whole number/],
])("%o is refused", (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(reason);
});
