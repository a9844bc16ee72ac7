import { expect, test } from "vitest";
import { type Catalog, createCatalogCache, findNearestName } from "./catalog.ts";

const empty: Catalog = { relations: new Map(), routines: new Map() };

test("concurrent requests share one read, and a refresh waits for the interval", async () => {
  let reads = 0;
  let time = 0;
  const cache = createCatalogCache(
    async () => {
      reads++;
      return empty;
    },
    () => new Date(time),
  );
  await Promise.all([cache.current(), cache.current(), cache.current()]);
  expect(reads).toBe(1);
  expect(await cache.refresh()).toBe(false);
  time = 5_000;
  expect(await Promise.all([cache.refresh(), cache.refresh()])).toEqual([true, false]);
  expect(reads).toBe(2);
});

test("a failed read is not cached", async () => {
  const outcomes = [Promise.reject(new Error("down")), Promise.resolve(empty)];
  const cache = createCatalogCache(
    () => outcomes.shift() ?? Promise.resolve(empty),
    () => new Date(0),
  );
  await expect(cache.current()).rejects.toThrow("down");
  expect(await cache.current()).toBe(empty);
});

const known = ["blog_posts", "user_roles", "contact_messages"];

test("a typing error finds the intended name, a different word finds none", () => {
  expect(findNearestName("blog_post", known)).toBe("blog_posts");
  expect(findNearestName("user_role", known)).toBe("user_roles");
  expect(findNearestName("invoices", known)).toBeUndefined();
  expect(findNearestName("", known)).toBeUndefined();
  expect(findNearestName("b".repeat(100_000), known)).toBeUndefined();
});
