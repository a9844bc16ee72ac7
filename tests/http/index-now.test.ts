import { afterAll, beforeAll, expect, test } from "vitest";
import { get } from "../fixtures/network/http.ts";
import { openSearchEngine, type SearchEngine } from "../fixtures/network/search-engine.ts";
import { spawnSite } from "../fixtures/site/built-site.ts";
import { openNewsroom, WITH_ADMIN } from "../fixtures/site/newsroom.ts";

const INDEXNOW_KEY = "a-key-of-ours";
const SITE_URL = "https://agency.example";

let engine: SearchEngine;
let site: Awaited<ReturnType<typeof spawnSite>>;

beforeAll(async () => {
  engine = await openSearchEngine();
  const NODE_OPTIONS = redirectIndexNowTo(engine.endpoint);
  site = await spawnSite({ ...WITH_ADMIN, INDEXNOW_KEY, SITE_URL, NODE_OPTIONS });
});
afterAll(async () => {
  await site.stop();
  engine.close();
});

test("the IndexNow key is served at its keyLocation", async () => {
  const { status, headers, body } = await get(site.url, `/${INDEXNOW_KEY}.txt`);
  expect([status, headers["content-type"], body.toString()]).toEqual([200, "text/plain; charset=utf-8", INDEXNOW_KEY]);
  expect((await get(site.url, "/a-key-of-others.txt")).status).toBe(404);
});

test("search engines are notified when a post is published and when it is removed", async () => {
  const newsroom = await openNewsroom(site.url, (await site.readKeys()).anonKey);
  const { id, slug } = await newsroom.publish({ title: "Told to engines" });
  const urlList = [`${SITE_URL}/blog`, `${SITE_URL}/blog/${slug}`];
  const ping = { host: "agency.example", key: INDEXNOW_KEY, keyLocation: `${SITE_URL}/${INDEXNOW_KEY}.txt`, urlList };
  await expect.poll(() => engine.pings).toEqual([ping]);
  await newsroom.remove(id);
  await expect.poll(() => engine.pings).toEqual([ping, ping]);
});

/** Redirects IndexNow requests to the fixture. */
function redirectIndexNowTo(endpoint: string): string {
  const script = `
    const { fetch } = globalThis;
    globalThis.fetch = (address, init) =>
      fetch(address === "https://api.indexnow.org/indexnow" ? ${JSON.stringify(endpoint)} : address, init);`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}
