import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddress, type Log } from "../../backend/index.ts";
import { isSiteArea, MAX_PATH_LENGTH } from "../../domain/addresses/redirects.ts";
import { createNetworkLimit } from "../../domain/rate-limit.ts";
import { createFlushTimer } from "../flush-timer.ts";
import type { SupabaseClient } from "../supabase-clients.ts";
import { createFindAgent, type Program } from "./programs.ts";

/** Counts visits, crawlers and feed readers in memory, and stores the sums once a minute. */
export type Visits = {
  /** Counts the request of a crawler or feed reader. Those of people are counted by their browsers. */
  readonly countProgram: (request: Pick<IncomingMessage, "method" | "url" | "headers">) => void;
  /** Answers POST /visit, always in the same way. `isPage` says whether a path was served as a page of late. */
  readonly receive: (
    request: IncomingMessage,
    response: ServerResponse,
    site: { readonly origin: string; readonly isPage: IsPage },
  ) => void;
  readonly isOn: () => boolean;
  /** Stores what was counted. */
  readonly flush: () => Promise<void>;
};

type VisitsOptions = {
  readonly service: SupabaseClient;
  readonly isOn: () => boolean;
  /** YYYY-MM-DD, where the site is. */
  readonly today: () => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly trustedProxies: number;
  readonly log: Log;
};

type IsPage = (path: string) => boolean;
type Place = {
  /** YYYY-MM-DD, where the site is. */
  readonly day: string;
  readonly kind: "person" | Program["kind"];
  readonly path: string;
  readonly source: string;
  readonly device: "phone" | "tablet" | "desktop" | "none";
};
type Sum = Place & { visits: number; readers: number };

const MAX_BODY_BYTES = 200;
/** Of one network: a large office behind one address has as many. */
const MAX_PER_MINUTE = 120;
const MINUTE_MS = 60_000;
const MAX_NETWORKS = 20_000;
const MAX_READERS = 100_000;
/** Different sums between two stores: of pages, of paths that this process did not serve of late, and of programs. */
const ROOM = { page: 4_000, path: 500, program: 1_000 };
/** Different hosts and programs a day. */
const MAX_SOURCES = 2_000;
/** Also keeps out what PostgreSQL does not store. */
const PATH = /^\/[\u0021-\u007e]*$/;
const HOST = /^(?=.{4,100}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const OTHER = "other";

export function createVisits(options: VisitsOptions): Visits {
  const { service, isOn, headers, trustedProxies, log } = options;
  const findAgent = createFindAgent();
  const networks = { max: MAX_PER_MINUTE, windowMs: MINUTE_MS, maxKeys: MAX_NETWORKS, clock: Date.now };
  const checkNetwork = createNetworkLimit(networks);
  const sums = createSums(service, log);
  const today = createDay(options.today);

  function countVisit({ headers: sent }: IncomingMessage, address: string, body: string, isPage: IsPage): void {
    const agent = sent["user-agent"] ?? "";
    if (sent.dnt === "1" || sent["sec-gpc"] === "1" || findAgent(agent) !== "person") return;
    const [path = "", from = "", rest] = body.split(" ");
    if (!PATH.test(path) || isSiteArea(path) || rest !== undefined) return;
    if (checkNetwork(address).refusedMs !== undefined) return;
    const date = today.renew();
    const isNew = today.isNewReader(`${address} ${agent}`);
    const source = sent.origin?.split("/")[2] === from ? "inside" : today.sourceOf(from);
    const place = { day: date, kind: "person", path, source, device: deviceOf(agent) } as const;
    sums.add(place, isPage(path) ? "page" : "path", Number(isNew));
  }

  return {
    isOn,
    flush: sums.flush,
    countProgram({ method, url = "", headers: sent }) {
      if (!isOn() || method !== "GET") return;
      const agent = findAgent(sent["user-agent"] ?? "");
      if (typeof agent === "string") return;
      const path = url.replace(/\?.*/s, "");
      if (path.length > MAX_PATH_LENGTH || isSiteArea(path) || /\.(?:data|js)$/.test(path)) return;
      const date = today.renew();
      sums.add({ day: date, kind: agent.kind, path, source: today.known(agent.name), device: "none" }, "program");
    },
    receive(request, response, { origin, isPage }) {
      const { "content-length": length = Infinity, origin: sender } = request.headers;
      const isShort = Number(length) <= MAX_BODY_BYTES;
      const { socket } = request;
      request.on("error", () => {});
      response.on("finish", () => isShort || socket.destroy());
      const own = { ...headers, "cache-control": "no-store", ...(!isShort && { connection: "close" }) };
      // Sent before anything is counted, so that neither time nor status tells what became of it.
      response.writeHead(204, own).end();
      if (!isShort || sender !== origin) return void request.resume();
      const address = clientAddress(request, trustedProxies);
      let body = "";
      request.setEncoding("latin1").on("data", (part: string) => (body += part));
      request.on("end", () => countVisit(request, address, body, isPage));
    },
  };
}

/** The readers and sources of a day. Its salt and hashes are forgotten when it ends. */
function createDay(today: () => string) {
  let day = startDay(today());

  function known(source: string): string {
    if (day.sources.size >= MAX_SOURCES && !day.sources.has(source)) return OTHER;
    day.sources.add(source);
    return source;
  }

  return {
    known,
    /** Returns the date. */
    renew(): string {
      const date = today();
      if (date !== day.date) day = startDay(date);
      return date;
    },
    isNewReader(person: string): boolean {
      const reader = createHash("sha256").update(day.salt).update(person).digest("base64").slice(0, 16);
      const isNew = day.readers.size < MAX_READERS && !day.readers.has(reader);
      if (isNew) day.readers.add(reader);
      return isNew;
    },
    sourceOf(from: string): string {
      if (from === "") return "none";
      const host = from
        .toLowerCase()
        .replace(/:\d+$/, "")
        .replace(/^www\./, "");
      return HOST.test(host) ? known(host) : OTHER;
    },
  };
}

const startDay = (date: string) => ({
  date,
  salt: randomBytes(32),
  readers: new Set<string>(),
  sources: new Set<string>(),
});

/** What was counted and is not stored yet, bounded for each kind of sum. */
function createSums(service: SupabaseClient, log: Log) {
  const timer = createFlushTimer(() => flush());
  let sums = new Map<string, Sum>();
  let room = { ...ROOM };

  function add(place: Place, of: keyof typeof ROOM, readers = 0): void {
    const key = keyOf(place);
    let sum = sums.get(key);
    if (!sum) {
      if (room[of] <= 0 && place.path !== OTHER) return add({ ...place, path: OTHER, source: OTHER }, of, readers);
      room[of] -= 1;
      sums.set(key, (sum = { ...place, visits: 0, readers: 0 }));
    }
    sum.visits += 1;
    sum.readers += readers;
    timer.start();
  }

  async function flush(): Promise<void> {
    if (sums.size === 0) return;
    timer.reset();
    const counted = sums;
    sums = new Map();
    room = { ...ROOM };
    const { error } = await service.rpc("count_visits", { counted: [...counted.values()] });
    if (!error) return;
    log.error("visits could not be stored", { error });
    // Tried again with those that came meanwhile, within the same bounds.
    for (const [key, sum] of counted) {
      const later = sums.get(key);
      if (later) Object.assign(later, { visits: later.visits + sum.visits, readers: later.readers + sum.readers });
      else if (sums.size < ROOM.page) sums.set(key, sum);
    }
    timer.start();
  }

  return { add, flush };
}

const keyOf = ({ day, kind, path, source, device }: Place) => [day, kind, path, source, device].join(" ");

function deviceOf(agent: string): Place["device"] {
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(agent)) return "tablet";
  return /Mobi|iPhone/.test(agent) ? "phone" : "desktop";
}
