import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { Log } from "../log.ts";
import { hostOf, hostOptions } from "./address.ts";
import { isOutage } from "./is-outage.ts";
import { UserError } from "./user-error.ts";

type Options = {
  /** One URL per host. */
  readonly urls: readonly string[];
  /** Prints a line while the database is waited for. */
  readonly announce: (line: string) => void;
  readonly timeoutMs?: number;
};

type Probe =
  | { readonly state: "writable"; readonly url: string }
  /** May change by itself: not started yet, unknown to the name server, a standby before its promotion. */
  | { readonly state: "waiting"; readonly reason: string }
  | { readonly state: "unusable"; readonly error: UserError };

const WAIT_MS = 30_000;
const RETRY_INTERVAL_MS = 500;
const ANNOUNCE_INTERVAL_MS = 5_000;
const CONNECT_TIMEOUT_S = 5;

/** Waits for a host of the list that accepts writes. Settings that waiting does not mend end the wait at once. */
export async function findDatabase({ urls, announce, timeoutMs = WAIT_MS }: Options): Promise<string> {
  const until = performance.now() + timeoutMs;
  let announceAt = 0;
  for (;;) {
    const probes = await probeUntilWritable(urls);
    const writable = probes.find((each) => each.state === "writable");
    if (writable) return writable.url;
    const unusable = probes.find((each) => each.state === "unusable");
    if (unusable) throw unusable.error;
    const reasons = probes.flatMap((each) => ("reason" in each ? each.reason : [])).join("; ");
    if (performance.now() > until) {
      throw new UserError(`The database cannot be used after ${timeoutMs / 1_000} s: ${reasons}.`);
    }
    if (performance.now() > announceAt) {
      announce(`Waiting for the database: ${reasons}.`);
      announceAt = performance.now() + ANNOUNCE_INTERVAL_MS;
    }
    await sleep(RETRY_INTERVAL_MS);
  }
}

/** A host that accepts writes, or undefined; asks once. */
async function findWritable(urls: readonly string[]): Promise<string | undefined> {
  return (await probeUntilWritable(urls)).find((each) => each.state === "writable")?.url;
}

/** Does not wait for a silent host when another one accepts writes. */
async function probeUntilWritable(urls: readonly string[]): Promise<readonly Probe[]> {
  const probes = urls.map((url) => probe(url));
  const onlyWritable = probes.map(async (each) => {
    const result = await each;
    return result.state === "writable" ? result : Promise.reject(new Error(result.state));
  });
  return Promise.any(onlyWritable).then(
    (writable) => [writable],
    () => Promise.all(probes),
  );
}

async function probe(url: string): Promise<Probe> {
  const sql = postgres(url, {
    ...hostOptions(url),
    max: 1,
    prepare: false,
    fetch_types: false,
    connect_timeout: CONNECT_TIMEOUT_S,
    onnotice: () => {},
  });
  try {
    const [row] = await sql<{ isReadOnly: boolean }[]>`
      select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly"`;
    return row?.isReadOnly ? waiting(url, "is read-only") : { state: "writable", url };
  } catch (error) {
    return describeFailure(url, error);
  } finally {
    void sql.end({ timeout: 0 });
  }
}

function waiting(url: string, reason: string): Probe {
  return { state: "waiting", reason: `${hostOf(url)} ${reason}` };
}

const WAITING_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ENOTFOUND: "is not known to the name server",
  EAI_AGAIN: "is not known to the name server",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
  CONNECT_TIMEOUT: "does not answer",
  "53300": "has no free connection",
  "57P03": "is starting up",
};

/** A PostgreSQL without TLS closes the connection when the handshake begins. */
const asksForTls = (url: string) => !["disable", "prefer", null].includes(new URL(url).searchParams.get("sslmode"));
const TLS_REASON = "refuses TLS: set ssl = on there, or sslmode=disable here if you trust the network";

function describeFailure(url: string, error: unknown): Probe {
  const { code = "", message } = error as Error & { code?: string };
  const reason = code === "ECONNRESET" && asksForTls(url) ? TLS_REASON : WAITING_REASONS[code];
  if (reason) return waiting(url, reason);
  if (isOutage(error)) return waiting(url, `fails (${message})`);
  return { state: "unusable", error: new UserError(describeUnusable(url, code, message), { cause: error }) };
}

function describeUnusable(url: string, code: string, message: string): string {
  const { username, pathname } = new URL(url);
  const user = decodeURIComponent(username);
  if (code === "28P01")
    return `The database at ${hostOf(url)} refuses the password of user ${user}: check DATABASE_URL, where % and @ need percent-encoding, or set DATABASE_PASSWORD.`;
  if (code === "3D000") {
    return `The database at ${hostOf(url)} has no database ${decodeURIComponent(pathname.slice(1))}: create it, or check DATABASE_URL.`;
  }
  return `The database at ${hostOf(url)} cannot be used by user ${user}: ${message}.`;
}

/** The host of a list that accepts writes. It changes when another host is promoted. */
export type HostChoice = {
  readonly url: () => string;
  /** Call when the host does not respond or refuses writes: looks for a host that accepts them. */
  readonly reconsider: () => void;
  readonly onMove: (listener: () => void) => void;
};

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
