import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startEmbedded } from "../../server/db/embedded/embedded-postgres.ts";
import { get } from "../fixtures/network/http.ts";
import { createTcpProxy } from "../fixtures/network/tcp-proxy.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { type Newsroom, openNewsroom, readPage, waitForPage, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

type Site = Awaited<ReturnType<typeof spawnSite>>;
let first: Site;
/** On the same database, through a TCP proxy that can be closed. */
let second: Site;
/** Its backend is the first one, over HTTP: Supabase mode. */
let remote: Site;
let line: Awaited<ReturnType<typeof createTcpProxy>>;
let newsroom: Newsroom;

beforeAll(async () => {
  first = await spawnSite(WITH_ADMIN);
  const { anonKey, serviceRoleKey } = await first.readKeys();
  const keys = { SUPABASE_ANON_KEY: anonKey, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey };
  line = await createTcpProxy((await startEmbedded({ dataDir: first.dataDir, join: true })).url);
  second = await spawnSite({ DATABASE_URL: line.url, ...keys });
  remote = await spawnSite({ SUPABASE_URL: first.url, ...keys });
  newsroom = await openNewsroom(first.url, anonKey);
});
afterAll(async () => {
  for (const site of [remote, second, first]) await site.stop();
  line.close();
});

const statusOf = async (site: Site, path: string) => (await get(site.url, path)).status;

describe("a post published on one process", () => {
  test("appears on that process at once and on the others without a restart", async () => {
    for (const site of [first, second, remote]) expect(await readPage(site.url, "/blog")).not.toContain("Seen by all");
    await newsroom.publish({ title: "Seen by all" });
    expect(await readPage(first.url, "/blog")).toContain("Seen by all");
    for (const site of [second, remote]) await waitForPage(site.url, "/blog", "Seen by all");
  });

  test("disappears from the others when it is withdrawn", async () => {
    const { id } = await newsroom.publish({ title: "Taken back" });
    for (const site of [second, remote]) await waitForPage(site.url, "/blog/taken-back", ">Taken back</h1>");
    await newsroom.change(id, { status: "draft" });
    for (const site of [second, remote]) {
      await vi.waitFor(async () => expect(await statusOf(site, "/blog/taken-back")).toBe(404), { timeout: 90_000 });
    }
  });

  test("appears on the others at its scheduled time", async () => {
    const published_at = new Date(Date.now() + 3_000).toISOString();
    for (const site of [second, remote]) await readPage(site.url, "/");
    await newsroom.publish({ title: "For later", published_at });
    for (const site of [second, remote]) await waitForPage(site.url, "/", "For later");
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(published_at));
  });
});

test("an edited sample is new on every process and in every mode, and a deleted one is gone", async () => {
  for (const site of [first, second, remote])
    expect(await readPage(site.url, "/blog")).toContain("Balance is a number");
  await newsroom.change(1, { title: "Balance, edited" });
  expect(await readPage(first.url, "/blog")).not.toContain("Balance is a number");
  for (const site of [first, second, remote]) {
    await waitForPage(site.url, "/blog/balance-is-a-number", "Balance, edited</h1>");
    await waitForPage(site.url, "/blog", "Balance, edited");
  }
  await newsroom.remove(1);
  for (const site of [first, second, remote]) {
    await vi.waitFor(async () => expect(await statusOf(site, "/blog/balance-is-a-number")).toBe(404), 90_000);
  }
});

describe("without the database", () => {
  test("the posts that were read last are served, others are a 503, and everything recovers by itself", async () => {
    await newsroom.publish({ title: "Kept in the cache" });
    await newsroom.publish({ title: "Never asked for" });
    await waitForPage(second.url, "/blog/kept-in-the-cache", ">Kept in the cache</h1>");
    await waitForPage(second.url, "/blog", "Never asked for");
    await waitUntilKept(second, ["/blog", "/blog/kept-in-the-cache", "/feed.xml"]);
    line.cut();

    expect(await readPage(second.url, "/blog"), "from the cache").toContain("Never asked for");
    expect(await statusOf(second, "/blog/kept-in-the-cache")).toBe(200);
    const list = await get(second.url, "/blog?category=Technology", { "accept-encoding": "identity" });
    expect(list.status).toBe(200);
    expect(list.body.toString()).toContain("One slow script");
    expect(list.headers["cache-control"]).toBe("no-store");
    expect(list.body.toString()).toMatch(/As of \d\d:\d\d\. Anything newer cannot be read right now\./);
    expect(list.body.toString(), "its scripts are its own").not.toContain("/blog.hydrate.js");
    const search = await get(second.url, "/search?q=never+asked", { "accept-encoding": "identity" });
    expect([search.status, search.headers["retry-after"]]).toEqual([503, expect.any(String)]);
    expect(search.body.toString()).toContain("We cannot search right now.");
    expect(search.body.toString()).not.toContain("0 results");
    expect(await readPage(second.url, "/blog/never-asked-for")).toContain(">Never asked for</h1>");
    expect(await readPage(second.url, "/blog/one-slow-script-forty-slow-pages")).toContain("/blog/tag/");
    const unknown = await get(second.url, "/blog/no-such-post", { "accept-encoding": "identity" });
    expect(unknown.status, "nobody knows, so it is no 404").toBe(503);
    expect(unknown.body.toString()).toContain("Something went wrong on our side.");
    expect(unknown.body.toString()).not.toContain("Page not found |");
    expect(await readPage(second.url, "/feed.xml"), "from the cache").toContain("Never asked for");
    for (const path of [
      "/sitemap.xml",
      "/feed.atom",
      "/feed/field-notes.xml",
      "/blog/never-asked-for.md",
      "/llms.txt",
    ]) {
      const { status, headers } = await get(second.url, path);
      expect(status, `${path}: neither half of it nor a 404`).toBe(503);
      expect(headers["retry-after"]).toBeDefined();
    }
    const errorLine = JSON.parse(second.log.find((entry) => entry.includes('"event":"posts unreachable"')) ?? "{}");
    expect(errorLine).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), route: "page", path: "/blog" });

    await newsroom.publish({ title: "Written meanwhile", category: "Technology" });
    line.reconnect();
    await waitForPage(second.url, "/blog", "Written meanwhile");
    await waitForPage(second.url, "/blog?category=Technology", "Written meanwhile");
    expect(await readPage(second.url, "/blog?category=Technology")).not.toContain("As of ");
    await vi.waitFor(async () => expect(await statusOf(second, "/blog/no-such-post")).toBe(404), 90_000);
    await newsroom.publish({ title: "Heard again" });
    await waitForPage(second.url, "/blog", "Heard again");
  });
});

/** A change notification may still be pending; waits until pages come from the cache twenty times in a row. */
async function waitUntilKept(site: Site, paths: readonly string[]): Promise<void> {
  for (let kept = 0; kept < 20; kept++) {
    const responses = await Promise.all(paths.map((path) => get(site.url, path)));
    // Only uncached responses have a request id.
    if (responses.some(({ headers }) => headers["x-request-id"])) kept = 0;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
