import type { IncomingMessage } from "node:http";
import type { Log } from "../../backend/index.ts";
import {
  type AddressRule,
  canonicalPath,
  createRedirects,
  isSiteArea,
  type Lead,
  MAX_PATH_LENGTH,
} from "../../domain/addresses/redirects.ts";
import { createSnapshot, type Snapshot } from "../content/snapshot.ts";
import { createFlushTimer } from "../flush-timer.ts";
import type { SupabaseClient } from "../supabase-clients.ts";

/** Where addresses lead that have no page, and how often visitors ask for them. */
export type Addresses = Pick<Snapshot<AddressRule>, "renew" | "renewSoon" | "renewIfOld"> & {
  readonly find: (path: string, isPage: (path: string) => Promise<boolean> | boolean) => Promise<Lead | undefined>;
  /** Counts a missing address, or the use of a rule, if a person asked for it. */
  readonly count: (request: Pick<IncomingMessage, "method" | "url" | "headers">, status: number) => void;
  /** Stores what was counted. */
  readonly flush: () => Promise<void>;
};

type AddressesOptions = {
  readonly dataDir: string;
  readonly service: SupabaseClient;
  /** Called when pages must be rendered again. */
  readonly onChange: () => void;
  readonly log: Log;
};

const RENEW_INTERVAL_MS = 5_000;
/** Of each kind, between two stores. */
const MAX_COUNTED = 500;
const REDIRECTS = new Set([202, 301, 302]);
const BOT =
  /bot|crawl|spider|slurp|archiver|externalhit|scan|monitor|preview|^(curl|wget|python|go-|java|okhttp|node|undici|axios|ruby|php|libwww|apache)/i;

export function createAddresses({ dataDir, service, onChange, log }: AddressesOptions): Addresses {
  const missing = new Map<string, number>();
  const used = new Map<string, number>();
  const timer = createFlushTimer(() => flush());
  const snapshot = createSnapshot<AddressRule>({
    name: "addresses",
    dataDir,
    intervalMs: RENEW_INTERVAL_MS,
    async read() {
      const { data, error } = await service.rpc("address_rules", {}, { get: true });
      if (error) throw new Error(`Addresses could not be read: ${error.message}`, { cause: error });
      return data as unknown as readonly AddressRule[];
    },
    onChange(rules) {
      redirects = createRedirects(rules);
      onChange();
    },
    log,
  });
  let redirects = createRedirects(snapshot.rows() ?? []);

  function add(counts: Map<string, number>, path: string): void {
    if (counts.size >= MAX_COUNTED && !counts.has(path)) return;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    timer.start();
  }

  async function flush(): Promise<void> {
    if (missing.size + used.size === 0) return;
    timer.reset();
    const counted = { missing: Object.fromEntries(missing), used: Object.fromEntries(used) };
    missing.clear();
    used.clear();
    const { error } = await service.rpc("count_addresses", counted, { get: false });
    if (error) log.error("missing addresses could not be counted", { error });
  }

  return {
    renew: snapshot.renew,
    renewSoon: snapshot.renewSoon,
    renewIfOld: snapshot.renewIfOld,
    find: (path, isPage) => redirects.find(path, isPage),
    count(request, status) {
      if ((status !== 404 && !REDIRECTS.has(status)) || !isPerson(request)) return;
      const path = pathOf(request.url ?? "");
      if (path === undefined) return;
      if (status === 404) return add(missing, path);
      const rule = redirects.match(path);
      if (rule?.own) add(used, rule.path);
    },
    flush,
  };
}

/** A browser that asks for a page, not in advance. Browsers navigate with `.data`, too. */
function isPerson({ method, url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">): boolean {
  const isPage = headers.accept?.includes("text/html") === true || /\.data(\?|$)/.test(url);
  const isEarly = headers["sec-purpose"] ?? headers.purpose ?? headers["x-moz"];
  const agent = headers["user-agent"] ?? "";
  return method === "GET" && isPage && isEarly === undefined && agent !== "" && !BOT.test(agent);
}

/** Without the query, which may hold anything. */
function pathOf(url: string): string | undefined {
  const path = url.replace(/\?.*/s, "").replace(/\.data$/, "");
  if (path.length > MAX_PATH_LENGTH || !path.startsWith("/") || isSiteArea(path)) return undefined;
  try {
    return canonicalPath(path) === path ? path : undefined;
  } catch {
    return undefined;
  }
}
