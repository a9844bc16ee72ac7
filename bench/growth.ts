import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { posts as shipped } from "../content/posts.ts";
import { startEmbedded } from "../server/db/embedded/embedded-postgres.ts";
import { get } from "../tests/fixtures/http.ts";
import { measureLoad } from "./load.ts";
import { samplePost } from "./sample-posts.ts";
import { type Site, startSite } from "./site.ts";
import { median, timed } from "./statistics.ts";
import { inKb, inMb, inMs, ratio, table, whole } from "./table.ts";
import { signInWriter, WITH_WRITER } from "./writer.ts";

const SIZES = [10, 100, 1_000, 10_000] as const;
const RUNS = 15;
const STARTS = 3;
const BATCH = 100;
const POSTS_PER_PAGE = 12;
const SETTLE_MS = 30;
const LOAD = { headers: { "accept-encoding": "br" }, connections: 32, seconds: 1 };

/** What the same thing costs with more and more stored posts. All sizes are asked in turn, so that whatever else the machine does meets them all. */
export async function measureGrowth(): Promise<string> {
  const stores = await inOrder(SIZES, openStore);
  try {
    const rows: string[][] = [];
    for (const what of Object.keys(QUESTIONS) as Question[]) {
      rows.push(
        row(`${what}, not cached`, inMs, await mediansInTurns(stores, RUNS, (store) => timeUncached(store, what))),
      );
    }
    const cached = await mediansInTurns(stores, STARTS, async ({ site }) => {
      return (await measureLoad({ ...LOAD, url: `${site.url}/blog` })).perSecond;
    });
    rows.push(row("list, cached, requests/s", whole, cached));
    for (const path of ["/blog", "/feed.xml", "/sitemap.xml"]) {
      rows.push(row(`${path}, not compressed`, inKb, await inOrder(stores, ({ site }) => countBytes(site, path))));
    }
    rows.push(row("resident memory after all this", inMb, await inOrder(stores, ({ site }) => site.readMemory())));
    rows.push(row("start until ready", inMs, await mediansInTurns(stores, STARTS, timeRestart)));
    return table(["stored posts", ...SIZES.map(whole), "10,000 to 100", "10,000 to 10"], rows);
  } finally {
    await inOrder(stores, closeStore);
  }
}

function row(what: string, write: (value: number) => string, values: readonly number[]): string[] {
  const [ten = Number.NaN, hundred = Number.NaN] = values;
  const most = values.at(-1) ?? Number.NaN;
  return [what, ...values.map(write), ratio(most, hundred), ratio(most, ten)];
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
  await tidyUp(dataDir);
  return { site, writer, count, dataDir };
}

async function closeStore({ site, dataDir }: Store): Promise<void> {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** What PostgreSQL does by itself within a minute of so many inserts, done before measuring rather than meanwhile. */
async function tidyUp(dataDir: string): Promise<void> {
  const sql = postgres((await startEmbedded({ dataDir, join: true })).url, { max: 1 });
  await sql`vacuum analyze public.blog_posts`;
  await sql.end();
}

type Question = keyof typeof QUESTIONS;

const page = (path: string | ((count: number) => string)) => (store: Store) =>
  get(store.site.url, typeof path === "string" ? path : path(store.count), { "accept-encoding": "br" });
const newsroom = (words: readonly string[]) => (store: Store) =>
  store.writer.client.rpc("newsroom_posts", { words, wanted_state: "all", first: 0, most: 20 }, { get: true });

const QUESTIONS = {
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

/** A post changes before the question, so that nothing comes from a cache. */
async function timeUncached(store: Store, what: Question): Promise<number> {
  const change = { excerpt: `Changed for ${what}.` };
  const { error } = await store.writer.client.from("blog_posts").update(change).eq("slug", "note-0");
  if (error) throw error;
  // The change comes back as a notification; the page should not be dropped while it is measured.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return (await timed<unknown>(() => QUESTIONS[what](store))).ms;
}

async function countBytes({ url }: Site, path: string): Promise<number> {
  return (await get(url, path, { "accept-encoding": "identity" })).body.length;
}

async function timeRestart(store: Store): Promise<number> {
  await store.site.stop();
  store.site = await startSite({ DATA_DIR: store.dataDir });
  return store.site.startedInMs;
}

async function mediansInTurns(stores: readonly Store[], rounds: number, measure: (store: Store) => Promise<number>) {
  const measured: number[][] = [];
  for (let round = 0; round < rounds; round++) measured.push(await inOrder(stores, measure));
  return stores.map((_, n) => median(measured.map((values) => values[n] ?? Number.NaN)));
}

/** One after the other: at the same time they would measure each other. */
async function inOrder<From, To>(all: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}
