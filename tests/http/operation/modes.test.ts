import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startEmbedded } from "../../../server/db/embedded/embedded-postgres.ts";
import { type Mailbox, openMailbox } from "../../fixtures/mail/mailbox.ts";
import { get } from "../../fixtures/network/http.ts";
import { spawnSite } from "../../fixtures/site/built-site.ts";

const ADMIN = { email: "ada@plumbline.example", password: "correct-horse-9" };
const REMOTE_ADMIN = { email: "grace@plumbline.example", password: "correct-horse-8" };
const SITE_URL = "http://agency.example";
const options = { auth: { persistSession: false, autoRefreshToken: false } };
type Site = Awaited<ReturnType<typeof spawnSite>>;
type Keys = Awaited<ReturnType<Site["readKeys"]>>;

let mailbox: Mailbox;
let first: Site;
let second: Site;
let remote: Site;
let keys: Keys;

beforeAll(async () => {
  mailbox = await openMailbox();
  const SMTP_URL = mailbox.url;
  first = await spawnSite({ SITE_URL, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, SMTP_URL });
  keys = await first.readKeys();
  const given = { SUPABASE_ANON_KEY: keys.anonKey, SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey };
  const { url: DATABASE_URL } = await startEmbedded({ dataDir: first.dataDir, join: true });
  second = await spawnSite({ SITE_URL, DATABASE_URL, SMTP_URL, ...given });
  remote = await spawnSite({
    ADMIN_EMAIL: REMOTE_ADMIN.email,
    ADMIN_PASSWORD: REMOTE_ADMIN.password,
    SUPABASE_URL: first.url,
    SMTP_URL,
    ...given,
  });
});
afterAll(async () => {
  for (const site of [remote, second, first]) await site.stop();
  await mailbox.close();
});

test("each mode starts without an error in its log", () => {
  for (const site of [first, second, remote]) expect(site.log.join("\n")).not.toContain('"level":"error"');
});

test("without sign-ups /auth offers none, and without providers no button", async () => {
  const site = await spawnSite({ AUTH_SIGNUPS: "0" });
  const [open, closed] = await Promise.all([first, site].map(async ({ url }) => (await fetch(`${url}/auth`)).text()));
  await site.stop();
  expect(open).toContain("Sign up</button>");
  expect(closed).not.toContain("Sign up</button>");
  expect(closed).not.toContain("Continue with");
  expect(closed).not.toContain("Single sign-on");
});

const client = (site: Site) => createClient(site.url, keys.anonKey, options);

describe("two processes on one database", () => {
  test("share sessions, also when they end", async () => {
    const here = client(first);
    const { data } = await here.auth.signInWithPassword(ADMIN);
    const token = data.session?.access_token ?? "";
    const there = client(second);
    expect((await there.auth.getUser(token)).data.user?.email).toBe(ADMIN.email);
    await here.auth.signOut({ scope: "global" });
    expect((await there.auth.getUser(token)).error?.name).toBe("AuthSessionMissingError");
  });

  test("share the rate limit of wrong passwords", async () => {
    const statuses: (number | undefined)[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const { error } = await client(guess % 2 ? first : second).auth.signInWithPassword({
        email: "nobody@agency.example",
        password: `guess-number-${guess}`,
      });
      statuses.push(error?.status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  test("deliver each mail once", async () => {
    const people = Array.from({ length: 10 }, (_, n) => `person-${n}@people.example`);
    for (const [n, email] of people.entries()) {
      const { error } = await client(n % 2 ? first : second).auth.signUp({ email, password: "long-enough-9" });
      expect(error).toBeNull();
    }
    await vi.waitFor(() => expect(mailbox.recipients.filter((to) => to.startsWith("person-")).length).toBe(10), 90_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(mailbox.recipients.filter((to) => to.startsWith("person-")).toSorted()).toEqual(people.toSorted());
  });
});

describe("a site in Supabase mode", () => {
  test("names the backend in its pages and allows it in the policy", async () => {
    const { body, headers } = await get(remote.url, "/");
    const config = JSON.parse(/id="site-config">([^<]+)</.exec(body.toString())?.[1] ?? "{}");
    expect(config).toEqual({ supabaseUrl: first.url, supabaseAnonKey: keys.anonKey });
    expect(headers["content-security-policy"]).toContain(`connect-src 'self' ${first.url}`);
    const { error } = await createClient(config.supabaseUrl, config.supabaseAnonKey, options).auth.signInWithPassword(
      ADMIN,
    );
    expect(error).toBeNull();
    expect((await get(remote.url, "/rest/v1/blog_posts")).status, "it serves no protocol itself").toBe(404);
  });

  test("creates the configured admin in the backend", async () => {
    await vi.waitFor(async () => {
      const admin = client(first);
      expect((await admin.auth.signInWithPassword(REMOTE_ADMIN)).error).toBeNull();
      expect((await admin.from("user_roles").select("role")).data).toContainEqual({ role: "admin" });
    }, 90_000);
  });

  test("never fetches a post's picture from the request's Host", async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const headers = { host: `127.0.0.1:${(elsewhere.address() as AddressInfo).port}` };
    const post = { title: "Pictured", excerpt: "e", content: "c", image_url: "/inside/status.png" };
    const service = createClient(first.url, keys.serviceRoleKey, options);
    expect((await service.from("blog_posts").insert(post)).error).toBeNull();
    const { body } = await get(remote.url, "/blog/pictured", headers);
    const card = new URL(/og:image" content="([^"]+)"/.exec(body.toString())?.[1] ?? "");
    // A busy machine may exceed the time limit of drawing, which is a 503 with Retry-After.
    await expect.poll(async () => (await get(remote.url, card.pathname, headers)).status).toBe(200);
    elsewhere.close();
    expect(asked).toEqual([]);
  });

  test("stores contact messages in the backend and delivers their mails", async () => {
    const fields = { name: "Tom", email: "tom@tallis.example", service: "Other", message: "From elsewhere." };
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const reply = await get(remote.url, "/contact", headers, "POST", new URLSearchParams(fields).toString());
    expect(reply.status).toBe(200);
    expect(reply.body.toString()).toContain("Message sent");
    const service = createClient(first.url, keys.serviceRoleKey, options);
    const { data } = await service.from("contact_messages").select("name, message").eq("email", fields.email);
    expect(data).toEqual([{ name: "Tom", message: "From elsewhere." }]);
    await vi.waitFor(() => expect(mailbox.recipients).toContain("tom@tallis.example"), 90_000);
  });
});
