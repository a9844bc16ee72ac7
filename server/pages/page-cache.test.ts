import { expect, test } from "vitest";
import { type Answer, createAnswer } from "./answer.ts";
import { createPageCache } from "./page-cache.ts";

const ROOM = { pageBytes: 1_000, otherBytes: 300 };

test("many who ask for one page at once wait for one render", async () => {
  const cache = createPageCache(ROOM);
  let renders = 0;
  const render = async () => {
    renders++;
    return page("home");
  };
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.fill("/", render)));
  expect(renders).toBe(1);
  expect(new Set(answers).size).toBe(1);
  expect(cache.find("/")).toBe(answers[0]);
});

test("a render that began before an invalidation is answered but not kept", async () => {
  const cache = createPageCache(ROOM);
  let finish: (answer: Answer) => void = () => {};
  const slow = cache.fill("/", () => new Promise((resolve) => (finish = resolve)));
  cache.invalidate();
  const fresh = await cache.fill("/", () => page("new"));
  const stale = await page("old");
  finish(stale);
  expect(await slow).toBe(stale);
  expect(cache.find("/")).toBe(fresh);
});

test("a failure is answered, never kept", async () => {
  const cache = createPageCache(ROOM);
  await cache.fill("/", () => page("broken", 500));
  expect(cache.find("/")).toBeUndefined();
  await expect(cache.fill("/", () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  const healed = await cache.fill("/", () => page("well"));
  expect(cache.find("/")).toBe(healed);
});

test("no entry outlives an hour", async () => {
  let now = 0;
  const cache = createPageCache(ROOM, () => now);
  await cache.fill("/", () => page("home"));
  now = 3_599_999;
  expect(cache.find("/")).toBeDefined();
  now = 3_600_000;
  expect(cache.find("/")).toBeUndefined();
  expect(cache.size.pages.count).toBe(0);
});

test("memory is bounded, and a flood of missing pages and queries evicts no real one", async () => {
  const cache = createPageCache(ROOM);
  const home = await cache.fill("/", () => page("x".repeat(100)));
  for (let n = 0; n < 100; n++) await cache.fill(`/missing-${n}`, () => page("y".repeat(100), 404));
  for (let n = 0; n < 100; n++) await cache.fill(`/search?q=${n}`, () => page("q".repeat(100)));
  expect(cache.find("/")).toBe(home);
  expect(cache.size.others.bytes).toBeLessThanOrEqual(300);
  for (let n = 0; n < 100; n++) await cache.fill(`/page-${n}`, () => page("z".repeat(100)));
  expect(cache.size.pages.bytes).toBeLessThanOrEqual(1_000);
  expect(cache.find("/page-99")).toBeDefined();
  expect(cache.find("/page-0"), "the oldest went first").toBeUndefined();
});

test("a better encoding takes the place of the same page only", async () => {
  const cache = createPageCache(ROOM);
  const first = await cache.fill("/", () => page("first"));
  const better = await page("first");
  cache.replace("/", first, better);
  expect(cache.find("/")).toBe(better);
  cache.invalidate();
  const second = await cache.fill("/", () => page("second"));
  cache.replace("/", first, better);
  expect(cache.find("/")).toBe(second);
});

function page(text: string, status = 200): Promise<Answer> {
  return createAnswer(status, { "content-type": "text/html" }, Buffer.from(text));
}
