import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { posts } from "../content/posts.ts";
import { shipped } from "../content/shipped.ts";
import { startEmbedded } from "../server/db/embedded/embedded-postgres.ts";
import { get } from "../tests/fixtures/network/http.ts";
import { measureLoad } from "./load.ts";
import { samplePost } from "./sample-posts.ts";
import { startSite } from "./site.ts";
import { mapSequentially, measureMedians, timed } from "./statistics.ts";
import { inKb, inMb, inMs, ratio, table, formatInteger } from "./table.ts";
import { signInWriter, WITH_WRITER } from "./writer.ts";

const POSTS = [10, 100, 1_000, 10_000] as const;
const ENTRIES = [0, 1_000] as const;
const RUNS = 15;
const STARTS = 3;
const BATCH = 100;
const POSTS_PER_PAGE = 12;
const SETTLE_MS = 30;
const LOAD = { headers: { "accept-encoding": "br" }, connections: 32, seconds: 1 };

/** Measures the same requests with more and more stored posts. Sizes alternate, so that other load on the machine affects them alike. */
export async function measureGrowth(): Promise<string> {
  const stores = await mapSequentially(POSTS, openPosts);
  try {
    const rows: string[][] = [];
    for (const name of Object.keys(REQUESTS) as RequestName[]) {
      const timeRequest = async (store: Store) => {
        await changePost(store, `Changed for ${name}.`);
        return (await timed<unknown>(() => REQUESTS[name](store))).ms;
      };
      rows.push(growthRow(`${name}, not cached`, inMs, await measureMedians(stores, RUNS, timeRequest)));
    }
    rows.push(growthRow("list, cached, requests/s", formatInteger, await measureCached(stores, "/blog")));
    for (const path of ["/blog", "/feed.xml", "/sitemap.xml"]) {
      rows.push(growthRow(`${path}, not compressed`, inKb, await countBytes(stores, path, "identity")));
    }
    rows.push(growthRow(MEMORY, inMb, await readMemory(stores)));
    rows.push(growthRow("start until ready", inMs, await measureMedians(stores, STARTS, timeRestart)));
    return table(["stored posts", ...POSTS.map(formatInteger), "10,000 to 100", "10,000 to 10"], rows);
  } finally {
    await mapSequentially(stores, closeStore);
  }
}

const PAGES = ["/", "/services", "/work", "/blog", "/blog/note-7", "/about"] as const;

/** Measures the same pages without stored content entries and with a thousand of them. */
export async function measureEntries(): Promise<string> {
  const stores = await mapSequentially(ENTRIES, openEntries);
  try {
    const rows: string[][] = [];
    for (const path of PAGES) {
      const timePage = async (store: Store) => {
        await changeClosing(store);
        await changePost(store, "Changed.");
        return (await timed<unknown>(() => page(path)(store))).ms;
      };
      rows.push(entriesRow(`${path}, not cached`, inMs, await measureMedians(stores, RUNS, timePage)));
    }
    // From the response on every page shows the change.
    const publish = async (store: Store) => (await timed(() => changeClosing(store))).ms;
    rows.push(entriesRow("publish an entry", inMs, await measureMedians(stores, RUNS, publish)));
    rows.push(entriesRow("/, cached, requests/s", formatInteger, await measureCached(stores, "/")));
    rows.push(entriesRow("/, brotli", inKb, await countBytes(stores, "/", "br")));
    rows.push(entriesRow(MEMORY, inMb, await readMemory(stores)));
    return table(["stored entries", ...ENTRIES.map(formatInteger), "1,000 to 0"], rows);
  } finally {
    await mapSequentially(stores, closeStore);
  }
}

type Format = (value: number) => string;

function growthRow(name: string, format: Format, values: readonly number[]): string[] {
  const [ten = Number.NaN, hundred = Number.NaN] = values;
  const last = values.at(-1) ?? Number.NaN;
  return [name, ...values.map(format), ratio(last, hundred), ratio(last, ten)];
}

function entriesRow(name: string, format: Format, [none = Number.NaN, many = Number.NaN]: readonly number[]): string[] {
  return [name, format(none), format(many), ratio(many, none)];
}

const MEMORY = "resident memory after all this";
const readMemory = (stores: Store[]) => mapSequentially(stores, ({ site }) => site.readMemory());
const measureCached = (stores: Store[], path: string) =>
  measureMedians(stores, STARTS, async ({ site }) => (await measureLoad({ ...LOAD, url: site.url + path })).perSecond);
const countBytes = (stores: Store[], path: string, encoding: string) =>
  mapSequentially(stores, async ({ site }) => (await get(site.url, path, { "accept-encoding": encoding })).body.length);

type Store = Awaited<ReturnType<typeof openPosts>>;

async function openPosts(count: number) {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-growth-"));
  const site = await startSite({ DATA_DIR: dataDir, ...WITH_WRITER });
  const writer = await signInWriter(site);
  for (let n = 0; n < count; n += BATCH) {
    await writer.publish(Array.from({ length: Math.min(BATCH, count) }, (_, k) => samplePost(n + k)));
  }
  await vacuum(dataDir);
  return { site, writer, count, dataDir };
}

/** Hidden entries: pages show at most a few dozen of a collection, and the rest are read and left out. */
async function openEntries(count: number): Promise<Store> {
  const store = await openPosts(10);
  const [data] = shipped.testimonials;
  const hidden = Array.from({ length: count }, (_, n) => ({
    collection: "testimonials",
    key: `former-${n}`,
    data,
    hidden: true,
  }));
  const { error } = await store.writer.client.from("entries").insert([...hidden, { ...closing(0), hidden: false }]);
  if (error) throw error;
  return store;
}

const closing = (n: number) => ({
  collection: "closing",
  key: "main",
  data: { ...shipped.closing, title: `A call for the ${n}th time` },
});

let changes = 0;
async function changeClosing({ writer }: Store): Promise<void> {
  const { data, ...main } = closing(++changes);
  const { error } = await writer.client.from("entries").update({ data }).match(main);
  if (error) throw error;
}

async function closeStore({ site, dataDir }: Store): Promise<void> {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Autovacuum would run within a minute of so many inserts; running it now keeps it out of the measurement. */
async function vacuum(dataDir: string): Promise<void> {
  const sql = postgres((await startEmbedded({ dataDir, join: true })).url, { max: 1 });
  await sql`vacuum analyze public.blog_posts`;
  await sql.end();
}

type RequestName = keyof typeof REQUESTS;

const page = (path: string | ((count: number) => string)) => (store: Store) =>
  get(store.site.url, typeof path === "string" ? path : path(store.count), { "accept-encoding": "br" });
const newsroom = (words: readonly string[]) => (store: Store) =>
  store.writer.client.rpc("newsroom_posts", { words, wanted_state: "all", first: 0, most: 20 }, { get: true });

const REQUESTS = {
  "list, first page": page("/blog"),
  "list, last page": page((count) => `/blog?page=${Math.ceil((count + posts.length) / POSTS_PER_PAGE)}`),
  "list of a category": page("/blog?category=Design"),
  post: page("/blog/note-7"),
  feed: page("/feed.xml"),
  "sitemap, first": page("/sitemap.xml"),
  "sitemap of posts": page("/sitemap-1.xml"),
  "search, common word": page("/search?q=note"),
  "search, rare words": page("/search?q=note+7+because"),
  "newsroom's list": newsroom([]),
  "newsroom's search": newsroom(["note", "7"]),
};

/** Before each request, so that no response comes from a cache. */
async function changePost({ writer }: Store, excerpt: string): Promise<void> {
  const { error } = await writer.client.from("blog_posts").update({ excerpt }).eq("slug", "note-0");
  if (error) throw error;
  // Waits for the change notification, which would otherwise invalidate the page during the measurement.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}

async function timeRestart(store: Store): Promise<number> {
  await store.site.stop();
  store.site = await startSite({ DATA_DIR: store.dataDir });
  return store.site.startedInMs;
}
