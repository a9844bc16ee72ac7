import type { Catalog } from "./catalog.ts";

export type CatalogCache = {
  current(): Promise<Catalog>;
  /** Reads the catalog again unless that happened within the interval; returns whether it did. */
  refresh(): Promise<boolean>;
};

/** Requests for unknown tables must not make every request read the system catalogs. */
const MIN_REFRESH_INTERVAL_MS = 5_000;

export function createCatalogCache(load: () => Promise<Catalog>, now: () => Date): CatalogCache {
  let cached: Promise<Catalog> | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;

  function read(): Promise<Catalog> {
    const loading = load();
    cached = loading;
    loadedAt = now().getTime();
    loading.catch(() => {
      if (cached === loading) cached = undefined;
    });
    return loading;
  }

  return {
    current: () => cached ?? read(),
    async refresh() {
      if (now().getTime() - loadedAt < MIN_REFRESH_INTERVAL_MS) return false;
      await read();
      return true;
    },
  };
}
