import { expect, onTestFinished, test, vi } from "vitest";
import { type CachedResponse, createCachedResponse } from "./cached-response.ts";
import { createPageCache } from "./page-cache.ts";

const ROOM = { pageBytes: 50_000, otherBytes: 15_000 };

test("many who ask for one page at once wait for one render", async () => {
  const cache = createPageCache(ROOM);
  let renders = 0;
  const render = async () => {
    renders++;
    return whole(page("home"));
  };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => cache.get({ key: "/", showsPosts: true, render })),
  );
  expect(renders).toBe(1);
  expect(new Set(answers).size).toBe(1);
  expect(cache.find("/")).toBe(answers[0]);
});

test("a render that began before an invalidation is answered but not kept", async () => {
  const cache = createPageCache(ROOM);
  let finish: (answer: CachedResponse) => void = () => {};
  const slow = ask(cache, "/", new Promise((resolve) => (finish = resolve)));
  cache.invalidate();
  const fresh = await ask(cache, "/", page("new"));
  const stale = await page("old");
  finish(stale);
  expect(await slow).toBe(stale);
  expect(cache.find("/")).toBe(fresh);
});

test("a failure is answered, never kept", async () => {
  const cache = createPageCache(ROOM);
  await ask(cache, "/", page("broken", 500));
  expect(cache.find("/")).toBeUndefined();
  await expect(ask(cache, "/", Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  const healed = await ask(cache, "/", page("well"));
  expect(cache.find("/")).toBe(healed);
});

test("no entry outlives an hour", async () => {
  let now = 0;
  const cache = createPageCache(ROOM, { now: () => now });
  await ask(cache, "/", page("home"));
  now = 3_599_999;
  expect(cache.find("/")).toBeDefined();
  now = 3_600_000;
  expect(cache.find("/")).toBeUndefined();
  const anew = await page("home, an hour later");
  expect(await ask(cache, "/", Promise.resolve(anew))).toBe(anew);
});

test("memory is bounded, and a flood of missing pages and queries evicts no real one", async () => {
  const cache = createPageCache(ROOM);
  const home = await ask(cache, "/", page("x".repeat(100)));
  for (let n = 0; n < 100; n++) await ask(cache, `/missing-${n}`, page("y".repeat(100), 404));
  for (let n = 0; n < 100; n++) await ask(cache, `/search?q=${n}`, page("q".repeat(100)));
  expect(cache.find("/")).toBe(home);
  expect(cache.size.others.bytes).toBeLessThanOrEqual(ROOM.otherBytes);
  for (let n = 0; n < 100; n++) await ask(cache, `/page-${n}`, page("z".repeat(100)));
  expect(cache.size.pages.bytes).toBeLessThanOrEqual(ROOM.pageBytes);
  expect(cache.find("/page-99")).toBeDefined();
  expect(cache.find("/page-0"), "the oldest went first").toBeUndefined();
});

test("long addresses with short answers fill it soon, too", async () => {
  const cache = createPageCache({ pageBytes: 0, otherBytes: 1_000_000 });
  for (let n = 0; n < 1_000; n++) await ask(cache, `/${"long".repeat(1_000)}${n}`, page("no", 404));
  expect(cache.size.others.count).toBeLessThan(100);
  expect(cache.size.others.count).toBeGreaterThan(10);
});

test("a better encoding takes the place of the same page only", async () => {
  const cache = createPageCache(ROOM);
  const first = await ask(cache, "/", page("first"));
  const better = await page("first");
  await cache.improve("/", first, () => Promise.resolve(better));
  expect(cache.find("/")).toBe(better);
  cache.invalidate();
  const second = await ask(cache, "/", page("second"));
  await cache.improve("/", first, () => Promise.resolve(better));
  expect(cache.find("/")).toBe(second);
});

test("an invalidation takes what shows posts, and nothing else", async () => {
  const cache = createPageCache(ROOM);
  const about = await ask(cache, "/about", page("about"), { showsPosts: false });
  await ask(cache, "/blog", page("posts"));
  await ask(cache, "/blog?page=2", page("more posts"));
  await ask(cache, "/blog/gone", page("missing", 404));
  cache.invalidate();
  expect(cache.find("/about")).toBe(about);
  for (const key of ["/blog", "/blog?page=2", "/blog/gone"]) expect(cache.find(key)).toBeUndefined();
});

test("where nobody tells of changes, a page with posts is sent once more while its successor is made", async () => {
  let now = 0;
  const cache = createPageCache(ROOM, { now: () => now, postsFreshMs: 1_000 });
  const about = await ask(cache, "/about", page("about"), { showsPosts: false });
  const first = await ask(cache, "/blog", page("first"));
  now = 1_000;
  expect(cache.find("/about")).toBe(about);
  expect(cache.find("/blog")).toBeUndefined();
  const second = await page("second");
  expect(await ask(cache, "/blog", Promise.resolve(second))).toBe(first);
  await settled();
  expect(cache.find("/blog")).toBe(second);
  now += 61_001;
  const third = await page("third");
  expect(await ask(cache, "/blog", Promise.resolve(third)), "long forgotten: not sent any more").toBe(third);
});

test("a page that lacks something is tried again soon, and never takes the place of a whole one", async () => {
  let now = 0;
  const cache = createPageCache(ROOM, { now: () => now });
  const makeshift = await ask(cache, "/", page("without posts"), { isComplete: false });
  now = 2_999;
  expect(cache.find("/")).toBe(makeshift);
  now = 3_000;
  const complete = await ask(cache, "/", page("with posts"));
  expect(cache.find("/")).toBe(complete);
  now += 3_600_000;
  expect(await ask(cache, "/", page("without posts"), { isComplete: false })).toBe(complete);
  now += 3_000;
  expect(await ask(cache, "/", page("broken", 503))).toBe(complete);
});

test("a page that disappears is gone, though it was there before", async () => {
  let now = 0;
  const cache = createPageCache(ROOM, { now: () => now });
  await ask(cache, "/blog/post", page("a post"));
  now = 3_600_000;
  const missing = await ask(cache, "/blog/post", page("missing", 404));
  expect(missing.status).toBe(404);
  expect(cache.find("/blog/post")).toBe(missing);
});

type Cache = ReturnType<typeof createPageCache>;

function ask(cache: Cache, key: string, made: Promise<CachedResponse>, { showsPosts = true, isComplete = true } = {}) {
  return cache.get({ key, showsPosts, render: async () => ({ answer: await made, isComplete }) });
}

async function whole(made: Promise<CachedResponse>) {
  return { answer: await made, isComplete: true };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function page(text: string, status = 200): Promise<CachedResponse> {
  return createCachedResponse(status, { "content-type": "text/html" }, Buffer.from(text));
}

test("a clock that is set back keeps no page alive", async () => {
  const cache = createPageCache(ROOM, { postsFreshMs: 1 });
  await cache.get({ key: "/", showsPosts: true, render: async () => whole(page("home")) });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  await expect.poll(() => cache.find("/")).toBeUndefined();
});
