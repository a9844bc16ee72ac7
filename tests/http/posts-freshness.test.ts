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

test("an edited shipped post replaces the shipped version on every process and in every mode until its row is deleted", async () => {
  const shipped = { excerpt: "e", content: "<p>c</p>", category: "Design", tags: [], author_name: "A", author_bio: "" };
  const { error } = await newsroom.client.rpc("adopt_shipped_post", {
    ...shipped,
    post_id: 1,
    title: "Balance, edited",
    image_url: null,
    published_at: "2026-09-30T12:00:00Z",
  });
  expect(error).toBeNull();
  expect(await readPage(first.url, "/blog")).not.toContain("Balance is a number");
  for (const site of [first, second, remote]) {
    await waitForPage(site.url, "/blog/balance-is-a-number", "Balance, edited</h1>");
    await waitForPage(site.url, "/blog", "Balance, edited");
  }
  await newsroom.remove(1);
  for (const site of [first, second, remote]) {
    await waitForPage(site.url, "/blog/balance-is-a-number", "Balance is a number</h1>");
  }
});

describe("without the database", () => {
  test("cached pages are served, stored posts are a 503, and everything recovers by itself", async () => {
    await newsroom.publish({ title: "Kept in the cache" });
    await newsroom.publish({ title: "Never asked for" });
    await waitForPage(second.url, "/blog/kept-in-the-cache", ">Kept in the cache</h1>");
    await waitForPage(second.url, "/blog", "Never asked for");
    await waitUntilKept(second, ["/blog", "/blog/kept-in-the-cache", "/feed.xml"]);
    line.cut();

    expect(await readPage(second.url, "/blog"), "from the cache").toContain("Never asked for");
    expect(await statusOf(second, "/blog/kept-in-the-cache")).toBe(200);
    const list = await get(second.url, "/blog?category=Technology");
    expect(list.status, "from the shipped content").toBe(200);
    expect(list.body.toString()).toContain("One slow script");
    expect(await statusOf(second, "/search?q=balance")).toBe(200);
    expect(await statusOf(second, "/blog/one-slow-script-forty-slow-pages")).toBe(200);
    const unknown = await get(second.url, "/blog/never-asked-for", { "accept-encoding": "identity" });
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
    expect(second.log.some((entry) => entry.includes('"event":"posts unreachable"'))).toBe(true);

    await newsroom.publish({ title: "Written meanwhile", category: "Technology" });
    line.reconnect();
    await waitForPage(second.url, "/blog", "Written meanwhile");
    await waitForPage(second.url, "/blog?category=Technology", "Written meanwhile");
    await waitForPage(second.url, "/blog/never-asked-for", ">Never asked for</h1>");
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
