import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createMessageToken } from "../../domain/contact/message-token.ts";
import { createSignatures } from "../../domain/signatures.ts";
import { type EmbeddedPostgres, startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { processesIn } from "../../server/db/embedded/processes.ts";
import { get, type Reply } from "../fixtures/network/http.ts";
import { createTcpProxy } from "../fixtures/network/tcp-proxy.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { WITH_ADMIN } from "../fixtures/site/newsroom.ts";

const RESPONSE_TIMEOUT_MS = 20_000;
const MESSAGE = { name: "Grace", email: "grace@navy.example", service: "Other", message: "Typed with great care." };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let dataDir: string;
let postgres: EmbeddedPostgres;
let proxy: Awaited<ReturnType<typeof createTcpProxy>>;
let site: Awaited<ReturnType<typeof spawnSite>>;
let keys: Awaited<ReturnType<typeof site.readKeys>>;
let requestCount = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "plumbline-outage-"));
  postgres = await startEmbedded({ dataDir });
  proxy = await createTcpProxy(postgres.url);
  site = await spawnSite({ DATABASE_URL: proxy.url, TRUST_PROXY: "1", ...WITH_ADMIN });
  keys = await site.readKeys();
});
afterAll(async () => {
  await site.stop();
  proxy.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const OUTAGES = {
  frozen: {
    begin: () => signalPostgres("SIGSTOP"),
    end: () => signalPostgres("SIGCONT"),
  },
  "out of reach": { begin: () => proxy.cut(), end: () => proxy.reconnect() },
};

describe.each(Object.entries(OUTAGES))("a database that is %s", (kind, outage) => {
  test("loses no page and no typed message, fails fast, and the site recovers by itself", async () => {
    const link = await messageLink();
    await vi.waitFor(async () => expect((await send("/blog")).headers["x-request-id"]).toBeUndefined(), {
      timeout: 90_000,
    });
    outage.begin();
    try {
      // The first round detects the outage, the second fails fast.
      for (const round of ["first", "second"]) await expectGracefulResponses(`${kind}, ${round} round`, link);
    } finally {
      outage.end();
    }
    await vi.waitFor(async () => expect((await send("/readyz")).status).toBe(200), { timeout: 90_000 });
    await vi.waitFor(
      async () => {
        const replies = await Promise.all([
          signIn(),
          postForm(),
          callFunction(),
          readRows(),
          send("/blog/no-such-post"),
        ]);
        expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404]);
      },
      { timeout: 90_000, interval: 250 },
    );
  });
});

async function expectGracefulResponses(when: string, link: string): Promise<void> {
  const requests = {
    "a cached page": send("/blog"),
    "a list that is not cached": send(`/blog?category=Design&page=${requestCount + 2}`),
    "a page without posts": send("/careers"),
    "a search": send(`/search?q=balance+${requestCount}`),
    "a post that is not cached": send(`/blog/unknown-${requestCount}`),
    "its share card": send(`/share/blog/unknown-${requestCount}.000000000000.jpg`),
    "a receipt's link": send(link),
    "the form without scripts": postForm(),
    "the form with scripts": callFunction(),
    "a sign-in": signIn(),
    "a read": readRows(),
    "a picture": send("/storage/v1/object/public/images/a.webp"),
    readiness: send("/readyz"),
    health: send("/healthz"),
  };
  const names = Object.keys(requests) as (keyof typeof requests)[];
  const replies = await Promise.all(Object.values(requests));
  const statuses = Object.fromEntries(names.map((name, n) => [name, replies[n]?.status]));
  expect(statuses, when).toEqual({
    "a cached page": 200,
    "a list that is not cached": 200,
    "a page without posts": 200,
    "a search": 503,
    "a post that is not cached": 503,
    "its share card": 503,
    "a receipt's link": 503,
    "the form without scripts": 503,
    "the form with scripts": 503,
    "a sign-in": 503,
    "a read": 503,
    "a picture": 503,
    readiness: 503,
    health: 200,
  });
  for (const [n, reply] of replies.entries()) {
    if (reply.status === 503) expect(reply.headers, `${when}: ${names[n]}`).toHaveProperty("retry-after");
  }
  const form = (await requests["the form without scripts"]).body.toString();
  expect(form).toContain("try again later");
  for (const typed of Object.values(MESSAGE)) expect(form).toContain(typed);
}

/** Each request comes from its own network, so that no rate limit applies. */
async function send(path: string, more: { headers?: Record<string, string>; method?: string; body?: string } = {}) {
  const from = `10.9.${Math.floor((requestCount += 1) / 250)}.${requestCount % 250}`;
  const headers = { "accept-encoding": "identity", "x-forwarded-for": from, ...more.headers };
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${path} hangs`)), RESPONSE_TIMEOUT_MS);
  const reply: Promise<Reply> = get(site.url, path, headers, more.method ?? "GET", more.body ?? "");
  return Promise.race([reply, timeout]).finally(() => clearTimeout(timer));
}

const post = (path: string, body: string, headers: Record<string, string>) =>
  send(path, { method: "POST", headers: { apikey: keys.anonKey, ...headers }, body });
const postJson = (path: string, fields: object) =>
  post(path, JSON.stringify(fields), { "content-type": "application/json" });

const postForm = () => post("/contact", new URLSearchParams(MESSAGE).toString(), FORM);
const callFunction = () => postJson("/functions/v1/send-contact-email", MESSAGE);
const signIn = () =>
  postJson("/auth/v1/token?grant_type=password", {
    email: WITH_ADMIN.ADMIN_EMAIL,
    password: WITH_ADMIN.ADMIN_PASSWORD,
  });
const readRows = () => send("/rest/v1/blog_posts?select=id&limit=1", { headers: { apikey: keys.anonKey } });

async function messageLink(): Promise<string> {
  const token = await createMessageToken(randomUUID(), createSignatures(keys.serviceRoleKey));
  const link = `/messages/${token}`;
  expect((await send(link)).status, "a signed link to a missing message").toBe(404);
  return link;
}

function signalPostgres(signal: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of processesIn(join(postgres.folder, "data"))) process.kill(pid, signal);
}
