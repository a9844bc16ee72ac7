import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { get } from "../fixtures/network/http.ts";
import { PASSWORD, type ProtocolSite, startProtocolSite } from "../fixtures/site/protocol-site.ts";

const FLOOD = 450;
const ACCOUNTS = 8;
const CONCURRENT_EACH = 4;
/** Back references make PostgreSQL try every way to split the text. */
const PATTERN = encodeURIComponent("^(a*)(a*)(a*)\\1\\2\\3.$");
const SLOW_POSTS = `/rest/v1/blog_posts?select=id&content=match.${PATTERN}`;
const SLOW_SESSIONS = `/rest/v1/rpc/my_sessions?select=id&user_agent=match.${PATTERN}`;

let site: ProtocolSite;
let email: string;
let token: string;

beforeAll(async () => {
  site = await startProtocolSite();
  const admin = await site.admin();
  const post = { title: "Long", slug: "", excerpt: "e", content: "a".repeat(20_000), author_name: "Ada" };
  const { error } = await admin
    .from("blog_posts")
    .insert({ ...post, created_by: (await admin.auth.getUser()).data.user?.id });
  if (error) throw new Error("There is nothing to search in", { cause: error });
  const person = await site.person("curious");
  email = person.email;
  token = (await person.client.auth.getSession()).data.session?.access_token ?? "";
});
afterAll(() => site.stop());

test("during a flood of slow filters, others can sign in and read", async () => {
  const statuses: number[] = [];
  const flood = [site.anonKey, token].flatMap((bearer) =>
    Array.from({ length: FLOOD }, async () => statuses.push(await requestStatus(SLOW_POSTS, bearer))),
  );
  await expect.poll(() => statuses).toContain(503);
  const { error } = await site.browser().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  const page = await get(site.url, "/search?q=balance", { "accept-encoding": "identity" });
  expect(page.status).toBe(200);
  expect(page.body.toString()).toContain("Balance is a number");
  await Promise.all(flood);
  expect(new Set(statuses)).toEqual(new Set([503, 504]));
});

test("slow filters of many accounts do not keep others from signing in, writing and reading", async () => {
  const tokens = await Promise.all(Array.from({ length: ACCOUNTS }, () => signInWithLongUserAgent()));
  const statuses: number[] = [];
  const end = new AbortController();
  const hammering = tokens.flatMap((bearer, account) =>
    Array.from({ length: CONCURRENT_EACH }, async () => {
      const headers = { "x-forwarded-for": `192.0.2.${account}` };
      while (!end.signal.aborted) statuses.push(await requestStatus(SLOW_SESSIONS, bearer, headers));
    }),
  );
  await expect.poll(() => statuses).toContain(504);
  for (let round = 0; round < 5; round += 1) {
    const { error } = await site.browser().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect((await get(site.url, "/readyz")).status).toBe(200);
    expect((await get(site.url, `/blog/nobody-wrote-this-${round}`)).status).toBe(404);
    expect((await site.browser().from("blog_posts").select("id").limit(1)).error).toBeNull();
    const message = { name: "N", email: `n${round}@x.example`, service: "Other", message: "A question of mine." };
    const body = { phone: "", company: "", budget: "", timeline: "", ...message };
    expect((await site.browser().functions.invoke("send-contact-email", { body })).error).toBeNull();
  }
  end.abort();
  await Promise.all(hammering);
  expect(statuses.filter((status) => status !== 503 && status !== 504)).toEqual([]);
});

test("a client that goes away leaves neither a running statement nor a queue behind", async () => {
  const bearer = (await (await site.admin()).auth.getSession()).data.session?.access_token ?? "";
  const headers = { apikey: site.anonKey, authorization: `Bearer ${bearer}` };
  const clients = Array.from({ length: 6 }, () => request(new URL(SLOW_POSTS, site.url), { headers }));
  for (const client of clients) client.on("error", () => {}).end();
  await expect.poll(countSlow).toBe(1);
  for (const client of clients) client.destroy();
  // Without cancellation each of the six would run for eight seconds.
  await expect.poll(countSlow, { timeout: 4_000 }).toBe(0);
  for (let look = 0; look < 10; look += 1) {
    expect(await countSlow()).toBe(0);
    await setTimeout(50);
  }
});

test.each([
  ["brackets that never close", "(((("],
  ["more repetitions than PostgreSQL allows", "a{256}"],
  ["repetitions of repetitions", "((((a{200}){200}){200}){200})"],
  ["two thousand groups", "(".repeat(2_000) + ")".repeat(2_000)],
  ["a back reference to nothing", "\\9"],
])("a pattern with %s causes no server error", async (_, pattern) => {
  for (const operator of ["match", "imatch", "not.match"]) {
    const path = `/rest/v1/blog_posts?content=${operator}.${encodeURIComponent(pattern)}`;
    expect([200, 400, 504]).toContain(await requestStatus(path, token));
  }
});

test("an admin's pattern has the ordinary statement timeout", async () => {
  const admin = await site.admin();
  const bearer = (await admin.auth.getSession()).data.session?.access_token ?? "";
  const begun = performance.now();
  expect(await requestStatus(SLOW_POSTS, bearer)).toBe(504);
  expect(performance.now() - begun).toBeGreaterThan(5_000);
});

/** The statements with a pattern that PostgreSQL runs now. */
async function countSlow(): Promise<number> {
  const [row] = await site.sql<{ running: number }[]>`
    select count(*)::int as running from pg_stat_activity
    where state = 'active' and pid <> pg_backend_pid() and query like '%rest_source%"content" ~ %'`;
  return row?.running ?? -1;
}

/** The status; 0 for a 503 without Retry-After. */
async function requestStatus(path: string, bearer: string, more: Record<string, string> = {}): Promise<number> {
  const { status, headers } = await get(site.url, path, {
    apikey: site.anonKey,
    authorization: `Bearer ${bearer}`,
    ...more,
  });
  return status === 503 && !headers["retry-after"] ? 0 : status;
}

/** Signs in with a long User-Agent, which is stored in the session. */
async function signInWithLongUserAgent(): Promise<string> {
  const { email: own } = await site.person("hammer");
  const headers = {
    apikey: site.anonKey,
    "content-type": "application/json",
    "user-agent": "a".repeat(2_000),
    "x-forwarded-for": `10.${randomBytes(3).join(".")}`,
  };
  const body = JSON.stringify({ email: own, password: PASSWORD });
  const response = await get(site.url, "/auth/v1/token?grant_type=password", headers, "POST", body);
  return (JSON.parse(response.body.toString()) as { access_token: string }).access_token;
}
