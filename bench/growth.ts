import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { posts as shipped } from "../content/posts.ts";
import { startEmbedded } from "../server/db/embedded/embedded-postgres.ts";
import { get } from "../tests/fixtures/network/http.ts";
import { measureLoad } from "./load.ts";
import { samplePost } from "./sample-posts.ts";
import { type Site, startSite } from "./site.ts";
import { mapSequentially, measureMedians, timed } from "./statistics.ts";
import { inKb, inMb, inMs, ratio, table, formatInteger } from "./table.ts";
import { signInWriter, WITH_WRITER } from "./writer.ts";

const SIZES = [10, 100, 1_000, 10_000] as const;
const RUNS = 15;
const STARTS = 3;
const BATCH = 100;
const POSTS_PER_PAGE = 12;
const SETTLE_MS = 30;
const LOAD = { headers: { "accept-encoding": "br" }, connections: 32, seconds: 1 };

/** Measures the same requests with more and more stored posts. Sizes alternate, so that other load on the machine affects them alike. */
export async function measureGrowth(): Promise<string> {
  const stores = await mapSequentially(SIZES, openStore);
  try {
    const rows: string[][] = [];
    for (const name of Object.keys(REQUESTS) as RequestName[]) {
      rows.push(
        row(`${name}, not cached`, inMs, await measureMedians(stores, RUNS, (store) => timeUncached(store, name))),
      );
    }
    const cached = await measureMedians(stores, STARTS, async ({ site }) => {
      return (await measureLoad({ ...LOAD, url: `${site.url}/blog` })).perSecond;
    });
    rows.push(row("list, cached, requests/s", formatInteger, cached));
    for (const path of ["/blog", "/feed.xml", "/sitemap.xml"]) {
      rows.push(
        row(`${path}, not compressed`, inKb, await mapSequentially(stores, ({ site }) => countBytes(site, path))),
      );
    }
    rows.push(
      row("resident memory after all this", inMb, await mapSequentially(stores, ({ site }) => site.readMemory())),
    );
    rows.push(row("start until ready", inMs, await measureMedians(stores, STARTS, timeRestart)));
    return table(["stored posts", ...SIZES.map(formatInteger), "10,000 to 100", "10,000 to 10"], rows);
  } finally {
    await mapSequentially(stores, closeStore);
  }
}

function row(name: string, format: (value: number) => string, values: readonly number[]): string[] {
  const [ten = Number.NaN, hundred = Number.NaN] = values;
  const last = values.at(-1) ?? Number.NaN;
  return [name, ...values.map(format), ratio(last, hundred), ratio(last, ten)];
}

type Store = {
  site: Site;
  writer: Awaited<ReturnType<typeof signInWriter>>;
  readonly count: number;
  readonly dataDir: string;
};

async function openStore(count: number): Promise<Store> {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-growth-"));
  const site = await startSite({ DATA_DIR: dataDir, ...WITH_WRITER });
  const writer = await signInWriter(site);
  for (let n = 0; n < count; n += BATCH) {
    await writer.publish(Array.from({ length: Math.min(BATCH, count) }, (_, k) => samplePost(n + k)));
  }
  await vacuum(dataDir);
  return { site, writer, count, dataDir };
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
  "list, last page": page((count) => `/blog?page=${Math.ceil((count + shipped.length) / POSTS_PER_PAGE)}`),
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

/** Changes a post before each request, so that no response comes from a cache. */
async function timeUncached(store: Store, name: RequestName): Promise<number> {
  const change = { excerpt: `Changed for ${name}.` };
  const { error } = await store.writer.client.from("blog_posts").update(change).eq("slug", "note-0");
  if (error) throw error;
  // Waits for the change notification, which would otherwise invalidate the page during the measurement.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return (await timed<unknown>(() => REQUESTS[name](store))).ms;
}

async function countBytes({ url }: Site, path: string): Promise<number> {
  return (await get(url, path, { "accept-encoding": "identity" })).body.length;
}

async function timeRestart(store: Store): Promise<number> {
  await store.site.stop();
  store.site = await startSite({ DATA_DIR: store.dataDir });
  return store.site.startedInMs;
}
