import { expect, test } from "vitest";
import { createCatalogCache } from "./catalog-cache.ts";
import type { Catalog } from "./catalog.ts";

const empty: Catalog = { relations: new Map(), routines: new Map() };

test("reads once for all who ask, and anew only after a while", async () => {
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
  expect(await cache.renew()).toBe(false);
  time = 5_000;
  expect(await Promise.all([cache.renew(), cache.renew()])).toEqual([true, false]);
  expect(reads).toBe(2);
});

test("a failure is not kept", async () => {
  const outcomes = [Promise.reject(new Error("down")), Promise.resolve(empty)];
  const cache = createCatalogCache(
    () => outcomes.shift() ?? Promise.resolve(empty),
    () => new Date(0),
  );
  await expect(cache.current()).rejects.toThrow("down");
  expect(await cache.current()).toBe(empty);
});
