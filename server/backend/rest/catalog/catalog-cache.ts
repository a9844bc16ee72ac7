import type { Catalog } from "./catalog.ts";

export type CatalogCache = {
  current(): Promise<Catalog>;
  /** Reads it anew unless that was done just now; says whether it did. */
  renew(): Promise<boolean>;
};

/** Asking for what does not exist must not make the database describe itself at every request. */
const RENEWAL_INTERVAL_MS = 5_000;

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
    async renew() {
      if (now().getTime() - loadedAt < RENEWAL_INTERVAL_MS) return false;
      await read();
      return true;
    },
  };
}
