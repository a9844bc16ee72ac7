import { expect, onTestFinished, test, vi } from "vitest";
import { type CachedResponse, createCachedResponse } from "./cached-response.ts";
import { createPageCache } from "./page-cache.ts";

const LIMITS = { pageBytes: 50_000, otherBytes: 15_000 };

test("concurrent requests for a page share one render", async () => {
  const cache = createPageCache(LIMITS);
  let renders = 0;
  const render = async () => {
    renders++;
    return completePage(page("home"));
  };
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => cache.get({ key: "/", showsPosts: true, render })),
  );
  expect(renders).toBe(1);
  expect(new Set(responses).size).toBe(1);
  expect(cache.find("/")).toBe(responses[0]);
});

test("a render that began before an invalidation is sent but not cached", async () => {
  const cache = createPageCache(LIMITS);
  let finish: (response: CachedResponse) => void = () => {};
  const slow = get(cache, "/", new Promise((resolve) => (finish = resolve)));
  cache.invalidate("posts");
  const fresh = await get(cache, "/", page("new"));
  const stale = await page("old");
  finish(stale);
  expect(await slow).toBe(stale);
  expect(cache.find("/")).toBe(fresh);
});

test("a failure is never cached", async () => {
  const cache = createPageCache(LIMITS);
  await get(cache, "/", page("broken", 500));
  expect(cache.find("/")).toBeUndefined();
  await expect(get(cache, "/", Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  const healed = await get(cache, "/", page("well"));
  expect(cache.find("/")).toBe(healed);
});

test("an entry expires after an hour", async () => {
  let now = 0;
  const cache = createPageCache(LIMITS, { now: () => now });
  await get(cache, "/", page("home"));
  now = 3_599_999;
  expect(cache.find("/")).toBeDefined();
  now = 3_600_000;
  expect(cache.find("/")).toBeUndefined();
  const renewed = await page("home, an hour later");
  expect(await get(cache, "/", Promise.resolve(renewed))).toBe(renewed);
});

test("memory is bounded, and a flood of missing pages and queries evicts no existing page", async () => {
  const cache = createPageCache(LIMITS);
  const home = await get(cache, "/", page("x".repeat(100)));
  for (let n = 0; n < 100; n++) await get(cache, `/missing-${n}`, page("y".repeat(100), 404));
  for (let n = 0; n < 100; n++) await get(cache, `/search?q=${n}`, page("q".repeat(100)));
  expect(cache.find("/")).toBe(home);
  expect(cache.size.others.bytes).toBeLessThanOrEqual(LIMITS.otherBytes);
  for (let n = 0; n < 100; n++) await get(cache, `/page-${n}`, page("z".repeat(100)));
  expect(cache.size.pages.bytes).toBeLessThanOrEqual(LIMITS.pageBytes);
  expect(cache.find("/page-99")).toBeDefined();
  expect(cache.find("/page-0"), "the oldest is evicted first").toBeUndefined();
});

test("the length of URLs counts towards the limit", async () => {
  const cache = createPageCache({ pageBytes: 0, otherBytes: 1_000_000 });
  for (let n = 0; n < 1_000; n++) await get(cache, `/${"long".repeat(1_000)}${n}`, page("no", 404));
  expect(cache.size.others.count).toBeLessThan(100);
  expect(cache.size.others.count).toBeGreaterThan(10);
});

test("better compression replaces the same page only", async () => {
  const cache = createPageCache(LIMITS);
  const first = await get(cache, "/", page("first"));
  const better = await page("first");
  await cache.improve("/", first, () => Promise.resolve(better));
  expect(cache.find("/")).toBe(better);
  cache.invalidate("posts");
  const second = await get(cache, "/", page("second"));
  await cache.improve("/", first, () => Promise.resolve(better));
  expect(cache.find("/")).toBe(second);
});

test("an invalidation drops only pages that show posts", async () => {
  const cache = createPageCache(LIMITS);
  const about = await get(cache, "/about", page("about"), { showsPosts: false });
  await get(cache, "/blog", page("posts"));
  await get(cache, "/blog?page=2", page("more posts"));
  await get(cache, "/blog/gone", page("missing", 404));
  cache.invalidate("posts");
  expect(cache.find("/about")).toBe(about);
  for (const key of ["/blog", "/blog?page=2", "/blog/gone"]) expect(cache.find(key)).toBeUndefined();
});

test("a stale page with posts is sent while it is rendered again", async () => {
  let now = 0;
  const cache = createPageCache(LIMITS, { now: () => now, postsMaxAgeMs: 1_000 });
  const about = await get(cache, "/about", page("about"), { showsPosts: false });
  const first = await get(cache, "/blog", page("first"));
  now = 1_000;
  expect(cache.find("/about")).toBe(about);
  expect(cache.find("/blog")).toBeUndefined();
  const second = await page("second");
  expect(await get(cache, "/blog", Promise.resolve(second))).toBe(first);
  await settled();
  expect(cache.find("/blog")).toBe(second);
  now += 61_001;
  const third = await page("third");
  expect(await get(cache, "/blog", Promise.resolve(third)), "too old to be sent").toBe(third);
});

test("an incomplete page is rendered again soon, and a failure never replaces a page", async () => {
  let now = 0;
  const cache = createPageCache(LIMITS, { now: () => now });
  const partial = await get(cache, "/", page("without posts"), { isComplete: false });
  now = 2_999;
  expect(cache.find("/")).toBe(partial);
  now = 3_000;
  const complete = await get(cache, "/", page("with posts"));
  expect(cache.find("/")).toBe(complete);
  now += 3_600_000;
  expect(await get(cache, "/", page("broken", 503))).toBe(complete);
  now += 3_000;
  const marked = await get(cache, "/", page("as of 10:42"), { isComplete: false });
  expect(cache.find("/"), "a page older than an hour tells its time").toBe(marked);
});

test("a page that no longer exists is replaced by its 404", async () => {
  let now = 0;
  const cache = createPageCache(LIMITS, { now: () => now });
  await get(cache, "/blog/post", page("a post"));
  now = 3_600_000;
  const missing = await get(cache, "/blog/post", page("missing", 404));
  expect(missing.status).toBe(404);
  expect(cache.find("/blog/post")).toBe(missing);
});

type Cache = ReturnType<typeof createPageCache>;

function get(
  cache: Cache,
  key: string,
  rendered: Promise<CachedResponse>,
  { showsPosts = true, isComplete = true } = {},
) {
  return cache.get({ key, showsPosts, render: async () => ({ response: await rendered, isComplete }) });
}

async function completePage(rendered: Promise<CachedResponse>) {
  return { response: await rendered, isComplete: true };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function page(text: string, status = 200): Promise<CachedResponse> {
  return createCachedResponse(status, { "content-type": "text/html" }, Buffer.from(text));
}

test("pages expire even if the system clock is set back", async () => {
  const cache = createPageCache(LIMITS, { postsMaxAgeMs: 1 });
  await cache.get({ key: "/", showsPosts: true, render: async () => completePage(page("home")) });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  await expect.poll(() => cache.find("/")).toBeUndefined();
});
