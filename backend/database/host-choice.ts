import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import { hostOf } from "./address.ts";
import { findWritable } from "./find-database.ts";

/** The host of a list that accepts writes. It changes when another host is promoted. */
export type HostChoice = {
  readonly url: () => string;
  /** Call when the host does not respond or refuses writes: looks for a host that accepts them. */
  readonly reconsider: () => void;
  readonly onMove: (listener: () => void) => void;
};

const RETRY_INTERVAL_MS = 500;

export function fixedHost(url: string): HostChoice {
  return { url: () => url, reconsider: () => {}, onMove: () => {} };
}

export function followWritable(urls: readonly string[], first: string, log: Log): HostChoice {
  const listeners: (() => void)[] = [];
  let current = first;
  let isSearching = false;

  /** Prefers the current host: a connection may be lost without a failover. */
  async function findNext(): Promise<string> {
    for (;;) {
      const others = urls.filter((url) => url !== current);
      const writable = (await findWritable([current])) ?? (await findWritable(others));
      if (writable) return writable;
      await sleep(RETRY_INTERVAL_MS, undefined, { ref: false });
    }
  }

  async function search(): Promise<void> {
    if (isSearching) return;
    isSearching = true;
    const next = await findNext();
    isSearching = false;
    if (next === current) return;
    current = next;
    log.warn("the database is used at another host", { host: hostOf(next) });
    for (const listener of listeners) listener();
  }

  return {
    url: () => current,
    reconsider: () => void (urls.length > 1 && search()),
    onMove: (listener) => void listeners.push(listener),
  };
}
